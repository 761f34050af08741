import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { ourBundle, tracedModule, workflowsEntry } from './bundle';
import { bundleWith } from './extension-bundle';
import { WorkflowImportError } from './workflow-imports';

const BUILD = path.join(__dirname, '../dist');

/** Writes the two workflow bundles of a build: without tracing, and with it. */
async function main(): Promise<void> {
  for (const traced of [false, true]) {
    const modules = traced ? [tracedModule()] : [];
    const code = await bundleWith({ sequences: [] }, { workflowsPath: workflowsEntry(), modules });
    await writeFile(path.join(BUILD, path.basename(ourBundle({ traced }))), code);
  }
}

main().catch((error: unknown) => {
  console.error(
    'The workflow bundle could not be built:',
    error instanceof WorkflowImportError ? error.message : error,
  );
  process.exitCode = 1;
});
