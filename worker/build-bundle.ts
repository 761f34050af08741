import { writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { bundleWorkflowCode, DefaultLogger } from '@temporalio/worker';
import { BUNDLE_OPTIONS } from './bundle-options';
import { WorkflowImportError } from './workflow-imports';

/** Writes the workflow bundle that WORKFLOW_BUNDLE names, by default where the build expects it. */
async function main(): Promise<void> {
  const target = resolve(process.argv[2] ?? join(__dirname, '../dist/workflow-bundle.js'));
  const { code } = await bundleWorkflowCode({
    workflowsPath: join(__dirname, '../workflows/index.ts'),
    logger: new DefaultLogger('WARN'),
    ...BUNDLE_OPTIONS,
  });
  await writeFile(target, code);
}

main().catch((error: unknown) => {
  console.error(
    'The workflow bundle could not be built:',
    error instanceof WorkflowImportError ? error.message : error,
  );
  process.exitCode = 1;
});
