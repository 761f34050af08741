import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { kept } from './kept';

const ROOT = path.join(__dirname, '../../..');
const VITE = path.join(ROOT, 'node_modules/vite/bin/vite.js');
/** What the dashboard is made from, besides its packages, which `package-lock.json` names. */
const SOURCES = [
  'dashboard/src',
  'dashboard/public',
  'dashboard/index.html',
  'dashboard/vite.config.ts',
  'package-lock.json',
];

/** Builds the dashboard into the cache, if it has changed since. Returns its folder, for DASHBOARD_FILES. */
export async function builtDashboard(): Promise<string> {
  return kept(`dashboard-${await hashOf(SOURCES)}`, async (folder) => {
    const options = ['build', 'dashboard', '--outDir', folder, '--emptyOutDir', '--logLevel', 'warn'];
    // Jest sets NODE_ENV to "test", which would make the development build of React.
    const env = { ...process.env, NODE_ENV: 'production' };
    await promisify(execFile)(process.execPath, [VITE, ...options], { cwd: ROOT, env });
  });
}

async function hashOf(sources: readonly string[]): Promise<string> {
  const hash = createHash('sha256');
  for (const source of sources)
    for (const file of await filesOf(path.join(ROOT, source)))
      hash.update(path.relative(ROOT, file)).update(await readFile(file));
  return hash.digest('hex').slice(0, 20);
}

async function filesOf(source: string): Promise<string[]> {
  const entries = await readdir(source, { recursive: true, withFileTypes: true }).catch(
    (error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOTDIR') return null;
      throw error;
    },
  );
  return (
    entries
      ?.filter((one) => one.isFile())
      .map((one) => path.join(one.parentPath, one.name))
      .sort() ?? [source]
  );
}
