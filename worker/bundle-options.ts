import path from 'node:path';
import type { BundleOptions } from '@temporalio/worker';
import { PACKAGE_FOLDER } from '../process/version';
import { refuseImports } from './workflow-imports';

const WORKFLOWS = path.join(__dirname, '../workflows');

/**
 * Modules that a worker loads once, instead of once for each run. They must keep nothing about a run, and must not import
 * sequences: those are loaded for each run, because an engineer may keep something in a variable of a module. `engine/stacks` must
 * be among them: it changes a global, and those are frozen after the modules are loaded.
 */
const preloadModules = [
  '@temporalio/workflow',
  ...['engine/stacks', 'engine/calls', 'engine/declared', 'webhook'].map((name) =>
    path.join(WORKFLOWS, name),
  ),
];

/** How every bundle of workflows is made. */
export const BUNDLE_OPTIONS = {
  webpackConfigHook: refuseImports,
  preloadModules,
} as const satisfies Partial<BundleOptions>;

const NAME = 'extension-sequences';
const REPLACED = path.join(WORKFLOWS, 'sequences/extensions');

/**
 * Returns how a bundle with the sequences of extensions is made.
 * @param module absolute path of the module that takes the place of workflows/sequences/extensions.ts
 */
export const optionsWith = (module: string): Partial<BundleOptions> => ({
  ...BUNDLE_OPTIONS,
  webpackConfigHook: (config) =>
    refuseImports({
      ...config,
      resolve: {
        ...config.resolve,
        alias: {
          ...config.resolve?.alias,
          'heliograph/sequences$': path.join(__dirname, '../process/extensions/api/sequences'),
        },
        // A folder elsewhere has no packages, or only some of its own.
        modules: [...(config.resolve?.modules ?? []), path.join(PACKAGE_FOLDER, 'node_modules')],
      },
      plugins: [
        ...(config.plugins ?? []),
        {
          apply: ({ hooks }) =>
            hooks.normalModuleFactory.tap(NAME, (factory) =>
              factory.hooks.beforeResolve.tap(NAME, (data) => {
                if (path.resolve(data.context, data.request) === REPLACED) data.request = module;
              }),
            ),
        },
      ],
    }),
});
