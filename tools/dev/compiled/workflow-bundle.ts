import { createHash } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { hashOfExtensions } from '../../../process/extensions/files';
import { findSequences, type OwnSequence } from '../../../process/extensions/sequences';
import { tracedModule } from '../../../worker/bundle';
import { BUNDLE_OPTIONS } from '../../../worker/bundle-options';
import { bundleWith } from '../../../worker/extension-bundle';
import { hashOfSources } from './compile';
import { kept } from './kept';

const PACKAGES = path.join(__dirname, '../../../package-lock.json');

export interface BundledWith {
  /** With OpenTelemetry's interceptors. @default false */
  traced?: boolean;
  /** Folder of extensions, whose sequences are in the bundle. @default none */
  extensions?: string | null;
}

/**
 * Bundles workflows, the service's or others; gives the file for WORKFLOW_BUNDLE. It takes seconds, so a bundle is kept for
 * as long as neither its sources nor the packages nor what is preloaded change.
 * @throws WorkflowImportError if a workflow imports what it may not.
 */
export async function bundleOf(
  workflowsPath: string,
  { traced = false, extensions = null }: BundledWith = {},
): Promise<string> {
  const hash = createHash('sha256').update(await hashOfSources(workflowsPath));
  hash.update(await readFile(PACKAGES)).update(BUNDLE_OPTIONS.preloadModules.join());
  let sequences: OwnSequence[] = [];
  if (extensions !== null) {
    sequences = findSequences(extensions);
    hash.update(extensions).update(hashOfExtensions(extensions));
  }
  const name = hash.digest('hex');
  return kept(`${traced ? 'traced-' : ''}${name.slice(0, 20)}.js`, async (file) => {
    const modules = traced ? [tracedModule()] : [];
    await writeFile(file, await bundleWith({ sequences }, { workflowsPath, modules }));
  });
}
