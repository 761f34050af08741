import { readFileSync } from 'node:fs';
import Module from 'node:module';
import { join, sep } from 'node:path';
import { transformSync } from 'esbuild';
import { type Fault, withFault } from './faults/fault';

/**
 * Decides how the files of the simulator and the service are loaded: with stand-ins for Temporal's modules, and with a fault if
 * one is wanted. To be loaded before all of them.
 */
const ROOT = join(__dirname, '..', '..');
const STAND_INS: Record<string, string> = {
  '@temporalio/workflow': join(__dirname, 'engine', 'workflow-module'),
  '@temporalio/activity': join(__dirname, 'engine', 'activity-module'),
  'lru-cache': join(__dirname, 'small-cache'),
};

interface Loader {
  _extensions: Record<string, (module: Compiled, filename: string) => void>;
  _load: (request: string, parent: { filename?: string | null } | undefined, isMain: boolean) => unknown;
}

interface Compiled {
  _compile: (code: string, filename: string) => void;
}

let fault: Fault | undefined;

/** Puts a fault into the code that is loaded from now on. */
export const plant = (one: Fault): void => {
  fault = one;
};

/**
 * The names of closures are not kept. To keep them, tsx defines the name of each whenever it is made, which costs histories a
 * quarter of their time.
 */
function compile(module: Compiled, filename: string): void {
  const text = readFileSync(filename, 'utf8');
  const isPlanted = fault !== undefined && filename === join(ROOT, fault.file);
  const { code } = transformSync(isPlanted ? withFault(text, fault as Fault) : text, {
    ...{ loader: 'ts', format: 'cjs', target: 'node20', sourcemap: 'inline', sourcefile: filename },
  });
  module._compile(code, filename);
}

function takeOver(loader: Loader): void {
  loader._extensions['.ts'] = compile;
  const load = loader._load.bind(loader);
  loader._load = (request, parent, isMain) => {
    const stand = STAND_INS[request];
    const isOurs =
      parent?.filename?.startsWith(ROOT + sep) && !parent.filename.includes(`${sep}node_modules${sep}`);
    return load(stand && isOurs && parent?.filename !== `${stand}.ts` ? stand : request, parent, isMain);
  };
}

takeOver(Module as unknown as Loader);
