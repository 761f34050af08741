import type * as Mrml from 'mrml';
import type { MjmlToHtml } from '../core/events/templates/mjml';
import { loadBounded } from './bounded-wasm';

/** Memory limit of the engine. HTML of 256 kB needs a few MB, but a document that repeats its attributes may need gigabytes. */
const MEMORY_BYTES = 256 * 1024 * 1024;

let engine: Mrml.Engine | undefined;
let broken = false;

/**
 * Returns whether a document has broken the engine, which is WebAssembly. Nesting that is too deep overflows its stack, and
 * its results after that are unreliable. Only a new thread or process has a new engine.
 */
export const isMjmlBroken = (): boolean => broken;

/** The engine of this thread. A document cannot include files. */
export const mjmlToHtml: MjmlToHtml = (source) => {
  if (broken) return { ok: false, problem: 'not read, because another document broke the MJML engine' };
  try {
    engine ??= openEngine();
    const result = engine.toHtml(source);
    if (result.type === 'success') return { ok: true, html: result.content };
    return { ok: false, problem: result.message };
  } catch {
    broken = true;
    return {
      ok: false,
      problem: 'it breaks the MJML engine; nest its elements less deeply, or make it smaller',
    };
  }
};

function openEngine(): Mrml.Engine {
  // eslint-disable-next-line @typescript-eslint/no-require-imports -- An import would be done before it can be bounded.
  const mrml = loadBounded(() => require('mrml') as typeof Mrml, MEMORY_BYTES);
  return new mrml.Engine();
}
