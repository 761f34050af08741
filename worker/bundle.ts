import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { WorkerOptions } from '@temporalio/worker';
import { BUNDLE_OPTIONS } from './bundle-options';

export type WorkflowSource = Pick<WorkerOptions, 'workflowBundle' | 'workflowsPath' | 'bundlerOptions'> & {
  /** Interceptors to bundle with the sources. */
  workflowModules?: string[];
};

/** Returns the module of workflows that traces them. A bundle has it or not. */
export const tracedModule = (): string =>
  require.resolve('@temporalio/interceptors-opentelemetry/lib/workflow-interceptors');

/**
 * Returns where the worker finds its workflows: the bundle of a build, or the sources, which it bundles at start. With `traced`
 * they are traced, unless `bundle` was built without that.
 */
export function workflowSource(bundle: string | undefined, { traced }: { traced: boolean }): WorkflowSource {
  const built = bundle ?? join(__dirname, `../${traced ? 'traced-' : ''}workflow-bundle.js`);
  if (bundle !== undefined || existsSync(built)) return { workflowBundle: { codePath: built } };
  const workflowsPath = join(__dirname, '../workflows/index.ts');
  const workflowModules = traced ? [tracedModule()] : [];
  return { workflowsPath, bundlerOptions: BUNDLE_OPTIONS, workflowModules };
}
