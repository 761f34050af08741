import { mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { bundleWorkflowCode, DefaultLogger } from '@temporalio/worker';

/** Bundles other workflows than the suite's; gives the file for WORKFLOW_BUNDLE. */
export async function bundleOf(workflowsPath: string): Promise<string> {
  const { code } = await bundleWorkflowCode({ workflowsPath, logger: new DefaultLogger('WARN') });
  const file = join(await mkdtemp(join(tmpdir(), 'heliograph-bundle-')), 'workflow-bundle.js');
  await writeFile(file, code);
  return file;
}
