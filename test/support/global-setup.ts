import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { bundleOf } from '../../tools/dev/compiled/workflow-bundle';
import { buildEntries } from './outside/build';
import setUpServers from './servers-setup';

/**
 * Jest's globalSetup: the servers, the service's processes as plain JavaScript, and two bundles of workflows: the service's,
 * and one with more sequences in code for the processes that files share.
 */
export default async function globalSetup(): Promise<void> {
  // Two projects of a run have set-ups that call this one.
  if (process.env.HELIOGRAPH_TEST_BUILD) return;
  const [bundle, codes, folder] = await Promise.all([
    bundleOf(join(__dirname, '../../workflows/index.ts')),
    bundleOf(join(__dirname, 'workflows/codes.ts')),
    buildEntries(),
    setUpServers(),
  ]);
  process.env.HELIOGRAPH_TEST_BUILD = folder;
  process.env.HELIOGRAPH_TEST_PROCESSES = join(folder, 'processes');
  process.env.HELIOGRAPH_TEST_BUNDLE = bundle;
  process.env.HELIOGRAPH_TEST_CODES = codes;
  process.env.HELIOGRAPH_TEST_UNDOCUMENTED = join(folder, 'undocumented');
  for (const name of ['processes', 'undocumented']) await writeFile(join(folder, name), '');
}
