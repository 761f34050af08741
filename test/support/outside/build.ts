import { mkdir, mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { compile, THREADS } from '../../../tools/dev/compiled/compile';

const ROOT = path.join(__dirname, '../../..');
/** Below the root, so that what is built finds the packages. */
const BUILDS = path.join(ROOT, 'node_modules/.cache/heliograph-tests');

/** The processes that tests start, and what lets them start faster. */
const ENTRIES = {
  api: 'api/server.ts',
  worker: 'worker/main.ts',
  heliograph: 'process/main.ts',
  cli: 'cli/main.ts',
  ...THREADS,
  'quick-start': 'test/support/outside/quick-start.ts',
  'shifted-clock': 'test/support/outside/shifted-clock.ts',
  'documented-answers': 'test/support/outside/documented-answers.ts',
} as const;

export type Entry = keyof typeof ENTRIES;

/** The built file of an entry, in the folder of the run. */
export const builtFile = (entry: Entry): string => {
  const folder = process.env.HELIOGRAPH_TEST_BUILD;
  if (!folder)
    throw new Error('HELIOGRAPH_TEST_BUILD is not set: run the tests through jest, whose set-up sets it');
  return path.join(folder, `${entry}.js`);
};

/** What a run that was killed has left is removed by the next run after this long. */
const STALE_AFTER_MS = 86_400_000;

/** Compiles what tests start, once for a run. Returns the folder of the run. */
export async function buildEntries(): Promise<string> {
  await mkdir(BUILDS, { recursive: true });
  for (const name of await readdir(BUILDS)) {
    const folder = path.join(BUILDS, name);
    if (Date.now() - (await stat(folder)).mtimeMs > STALE_AFTER_MS) await rm(folder, { recursive: true });
  }
  const folder = await mkdtemp(path.join(BUILDS, 'run-'));
  await compile(ENTRIES, folder);
  return folder;
}
