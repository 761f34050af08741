import { mkdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { tryLock } from '../../dev/servers/cache';
import { MissingError } from './needs';

/**
 * Refuses a second run on this machine: both would use the same containers, volumes and images. Returns what lets the next
 * one begin.
 */
export async function runAlone(cacheDirectory: string): Promise<() => Promise<void>> {
  await mkdir(cacheDirectory, { recursive: true });
  const file = path.join(cacheDirectory, 'compose-check.lock');
  const release = await tryLock(file);
  if (release) return release;
  const pid = await readFile(file, 'utf8').catch(() => 'unknown');
  throw new MissingError(
    `Another compose:check runs on this machine, process ${pid}. Wait until it has ended, then run this again.`,
  );
}
