import { mkdir, readdir, readFile, rename, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { inFolder } from './folder-error';
import { withHeartbeat, type Report } from './report';

/** How often a holder refreshes its lock. One that has not for `STALE_AFTER_MS` has ended. */
const REFRESH_EVERY_MS = 5_000;
const STALE_AFTER_MS = 30_000;

/**
 * Creates `directory` once for all processes of this machine. `make` fills a temporary folder, which is renamed after it
 * is complete, so no process sees an incomplete one.
 */
export async function makeOnce(
  directory: string,
  report: Report,
  make: (temporary: string) => Promise<void>,
): Promise<void> {
  if (existsSync(directory)) return;
  await inFolder(path.dirname(directory), 'HELIOGRAPH_CACHE_DIR', () => makeLocked(directory, report, make));
}

async function makeLocked(
  directory: string,
  report: Report,
  make: (temporary: string) => Promise<void>,
): Promise<void> {
  await mkdir(path.dirname(directory), { recursive: true });
  const release = await lock(`${directory}.lock`, report);
  try {
    if (existsSync(directory)) return;
    await removeLeftovers(directory);
    const temporary = `${directory}.tmp-${process.pid}`;
    await mkdir(temporary);
    try {
      await make(temporary);
      await rename(temporary, directory);
    } finally {
      await rm(temporary, { recursive: true, force: true });
    }
  } finally {
    await release();
  }
}

async function removeLeftovers(directory: string): Promise<void> {
  const parent = path.dirname(directory);
  const prefix = `${path.basename(directory)}.tmp-`;
  for (const name of await readdir(parent)) {
    if (name.startsWith(prefix)) await rm(path.join(parent, name), { recursive: true, force: true });
  }
}

async function lock(file: string, report: Report): Promise<() => Promise<void>> {
  const first = await tryLock(file);
  if (first) return first;
  const waiting = `waiting for another process that prepares ${path.basename(file, '.lock')}`;
  report(waiting);
  return withHeartbeat(
    report,
    () => waiting,
    async () => {
      for (;;) {
        const release = await tryLock(file);
        if (release) return release;
        await sleep(100);
      }
    },
  );
}

/** Locks a file among the processes of this machine. Returns what releases it, or undefined while another process has it. */
export async function tryLock(file: string): Promise<(() => Promise<void>) | undefined> {
  if (!(await create(file))) {
    if (!(await isStale(file))) return undefined;
    await rm(file, { force: true });
    if (!(await create(file))) return undefined;
  }
  const refresh = setInterval(() => {
    const now = new Date();
    utimes(file, now, now).catch(() => undefined);
  }, REFRESH_EVERY_MS);
  return async () => {
    clearInterval(refresh);
    await rm(file, { force: true });
  };
}

/** Creates a file with the id of this process. Returns false if it exists. */
async function create(file: string): Promise<boolean> {
  try {
    await writeFile(file, String(process.pid), { flag: 'wx' });
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    return false;
  }
}

async function isStale(file: string): Promise<boolean> {
  try {
    if (Date.now() - (await stat(file)).mtimeMs > STALE_AFTER_MS) return true;
    const pid = Number(await readFile(file, 'utf8'));
    return pid > 0 && !isAlive(pid);
  } catch {
    // It has been released in the meantime.
    return false;
  }
}

/** Returns whether a process with this id exists. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
