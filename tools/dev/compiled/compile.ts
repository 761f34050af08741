import { createHash } from 'node:crypto';
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { build, type BuildOptions, type OutputFile } from 'esbuild';
import { kept } from './kept';

const ROOT = path.join(__dirname, '../../..');

/** By the name of the built file, without its extension: the source, from the root of the repository. */
export type Entries = Record<string, string>;

/**
 * The threads of the API and the worker, which look for them beside themselves. Each process that is compiled needs them in
 * its folder.
 */
export const THREADS = {
  'mail-thread': 'api/receipts/bounces/mail-thread.ts',
  'render-thread': 'rendering/render-thread.ts',
} as const satisfies Entries;

const OPTIONS = {
  absWorkingDir: ROOT,
  bundle: true,
  platform: 'node',
  target: 'node20',
  packages: 'external',
  logLevel: 'error',
} as const satisfies BuildOptions;

/** Compiles each entry to one file in `folder`, without the packages and without source maps. */
export async function compile(entries: Entries, folder: string): Promise<void> {
  await build({ ...OPTIONS, entryPoints: entries, outdir: folder });
}

/**
 * Compiles as `compile` does, into the cache. Returns the folder. A process from there starts in a third of the processor
 * time that a TypeScript loader takes, and no stack is formatted through source maps.
 */
export async function compiled(entries: Entries): Promise<string> {
  const outdir = path.join(ROOT, 'node_modules');
  const { outputFiles } = await build({ ...OPTIONS, entryPoints: entries, outdir, write: false });
  return kept(hashOf(outputFiles), async (folder) => {
    await mkdir(folder);
    for (const file of outputFiles)
      await writeFile(path.join(folder, path.basename(file.path)), file.contents);
  });
}

/** Returns a hash of a source and of every source that it imports, down to their comments. */
export async function hashOfSources(file: string): Promise<string> {
  const { outputFiles } = await build({
    ...OPTIONS,
    entryPoints: [file],
    sourcemap: 'inline',
    write: false,
  });
  return hashOf(outputFiles);
}

function hashOf(files: OutputFile[]): string {
  const hash = createHash('sha256');
  for (const file of files) hash.update(path.basename(file.path)).update(file.contents);
  return hash.digest('hex').slice(0, 20);
}
