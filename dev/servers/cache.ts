import { mkdir, open, readdir, readFile, rename, rm, stat, utimes } from 'node:fs/promises';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { withHeartbeat, type Report } from './report';

/** A holder freshens its lock this often; one that has not for `STALE_AFTER_MS` is gone. */
const FRESHEN_EVERY_MS = 5_000;
const STALE_AFTER_MS = 30_000;

/**
 * Makes `directory` once for all processes of this machine: `make` fills a temporary folder, which is
 * renamed when it is complete, so a half-made one is never seen under the real name.
 */
export async function makeOnce(
  directory: string,
  report: Report,
  make: (temporary: string) => Promise<void>,
): Promise<void> {
  if (existsSync(directory)) return;
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
  if (!(await tryLock(file))) {
    const waiting = `waiting for another process that prepares ${path.basename(file, '.lock')}`;
    report(waiting);
    await withHeartbeat(
      report,
      () => waiting,
      async () => {
        while (!(await tryLock(file))) await sleep(300);
      },
    );
  }
  const freshen = setInterval(() => {
    const now = new Date();
    utimes(file, now, now).catch(() => undefined);
  }, FRESHEN_EVERY_MS);
  return async () => {
    clearInterval(freshen);
    await rm(file, { force: true });
  };
}

async function tryLock(file: string): Promise<boolean> {
  try {
    const handle = await open(file, 'wx');
    await handle.writeFile(String(process.pid));
    await handle.close();
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
  if (await isStale(file)) await rm(file, { force: true });
  return false;
}

async function isStale(file: string): Promise<boolean> {
  try {
    if (Date.now() - (await stat(file)).mtimeMs > STALE_AFTER_MS) return true;
    const pid = Number(await readFile(file, 'utf8'));
    return pid > 0 && !isAlive(pid);
  } catch {
    // It was released between our look and now.
    return false;
  }
}

/** Whether a process of this id exists. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
