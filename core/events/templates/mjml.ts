import type * as Mrml from 'mrml';
import { suggestion } from '../../shared/suggestion';
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

/**
 * Converts an MJML document to HTML and keeps Handlebars expressions, or returns the problem. A document cannot include
 * files.
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

/** The elements of MJML, by what follows `mj-`. */
const ELEMENTS = [
  ...['accordion', 'accordion-element', 'accordion-text', 'accordion-title', 'all', 'attributes', 'body'],
  ...['breakpoint', 'button', 'carousel', 'carousel-image', 'class', 'column', 'divider', 'font', 'group'],
  ...['head', 'hero', 'html-attribute', 'html-attributes', 'image', 'include', 'navbar', 'navbar-link'],
  ...['preview', 'raw', 'section', 'selector', 'social', 'social-element', 'spacer', 'style', 'table'],
  ...['text', 'title', 'wrapper'],
].map((name) => `mj-${name}`);

/** Returns the elements of a document that MJML does not have, which the engine would copy into the HTML, with their lines. */
export function unknownElements(source: string): { line: number; message: string }[] {
  const unknown = [...source.matchAll(/<!--[^]*?-->|<(mj-[\w-]+)/gi)].filter(
    ([, name]) => name !== undefined && !ELEMENTS.includes(name),
  );
  return unknown.map(({ 1: name = '', index }) => ({
    line: source.slice(0, index).split('\n').length,
    message: `unknown element "${name}"${suggestion(name, ELEMENTS)}`,
  }));
}

function openEngine(): Mrml.Engine {
  // eslint-disable-next-line @typescript-eslint/no-require-imports -- An import would be done before it can be bounded.
  const mrml = loadBounded(() => require('mrml') as typeof Mrml, MEMORY_BYTES);
  return new mrml.Engine();
}
