import { mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { bundleWorkflowCode, DefaultLogger } from '@temporalio/worker';
import setUpServers from './servers-setup';

/** Jest's globalSetup: the servers, and the workflow bundle that every worker of the suite runs. */
export default async function globalSetup(): Promise<void> {
  const [{ code }, directory] = await Promise.all([
    bundleWorkflowCode({
      workflowsPath: join(__dirname, '../../workflows/index.ts'),
      logger: new DefaultLogger('WARN'),
    }),
    mkdtemp(join(tmpdir(), 'heliograph-bundle-')),
    setUpServers(),
  ]);
  process.env.HELIOGRAPH_TEST_BUNDLE = join(directory, 'workflow-bundle.js');
  await writeFile(process.env.HELIOGRAPH_TEST_BUNDLE, code);
}
