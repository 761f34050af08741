import type { Browser } from 'playwright-core';
import { startChromium } from '../../../tools/dev/chromium';

export { chromiumPath } from '../../../tools/dev/chromium';

let started: Promise<Browser> | undefined;

/** Returns the browser of the test file. The first call starts it. */
export function browser(): Promise<Browser> {
  started ??= startChromium();
  return started;
}

/** Ends it, if it was started. */
export async function closeBrowser(): Promise<void> {
  const closing = started;
  started = undefined;
  await closing?.then(
    (running) => running.close(),
    () => undefined,
  );
}
