import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { bundleWorkflowCode, DefaultLogger } from '@temporalio/worker';
import { buildEntries } from './outside/build';
import setUpServers from './servers-setup';

/** Jest's globalSetup: the servers, the service's processes as plain JavaScript, and the workflow bundle of its workers. */
export default async function globalSetup(): Promise<void> {
  const [{ code }, folder] = await Promise.all([
    bundleWorkflowCode({
      workflowsPath: join(__dirname, '../../workflows/index.ts'),
      logger: new DefaultLogger('WARN'),
    }),
    buildEntries(),
    setUpServers(),
  ]);
  process.env.HELIOGRAPH_TEST_BUILD = folder;
  process.env.HELIOGRAPH_TEST_PROCESSES = join(folder, 'processes');
  process.env.HELIOGRAPH_TEST_BUNDLE = join(folder, 'workflow-bundle.js');
  await writeFile(process.env.HELIOGRAPH_TEST_PROCESSES, '');
  await writeFile(process.env.HELIOGRAPH_TEST_BUNDLE, code);
}
