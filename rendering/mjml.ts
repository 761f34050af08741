import type * as Mrml from 'mrml';
import { type MjmlToHtml, unclosedElement } from '../core/events/templates/mjml';
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
    return { ok: false, ...problemOf(result, source) };
  } catch {
    broken = true;
    return {
      ok: false,
      problem: 'it breaks the MJML engine; nest its elements less deeply, or make it smaller',
    };
  }
};

/** Returns the engine's error without its own place and terms, and the line in the document if there is one. */
function problemOf(error: Mrml.ToHtmlError, source: string): { problem: string; line?: number } {
  if (error.origin === 'render') return { problem: error.message };
  const { details } = error;
  if (details.type === 'no-root-node') return { problem: 'it has no <mjml> element' };
  if (details.type === 'end-of-stream') {
    const open = unclosedElement(source);
    return open
      ? { problem: `<${open.name}> is never closed`, line: open.line }
      : { problem: 'it ends too early' };
  }
  if (details.type === 'parser-error') {
    const [, line] = / at (\d+):\d+/.exec(details.source) ?? [];
    const problem = details.source.replace(/ at \d+:\d+ cause /, ': ').replace(/ at \d+:\d+$/, '');
    return { problem, ...(line !== undefined && { line: Number(line) }) };
  }
  const problem = error.message.replace(/ in root template(?: at position \d+:\d+)?$/, '');
  if (!('position' in details)) return { problem };
  // Positions are bytes.
  const bytes = Buffer.from(source);
  const at = (end: number, start = 0): string => bytes.subarray(start, end).toString();
  const { start, end } = details.position;
  return { problem: `${problem}: ${at(end, start).slice(0, 40)}`, line: at(start).split('\n').length };
}

function openEngine(): Mrml.Engine {
  // eslint-disable-next-line @typescript-eslint/no-require-imports -- An import would be done before it can be bounded.
  const mrml = loadBounded(() => require('mrml') as typeof Mrml, MEMORY_BYTES);
  return new mrml.Engine();
}
