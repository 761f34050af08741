import { suggestion } from '../../shared/suggestion';

/** Converts an MJML document to HTML and keeps Handlebars expressions, or returns the problem. */
export type MjmlToHtml = (source: string) => { ok: true; html: string } | { ok: false; problem: string };

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
