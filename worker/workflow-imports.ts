import { readFileSync } from 'node:fs';
import { isBuiltin } from 'node:module';
import path from 'node:path';
import type { BundleOptions } from '@temporalio/worker';
import type { Compilation, Module } from 'webpack';

const NAME = 'workflow-imports';
/** Temporal has replacements of these for workflow code. */
const REPLACED = new Set(['assert', 'url', 'util']);
const NOT_FOR_WORKFLOWS =
  /^(?:@temporalio\/(?:activity|client|worker|testing|core-bridge)|heliograph\/(?!sequences$)\w+)(?:\/|$)/;

/** Thrown when workflow code imports what it cannot use. The message has file and line. */
export class WorkflowImportError extends Error {
  override readonly name = 'WorkflowImportError';
}

/**
 * Refuses imports that workflow code cannot use, and packages that have such imports, for every bundle of workflows.
 * Temporal's own check names neither the file nor the line.
 */
export const refuseImports: NonNullable<BundleOptions['webpackConfigHook']> = (config) => ({
  ...config,
  plugins: [
    ...(config.plugins ?? []),
    {
      apply: ({ hooks }) =>
        hooks.compilation.tap(NAME, (compilation) =>
          compilation.hooks.finishModules.tap(NAME, (modules) => {
            for (const module of modules) refuseIn(module, compilation);
          }),
        ),
    },
  ],
});

function refuseIn(module: Module, { moduleGraph }: Compilation): void {
  const refused = requestsOf(module).find(({ request }) => isRefused(request))?.request;
  if (refused === undefined) return;
  let importer: Module | null = module;
  let imported: string | undefined = refused;
  while (importer && isPackage(importer)) {
    const child: Module = importer;
    importer = moduleGraph.getIssuer(child) ?? null;
    imported = importer
      ? requestsOf(importer).find(({ dependency }) => moduleGraph.getModule(dependency) === child)?.request
      : undefined;
  }
  const file = importer?.nameForCondition();
  if (!file || imported === undefined) return;
  const through = imported === refused ? '' : `it imports "${refused}", and `;
  const what = NOT_FOR_WORKFLOWS.test(refused) ? 'does not reach the service' : 'has no Node modules';
  throw new WorkflowImportError(
    `${path.relative('', file)}:${lineOf(imported, file)}: "${imported}" cannot be imported, because ${through}workflow code ${what} (docs/guides/sequences.md).`,
  );
}

const isRefused = (request: string): boolean =>
  request.startsWith('node:') ||
  (isBuiltin(request) && !REPLACED.has(request)) ||
  NOT_FOR_WORKFLOWS.test(request);

const isPackage = (module: Module): boolean => /[\\/]node_modules[\\/]/.test(module.nameForCondition() ?? '');

const requestsOf = ({ dependencies, blocks }: Module) =>
  [...dependencies, ...blocks.flatMap((block) => block.dependencies)].flatMap((dependency) => {
    const { request } = dependency as { request?: unknown };
    return typeof request === 'string' ? [{ request, dependency }] : [];
  });

/** Returns the line of an import in a source. The bundler knows the line in compiled code only. */
function lineOf(request: string, file: string): number {
  const lines = readFileSync(file, 'utf8').split('\n');
  const quoted = [`'${request}'`, `"${request}"`, `\`${request}\``];
  return (
    lines.findIndex((line) => !/^\s*(?:\*|\/[/*])/.test(line) && quoted.some((one) => line.includes(one))) + 1
  );
}
