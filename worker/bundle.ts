import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { WorkerOptions } from '@temporalio/worker';
import type { Logger } from 'pino';
import type { Extensions } from '../process/extensions/load';
import { BUNDLE_OPTIONS } from './bundle-options';
import { builtBundle, bundleWith, checkSequences } from './extension-bundle';

export type WorkflowSource = Pick<WorkerOptions, 'workflowBundle' | 'workflowsPath' | 'bundlerOptions'> & {
  /** Interceptors to bundle with the sources. */
  workflowModules?: string[];
};

/** Returns the module of workflows that traces them. A bundle has it or not. */
export const tracedModule = (): string =>
  require.resolve('@temporalio/interceptors-opentelemetry/lib/workflow-interceptors');

/** The bundle of a build. */
export const ourBundle = ({ traced }: { traced: boolean }): string =>
  join(__dirname, `../${traced ? 'traced-' : ''}workflow-bundle.js`);

/** The entry of the workflows: compiled in a build, else a source. */
export const workflowsEntry = (): string =>
  ['js', 'ts'].map((type) => join(__dirname, `../workflows/index.${type}`)).find(existsSync) ?? '';

/**
 * Returns where the worker finds its workflows: the bundle of a build, or the sources, which it bundles at start. With `traced`
 * they are traced, unless `bundle` was built without that.
 */
export function workflowSource(bundle: string | undefined, { traced }: { traced: boolean }): WorkflowSource {
  const built = bundle ?? ourBundle({ traced });
  if (bundle !== undefined || existsSync(built)) return { workflowBundle: { codePath: built } };
  const workflowModules = traced ? [tracedModule()] : [];
  return { workflowsPath: workflowsEntry(), bundlerOptions: BUNDLE_OPTIONS, workflowModules };
}

/**
 * Returns where the worker finds its workflows and the sequences of the extensions: in what `npm run extensions` has built, if
 * it is of this release and of these files, else in a bundle that it makes now.
 * @throws ExtensionError or WorkflowImportError that names the file of a sequence that cannot be used.
 */
export async function workflowsWith(
  extensions: Extensions,
  { bundle, traced, log }: { bundle: string | undefined; traced: boolean; log: Pick<Logger, 'info'> },
): Promise<WorkflowSource> {
  const { folder } = extensions;
  checkSequences(extensions);
  if (folder === null || extensions.sequences.length === 0 || bundle !== undefined)
    return workflowSource(bundle, { traced });
  const ours = ourBundle({ traced });
  const built = existsSync(ours) ? await builtBundle(folder, ours) : undefined;
  if (built !== undefined) return { workflowBundle: { codePath: built } };
  log.info(
    'the workflows are bundled with the sequences of the extensions, which takes seconds; build them to start at once (docs/guides/extensions.md)',
  );
  const modules = traced ? [tracedModule()] : [];
  const code = await bundleWith(extensions, { workflowsPath: workflowsEntry(), modules });
  return { workflowBundle: { code } };
}
