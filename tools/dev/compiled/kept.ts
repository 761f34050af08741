import { existsSync } from 'node:fs';
import { mkdir, readdir, rename, rm, stat, utimes } from 'node:fs/promises';
import path from 'node:path';
import { inFolder } from '../servers/folder-error';

const KEPT = path.join(__dirname, '../../../node_modules/.cache/heliograph-compiled');
/** What no process has been started with for this long is removed. */
const UNUSED_AFTER_MS = 7 * 86_400_000;

/**
 * Returns the path of `name` in the cache, after `write` has made it if it is not there yet. A name contains the hash of what
 * it is made from. So a running process keeps its code while the sources change.
 */
export async function kept(name: string, write: (target: string) => Promise<void>): Promise<string> {
  return inFolder(KEPT, null, () => keep(path.join(KEPT, name), write));
}

async function keep(target: string, write: (target: string) => Promise<void>): Promise<string> {
  if (!existsSync(target)) {
    await mkdir(KEPT, { recursive: true });
    const temporary = `${target}.${process.pid}`;
    await write(temporary);
    await rename(temporary, target).catch(async (error: unknown) => {
      // Another process was faster.
      if (!existsSync(target)) throw error;
      await rm(temporary, { recursive: true });
    });
    await removeUnused();
  }
  const now = new Date();
  await utimes(target, now, now);
  return target;
}

async function removeUnused(): Promise<void> {
  for (const name of await readdir(KEPT)) {
    const other = path.join(KEPT, name);
    const { mtimeMs } = await stat(other).catch(() => ({ mtimeMs: Date.now() }));
    if (Date.now() - mtimeMs > UNUSED_AFTER_MS) await rm(other, { recursive: true, force: true });
  }
}
