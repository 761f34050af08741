import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { ExtensionError } from '../process/extensions/error';
import { hashOfExtensions, shown } from '../process/extensions/files';
import type { Extensions } from '../process/extensions/load';
import { BUNDLE_OPTIONS, optionsWith } from './bundle-options';

export type OwnSequences = Pick<Extensions, 'folder' | 'sequences'>;

/**
 * Bundles workflows with the sequences of extensions. It takes seconds.
 * @throws WorkflowImportError if a sequence imports what it may not.
 */
export async function bundleWith(
  { sequences }: Pick<OwnSequences, 'sequences'>,
  { workflowsPath, modules = [] }: { workflowsPath: string; modules?: string[] },
): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), 'heliograph-sequences-'));
  try {
    const module = path.join(folder, 'sequences.ts');
    await writeFile(module, registryOf(sequences));
    // Loaded only here: it takes a second.
    const { bundleWorkflowCode, DefaultLogger } = await import('@temporalio/worker');
    const { code } = await bundleWorkflowCode({
      workflowsPath,
      workflowInterceptorModules: modules,
      logger: new DefaultLogger('ERROR'),
      ...(sequences.length > 0 ? optionsWith(module) : BUNDLE_OPTIONS),
    });
    return code;
  } finally {
    await rm(folder, { recursive: true });
  }
}

/** Returns the source of what takes the place of workflows/sequences/extensions.ts. */
function registryOf(sequences: OwnSequences['sequences']): string {
  const lines = sequences.map(({ file }, index) => `import s${index} from ${JSON.stringify(file)};`);
  const entries = sequences.map(({ name }, index) => `  ${JSON.stringify(name)}: s${index},`);
  return `${lines.join('\n')}\nexport const EXTENSION_SEQUENCES = {\n${entries.join('\n')}\n};\n`;
}

/**
 * Loads each sequence once outside of a workflow. One that throws, or has no function, would stop every notification of the
 * worker. @throws ExtensionError that names the file.
 */
export function checkSequences({ sequences, load }: Pick<Extensions, 'sequences' | 'load'>): void {
  for (const { name, file } of sequences)
    if (typeof load(file).default !== 'function')
      throw new ExtensionError(
        `${shown(file)}: it has no sequence. Export the function: export default async function … ({ send, wait }: SequenceApi). ` +
          `If ${name} is no sequence, begin its name with "_" or put it into a folder.`,
      );
}

/** Folder of the built extensions, below their own. */
const BUILT = '.built';
const STAMP = 'built.json';

/** Where a build keeps a bundle. */
export const builtFile = (folder: string, name: string): string => path.join(folder, BUILT, name);

/** Writes what says whether a built bundle still fits. */
export const writeStamp = (folder: string, ours: string): Promise<void> =>
  writeFile(builtFile(folder, STAMP), `${JSON.stringify({ of: stampOf(folder, ours) })}\n`);

/** Returns the built bundle if it has this release's workflows and these extensions, else undefined. */
export async function builtBundle(folder: string, ours: string): Promise<string | undefined> {
  const stamp = builtFile(folder, STAMP);
  if (!existsSync(stamp)) return undefined;
  const { of } = JSON.parse(await readFile(stamp, 'utf8')) as { of?: unknown };
  return of === stampOf(folder, ours) ? builtFile(folder, path.basename(ours)) : undefined;
}

/** The service's own bundle, with or without tracing, is of the same sources. */
function stampOf(folder: string, ours: string): string {
  const plain = path.join(path.dirname(ours), 'workflow-bundle.js');
  return createHash('sha256').update(readFileSync(plain)).update(hashOfExtensions(folder)).digest('hex');
}
