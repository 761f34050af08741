import path from 'node:path';
import type { BundleOptions } from '@temporalio/worker';
import { refuseImports } from './workflow-imports';

const WORKFLOWS = path.join(__dirname, '../workflows');

/**
 * Modules that a worker loads once, instead of once for each run. They must keep nothing about a run, and must not import
 * sequences: those are loaded for each run, because an engineer may keep something in a variable of a module.
 */
const preloadModules = [
  '@temporalio/workflow',
  ...['engine/calls', 'engine/declared', 'webhook'].map((name) => path.join(WORKFLOWS, name)),
];

/** How every bundle of workflows is made. */
export const BUNDLE_OPTIONS = {
  webpackConfigHook: refuseImports,
  preloadModules,
} as const satisfies Partial<BundleOptions>;
