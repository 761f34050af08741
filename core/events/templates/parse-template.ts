import Handlebars from 'handlebars';

/** A path of the parser, which decides whether it is valid. */
const PATH = String.raw`(?:\[[^\]{}]*\]|[^\s|{}()\[\]"'=!#^&>*~])+`;

/** Matches every `{{path | text}}`. The first four alternatives skip what only looks like one. */
const TAGS = new RegExp(
  [
    // Text, by one backslash before it; two are a backslash before a tag.
    String.raw`(?<!\\)\\\{\{`,
    // Raw blocks, and what follows the first.
    String.raw`\{\{\{\{[^]*`,
    String.raw`\{\{~?!--[^]*?(?:--~?\}\}|$)`,
    String.raw`\{\{~?![^]*?(?:\}\}|$)`,
    String.raw`(?<open>\{\{~?[{&]?\s*)(?!/|else[\s|])(?<path>${PATH})(?<space>\s*)\|(?<text>[^{}|\\]*)(?<close>\}{2,3})`,
  ].join('|'),
  'g',
);

/**
 * Parses a template. `{{name | Guest}}`, a variable with a default, is read as `{{default name "Guest"}}`. Throws the
 * parser's error if the template is broken.
 */
export const parseTemplate = (source: string): hbs.AST.Program => Handlebars.parse(withCalls(source));

/** Returns a template with its defaults as calls: the text whose places the parsed template names. */
export function withCalls(source: string): string {
  if (!source.includes('|')) return source;
  return source.replace(TAGS, (tag: string, ...found: unknown[]) => {
    const { open, path, space, text, close } = found.at(-1) as Record<string, string | undefined>;
    if (open === undefined || text === undefined) return tag;
    // White space stays where it is, so that lines keep their numbers.
    const [, before = '', words = '', after = ''] = /^(\s*)([^]*?)(\s*~?)$/.exec(text) ?? [];
    return `${open}default ${path}${space} ${before}${quoted(words)}${after}${close}`;
  });
}

/** As a string of Handlebars, in which a backslash can only stand before a quotation mark. */
function quoted(words: string): string {
  const [, , inner = words] = /^(["'])([^]*)\1$/.exec(words) ?? [];
  return `"${inner.replaceAll('"', '\\"')}"`;
}
