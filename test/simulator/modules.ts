import { readFileSync } from 'node:fs';
import Module from 'node:module';
import { join, sep } from 'node:path';
import { transformSync } from 'esbuild';
import type { Fault } from './faults/fault';
import { withFault } from './faults/table';

/**
 * Gives the service's code stand-ins for Temporal's modules, and its own code with a fault in it if one is wanted. To be called
 * before the first of that code is loaded.
 */
const ROOT = join(__dirname, '..', '..');
const STAND_INS: Record<string, string> = {
  '@temporalio/workflow': join(__dirname, 'engine', 'workflow-module'),
  '@temporalio/activity': join(__dirname, 'engine', 'activity-module'),
};

interface Loader {
  _extensions: Record<string, (module: Compiled, filename: string) => void>;
  _load: (request: string, parent: { filename?: string | null } | undefined, isMain: boolean) => unknown;
}

interface Compiled {
  _compile: (code: string, filename: string) => void;
}

/** Loads one file of the service with a fault in it. */
export function plant(fault: Fault): void {
  const loader = Module as unknown as Loader;
  const load = loader._extensions['.ts'];
  const planted = join(ROOT, fault.file);
  const text = withFault(readFileSync(planted, 'utf8'), fault);
  loader._extensions['.ts'] = (module, filename) => {
    if (filename !== planted) return load?.(module, filename);
    const { code } = transformSync(text, {
      loader: 'ts',
      format: 'cjs',
      target: 'node20',
      sourcefile: filename,
    });
    module._compile(code, filename);
  };
}

export function standIn(): void {
  const loader = Module as unknown as Loader;
  const load = loader._load.bind(loader);
  loader._load = (request, parent, isMain) => {
    const stand = STAND_INS[request];
    const isOurs =
      parent?.filename?.startsWith(ROOT + sep) && !parent.filename.includes(`${sep}node_modules${sep}`);
    return load(stand && isOurs ? stand : request, parent, isMain);
  };
}
