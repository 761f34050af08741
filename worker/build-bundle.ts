import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { bundleWorkflowCode, DefaultLogger } from '@temporalio/worker';
import { tracedModule } from './bundle';
import { BUNDLE_OPTIONS } from './bundle-options';
import { WorkflowImportError } from './workflow-imports';

/** Writes the two workflow bundles of a build: without tracing, and with it. */
async function main(): Promise<void> {
  await write('workflow-bundle.js', []);
  await write('traced-workflow-bundle.js', [tracedModule()]);
}

async function write(name: string, workflowInterceptorModules: string[]): Promise<void> {
  const { code } = await bundleWorkflowCode({
    workflowInterceptorModules,
    workflowsPath: join(__dirname, '../workflows/index.ts'),
    logger: new DefaultLogger('WARN'),
    ...BUNDLE_OPTIONS,
  });
  await writeFile(join(__dirname, '../dist', name), code);
}

main().catch((error: unknown) => {
  console.error(
    'The workflow bundle could not be built:',
    error instanceof WorkflowImportError ? error.message : error,
  );
  process.exitCode = 1;
});
