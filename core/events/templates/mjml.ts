import { MJML_ATTRIBUTES } from './mjml-attributes';
import { suggestion } from '../../shared/suggestion';
import type { TemplateProblem } from './check-template';

/** Converts an MJML document to HTML and keeps Handlebars expressions, or returns the problem. */
export type MjmlToHtml = (
  source: string,
) => { ok: true; html: string; line?: undefined } | { ok: false; problem: string; line?: number };

/** The elements of MJML. Those behind its attributes' own take any attributes. */
const ELEMENTS = [
  ...MJML_ATTRIBUTES.keys(),
  ...['mj-all', 'mj-class', 'mj-html-attribute', 'mj-include', 'mj-selector'],
];

/** Returns the elements of a document that MJML does not have, which the engine would copy into the HTML, with their lines. */
export function unknownElements(source: string): TemplateProblem[] {
  const unknown = [...source.matchAll(/<!--[^]*?-->|<(mj-[\w-]+)/gi)].filter(
    ([, name]) => name !== undefined && !ELEMENTS.includes(name),
  );
  return unknown.map(({ 1: name = '', index }) => ({
    line: lineAt(source, index),
    message: `unknown element "${name}"${suggestion(name, ELEMENTS)}`,
  }));
}

/** A start tag of MJML with its attributes, or a comment. */
const TAGS = /<!--[^]*?-->|<(mj-[\w-]+)((?:"[^"]*"|'[^']*'|[^"'<>])*)>/g;
const ATTRIBUTE = /([^\s"'=<>/]+)\s*=\s*(?:"[^"]*"|'[^']*')/g;

/** Returns attributes that their element does not have, which the engine ignores, with their lines. */
export function unknownAttributes(source: string): TemplateProblem[] {
  const plain = source.replace(/\{\{[^]*?\}\}/g, (tag) => tag.replace(/[^\n]/g, 'x'));
  return [...plain.matchAll(TAGS)].flatMap(({ 0: tag, 1: element = '', 2: rest = '', index }) => {
    const known = MJML_ATTRIBUTES.get(element);
    const start = index + tag.length - rest.length - 1;
    return [...(known ? rest.matchAll(ATTRIBUTE) : [])]
      .filter(([, name = '']) => !known!.includes(name))
      .map(({ 1: name = '', index: at }) => ({
        line: lineAt(source, start + at),
        message: `<${element}> has no attribute "${name}"${suggestion(name, known!)}`,
        isWarning: true,
      }));
  });
}

const lineAt = (source: string, index: number): number => source.slice(0, index).split('\n').length;

/** Elements of HTML that have no end tag. */
const VOID = /^(?:area|base|br|col|embed|hr|img|input|link|meta|source|track|wbr)$/i;

/** Returns the innermost element that a document leaves open; undefined: there is none. */
export function unclosedElement(source: string): { line: number; name: string } | undefined {
  const open: { name: string; index: number }[] = [];
  for (const { 1: end, 2: name = '', 3: own, index } of source.matchAll(
    /<!--[^]*?-->|<(\/?)([a-z][\w:-]*)(?:"[^"]*"|'[^']*'|[^"'<>])*?(\/?)>/gi,
  )) {
    if (name === '' || own === '/' || VOID.test(name)) continue;
    if (end === '') open.push({ name, index });
    else if (open.at(-1)?.name === name) open.pop();
    else if (open.some((one) => one.name === name)) break;
  }
  const last = open.at(-1);
  return last && { name: last.name, line: lineAt(source, last.index) };
}
