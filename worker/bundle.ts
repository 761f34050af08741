import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { WorkerOptions } from '@temporalio/worker';
import { BUNDLE_OPTIONS } from './bundle-options';

/** Returns where the worker finds its workflows: the bundle of a build, or the sources, which it bundles at start. */
export function workflowSource(
  bundle: string | undefined,
): Pick<WorkerOptions, 'workflowBundle' | 'workflowsPath' | 'bundlerOptions'> {
  const built = bundle ?? join(__dirname, '../workflow-bundle.js');
  if (bundle !== undefined || existsSync(built)) return { workflowBundle: { codePath: built } };
  const workflowsPath = join(__dirname, '../workflows/index.ts');
  return { workflowsPath, bundlerOptions: BUNDLE_OPTIONS };
}
