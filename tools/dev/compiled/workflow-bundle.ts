import { createHash } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { tracedModule } from '../../../worker/bundle';
import { BUNDLE_OPTIONS } from '../../../worker/bundle-options';
import { hashOfSources } from './compile';
import { kept } from './kept';

const PACKAGES = path.join(__dirname, '../../../package-lock.json');

/**
 * Bundles workflows, the service's or others; gives the file for WORKFLOW_BUNDLE. It takes seconds, so a bundle is kept for
 * as long as neither its sources nor the packages nor what is preloaded change. With `traced` it has OpenTelemetry's
 * interceptors.
 * @throws WorkflowImportError if a workflow imports what it may not.
 */
export async function bundleOf(workflowsPath: string, { traced = false } = {}): Promise<string> {
  const hash = createHash('sha256').update(await hashOfSources(workflowsPath));
  hash.update(await readFile(PACKAGES)).update(BUNDLE_OPTIONS.preloadModules.join());
  const name = hash.digest('hex');
  return kept(`${traced ? 'traced-' : ''}${name.slice(0, 20)}.js`, async (file) => {
    // Loaded only here: it takes a second.
    const { bundleWorkflowCode, DefaultLogger } = await import('@temporalio/worker');
    const { code } = await bundleWorkflowCode({
      workflowsPath,
      workflowInterceptorModules: traced ? [tracedModule()] : [],
      logger: new DefaultLogger('ERROR'),
      ...BUNDLE_OPTIONS,
    });
    await writeFile(file, code);
  });
}
