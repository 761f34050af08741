import { existsSync } from 'node:fs';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { loadConfig } from '../process/config';
import { ExtensionError } from '../process/extensions/error';
import { shown } from '../process/extensions/files';
import { type Extensions, loadExtensions } from '../process/extensions/load';
import { ourBundle, tracedModule, workflowsEntry } from './bundle';
import { builtFile, bundleWith, checkSequences, writeStamp } from './extension-bundle';
import { WorkflowImportError } from './workflow-imports';

/**
 * Checks the extensions and lists what they have (docs/guides/extensions.md). In a build it also bundles their sequences, so
 * that a worker does not have to at its start.
 */
async function main(): Promise<void> {
  const [given = loadConfig().HELIOGRAPH_EXTENSIONS] = process.argv.slice(2);
  if (given === undefined)
    throw new ExtensionError('Give the folder of the extensions, or set HELIOGRAPH_EXTENSIONS.');
  const extensions = await loadExtensions(given);
  checkSequences(extensions);
  console.log(listOf(extensions));
  const { folder } = extensions;
  if (folder === null || extensions.sequences.length === 0) return;
  const isBuild = existsSync(ourBundle({ traced: false }));
  const target = builtFile(folder, '');
  if (isBuild) {
    await rm(target, { recursive: true, force: true });
    await mkdir(target);
  }
  // From sources a worker bundles at its start, so one bundle shows whether it can.
  for (const traced of isBuild ? [false, true] : [false]) {
    const modules = traced ? [tracedModule()] : [];
    const code = await bundleWith(extensions, { workflowsPath: workflowsEntry(), modules });
    if (isBuild) await writeFile(builtFile(folder, path.basename(ourBundle({ traced }))), code);
  }
  if (isBuild) await writeStamp(folder, ourBundle({ traced: false }));
  console.log(isBuild ? `The sequences are bundled in ${shown(target)}.` : 'The sequences can be bundled.');
}

/** Names, and the texts of settings. Of secrets it says that they are. */
function listOf({ folder, sequences, providers, settings }: Extensions): string {
  const names = (of: readonly { name: string }[]): string => of.map(({ name }) => name).join(', ') || '-';
  const lines = Object.entries(settings?.shape ?? {}).map(([name, schema]) => {
    const fallback = schema.safeParse(undefined);
    const isSecret = settings?.secrets.includes(name);
    const value = isSecret ? 'secret' : fallback.success ? JSON.stringify(fallback.data ?? null) : 'required';
    return `  ${name} (${value}): ${schema.description ?? ''}`;
  });
  return [
    `Extensions of ${shown(folder ?? '')}`,
    `sequences  ${names(sequences)}`,
    `providers  ${names(providers)}`,
    `settings   ${lines.length === 0 ? '-' : ''}`.trim(),
    ...lines,
  ].join('\n');
}

main().catch((error: unknown) => {
  const isKnown = error instanceof ExtensionError || error instanceof WorkflowImportError;
  console.error(isKnown ? error.message : error);
  process.exitCode = 1;
});
