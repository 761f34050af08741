import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import Module from 'node:module';
import path from 'node:path';
import { deserialize, serialize } from 'node:v8';
import { Script } from 'node:vm';
import { keepMemoryFlat } from '../../../process/lifecycle';

/*
 * Required by the service's processes before their own code: the first of a run leaves its compiled code in a file, and
 * those after it start from that in two thirds of the processor time. What they run is the same. (Node does it itself
 * from 22.1 on, with NODE_COMPILE_CACHE, and finds the files anew each time.)
 */

interface Kept {
  /** By file: what was read of it, and V8's code. */
  modules: Map<string, { source: string; code: Buffer }>;
  /** By what was asked for and where it was looked for: the file. */
  found: Map<string, string>;
}
type Compile = (this: NodeJS.Module, source: string, filename: string, format?: string) => unknown;
/** What Node's CommonJS loader calls for each module, as packages that hook into it rely on. */
const loader = Module as unknown as {
  _findPath(request: string, folders: string[] | null, isMain: boolean): string | false;
  _resolveFilename(request: string, parent: NodeJS.Module, isMain: boolean, options?: object): string;
  _resolveLookupPaths(request: string, parent: NodeJS.Module): string[] | null;
  _extensions: NodeJS.RequireExtensions;
  _cache: NodeJS.Dict<NodeJS.Module>;
  prototype: { _compile: Compile };
  wrap(source: string): string;
};
type Wrapped = (
  this: unknown,
  exports: unknown,
  require: NodeJS.Require,
  module: NodeJS.Module,
  filename: string,
  folder: string,
) => unknown;

const file = `${process.argv[1] ?? ''}.code`;
const isFirst = !existsSync(file);
const kept: Kept = isFirst
  ? { modules: new Map(), found: new Map() }
  : (deserialize(readFileSync(file)) as Kept);
const scripts = new Map<string, { source: string; script: Script }>();

// V8 takes code only where its flags are those that it was made with.
keepMemoryFlat();
rememberFiles();
compileFromKept();
if (isFirst) keepWhenReady();

function rememberFiles(): void {
  const find = loader._findPath;
  loader._findPath = (request, folders, isMain) => {
    const key = [request, ...(folders ?? [])].join('\0');
    const found = kept.found.get(key) ?? find.call(loader, request, folders, isMain);
    if (found && !isMain) kept.found.set(key, found);
    return found;
  };
  const extensions = loader._extensions;
  const read = extensions['.js'];
  extensions['.js'] = (module, filename) => {
    const known = kept.modules.get(filename);
    if (known) loader.prototype._compile.call(module, known.source, filename);
    else read(module, filename);
  };
}

/** An ES module is no script, and an import() needs the loader that Node's own compiling gives it. */
const isOurs = (source: string, filename: string, format?: string): boolean =>
  format !== 'module' && !filename.endsWith('.mjs') && !/\bimport\s*\(/.test(source);

function compileFromKept(): void {
  const compile = loader.prototype._compile;
  loader.prototype._compile = function (source, filename, format) {
    const cachedData = kept.modules.get(filename)?.code;
    if (!cachedData && !isOurs(source, filename, format)) return compile.call(this, source, filename, format);
    const script = new Script(loader.wrap(source), { filename, ...(cachedData && { cachedData }) });
    if (isFirst) scripts.set(filename, { source, script });
    const wrapped = script.runInThisContext() as Wrapped;
    return wrapped.call(this.exports, this.exports, requireOf(this), this, filename, path.dirname(filename));
  };
}

function requireOf(module: NodeJS.Module): NodeJS.Require {
  const resolve = (request: string, options?: object): string =>
    loader._resolveFilename(request, module, false, options);
  return Object.assign((id: string): unknown => module.require(id), {
    resolve: Object.assign(resolve, {
      paths: (request: string) => loader._resolveLookupPaths(request, module),
    }),
    main: process.mainModule,
    extensions: loader._extensions,
    cache: loader._cache,
  });
}

/** Functions that ran are compiled by then, and kept with the rest. */
function keepWhenReady(): void {
  const send = process.send?.bind(process) as ((...args: unknown[]) => boolean) | undefined;
  if (!send) return;
  process.send = (...args: unknown[]): boolean => {
    const modules: Kept['modules'] = new Map();
    for (const [filename, { source, script }] of scripts)
      modules.set(filename, { source, code: script.createCachedData() });
    const temporary = `${file}.${process.pid}`;
    writeFileSync(temporary, serialize({ modules, found: kept.found } satisfies Kept));
    renameSync(temporary, file);
    process.send = send;
    return send(...args);
  };
}
