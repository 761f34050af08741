import type * as Mrml from 'mrml';
import { loadBounded } from './bounded-wasm';

/** Memory of the engine: a document whose HTML has 256 kB needs a few MB, one that repeats its attributes gigabytes. */
const MEMORY_BYTES = 256 * 1024 * 1024;

let engine: Mrml.Engine | undefined;
let broken = false;

/**
 * Whether a document has broken the engine, which is WebAssembly: one that nests too deeply overflows its stack, and what
 * it makes of others after that is not to be trusted. Only a new thread or process has a new engine.
 */
export const isMjmlBroken = (): boolean => broken;

/**
 * HTML of an MJML document, Handlebars expressions untouched; or why there is none. Files cannot be included, so a
 * document reads nothing but itself.
 */
export function mjmlToHtml(source: string): { ok: true; html: string } | { ok: false; problem: string } {
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
}

function openEngine(): Mrml.Engine {
  // eslint-disable-next-line @typescript-eslint/no-require-imports -- An import would be done before it can be bounded.
  const mrml = loadBounded(() => require('mrml') as typeof Mrml, MEMORY_BYTES);
  return new mrml.Engine();
}
