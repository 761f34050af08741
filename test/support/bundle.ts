import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, readdir, readFile, rename, rm, stat, utimes, writeFile } from 'node:fs/promises';
import path from 'node:path';

const ROOT = path.join(__dirname, '../..');
const KEPT = path.join(ROOT, 'node_modules/.cache/heliograph-bundles');
/** What a bundle may be made from, besides the packages. */
const SOURCES = [
  ...['activities', 'channels', 'core', 'store', 'temporal', 'net', 'worker', 'workflows'],
  ...['test/support/workflows', 'test/replay'],
];
const PACKAGES = 'package-lock.json';
/** A bundle that no run has used for this long is removed. */
const UNUSED_AFTER_MS = 7 * 86_400_000;

/**
 * Bundles workflows, the suite's or others; gives the file for WORKFLOW_BUNDLE. It takes seconds, so a bundle is kept for
 * as long as nothing changes that it could be made from.
 */
export async function bundleOf(workflowsPath: string): Promise<string> {
  const file = path.join(KEPT, `${await sourceHash(workflowsPath)}.js`);
  const now = new Date();
  if (existsSync(file)) {
    await utimes(file, now, now);
    return file;
  }
  // Loaded only here: it takes a second.
  const { bundleWorkflowCode, DefaultLogger } = await import('@temporalio/worker');
  const { code } = await bundleWorkflowCode({ workflowsPath, logger: new DefaultLogger('ERROR') });
  await mkdir(KEPT, { recursive: true });
  const temporary = `${file}.${process.pid}`;
  await writeFile(temporary, code);
  await rename(temporary, file);
  for (const name of await readdir(KEPT)) {
    const other = path.join(KEPT, name);
    const { mtimeMs } = await stat(other).catch(() => ({ mtimeMs: Date.now() }));
    if (Date.now() - mtimeMs > UNUSED_AFTER_MS) await rm(other, { force: true });
  }
  return file;
}

async function sourceHash(workflowsPath: string): Promise<string> {
  const hash = createHash('sha256').update(path.relative(ROOT, workflowsPath));
  for (const folder of SOURCES) {
    const names = await readdir(path.join(ROOT, folder), { recursive: true });
    for (const name of names.filter((one) => one.endsWith('.ts')).sort())
      hash.update(name).update(await readFile(path.join(ROOT, folder, name)));
  }
  return hash
    .update(await readFile(path.join(ROOT, PACKAGES)))
    .digest('hex')
    .slice(0, 20);
}
