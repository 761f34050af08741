import { existsSync, readFileSync, statSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { compileFunction } from 'node:vm';
import { ExtensionError } from './error';
import { shown } from './files';

type Exports = Record<string, unknown>;
type Require = (request: string) => unknown;

/** Returns the exports of a file of an extensions folder. Throws an ExtensionError that names the file. */
export type LoadExtension = (file: string) => Exports;

/** Loads the packages that the service has. */
const serviceRequire = createRequire(__filename);

/**
 * Creates a loader of an extensions folder. A build has plain Node, so the TypeScript becomes JavaScript in memory, by the
 * compiler that Temporal's bundler uses. `parts` are the modules of the service that extensions may import, by name: the
 * extensions get the modules of this process, and no copy.
 */
export async function createLoader(
  folder: string,
  parts: Readonly<Record<string, object>>,
): Promise<LoadExtension> {
  // It takes 50 ms and 40 MB. A process without extensions loads none of it.
  const { transformSync } = await import('@swc/core');
  const loaded = new Map<string, { exports: Exports }>();

  function load(file: string): Exports {
    const known = loaded.get(file);
    if (known) return known.exports;
    const module = { exports: {} };
    loaded.set(file, module);
    const source = readFileSync(file, 'utf8');
    if (file.endsWith('.json')) return (module.exports = JSON.parse(source) as Exports);
    const { code } = transformSync(source, {
      ...{ filename: file, swcrc: false, configFile: false, isModule: 'unknown', sourceMaps: false },
      jsc: { parser: { syntax: 'typescript', decorators: true }, target: 'es2022' },
      module: { type: 'commonjs' },
    });
    const names = ['exports', 'require', 'module', '__filename', '__dirname'];
    const run = compileFunction(code, names, { filename: file }) as (...values: unknown[]) => void;
    const required: Require = (request) => requireFrom(request, file);
    run(module.exports, required, module, file, path.dirname(file));
    return module.exports;
  }

  const requireFrom = (request: string, from: string): unknown => {
    if (Object.hasOwn(parts, request)) return parts[request];
    if (/^heliograph(?:\/|$)/.test(request))
      throw new ExtensionError(
        `${shown(from)}: there is no "${request}". Import ${Object.keys(parts).join(', ')}.`,
      );
    return /^\.\.?(?:\/|$)/.test(request) ? load(fileOf(request, from)) : packageOf(request, from);
  };

  const fileOf = (request: string, from: string): string => {
    const wanted = path.resolve(path.dirname(from), request);
    if (path.relative(folder, wanted).startsWith('..'))
      throw new ExtensionError(
        `${shown(from)}: "${request}" is outside the extensions. Import heliograph/… instead (docs/guides/extensions.md).`,
      );
    const found = [
      ...[wanted, `${wanted}.ts`, `${wanted}.js`, wanted.replace(/\.js$/, '.ts')],
      ...[path.join(wanted, 'index.ts'), path.join(wanted, 'index.js')],
    ].find((file) => existsSync(file) && statSync(file).isFile());
    if (found === undefined) throw new ExtensionError(`${shown(from)}: there is no file "${request}".`);
    return found;
  };

  return (file) => {
    try {
      return load(file);
    } catch (error) {
      if (error instanceof ExtensionError) throw error;
      const thrown = Object(error) as Partial<Error>;
      const { message = String(error) } = thrown;
      throw new ExtensionError(
        `${shown(file)} cannot be loaded: ${placed(thrown, { file, folder })}${plain(message)}`,
        { cause: error },
      );
    }
  };
}

/** Returns a package of the extensions, else of the service. */
function packageOf(request: string, from: string): unknown {
  const own = createRequire(from);
  const isThere = (one: NodeJS.Require): boolean => {
    try {
      one.resolve(request);
      return true;
    } catch {
      return false;
    }
  };
  const found = [own, serviceRequire].find(isThere);
  if (found) return found(request) as unknown;
  throw new ExtensionError(
    `${shown(from)}: there is no package "${request}". Install it in the extensions folder.`,
  );
}

/** Returns the file that threw, if it is another one of the folder than the one that is loaded. */
function placed({ stack = '' }: Partial<Error>, of: { file: string; folder: string }): string {
  const [, file] = stack.split('\n').flatMap((line) => /\(?([^\s(]+):\d+:\d+\)?$/.exec(line) ?? []);
  return file !== of.file && file?.startsWith(of.folder + path.sep) ? `${shown(file)}: ` : '';
}

/** Returns a message of the compiler without the colours of a terminal. */
const plain = (message: string): string => message.replace(/\u001b\[[\d;]*m/g, '').trim();
