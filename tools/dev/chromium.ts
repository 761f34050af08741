import { accessSync, constants } from 'node:fs';
import path from 'node:path';
import type { Browser } from 'playwright-core';

const NAMES = ['chromium', 'chromium-browser', 'google-chrome'];
/** The browser calls no address of its own, and a container's root may start it. */
const ARGUMENTS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/** Returns the program of the system's Chromium: what CHROMIUM names, else the first on the PATH. Null: there is none. */
export function chromiumPath({ CHROMIUM, PATH = '' }: NodeJS.ProcessEnv = process.env): string | null {
  if (CHROMIUM) return CHROMIUM;
  const folders = PATH.split(path.delimiter);
  const candidates = NAMES.flatMap((name) => folders.map((folder) => path.join(folder, name)));
  return candidates.find(isProgram) ?? null;
}

/** Starts the system's Chromium. Throws if there is none, and says what to install. */
export async function startChromium(): Promise<Browser> {
  const executablePath = chromiumPath();
  if (executablePath === null)
    throw new Error(
      'There is no Chromium. Install it (Debian: `apt-get install chromium`), or set CHROMIUM to its program.',
    );
  const { chromium } = await import('playwright-core');
  return chromium.launch({ executablePath, args: ARGUMENTS });
}

function isProgram(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
