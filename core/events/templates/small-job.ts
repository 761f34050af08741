import { LET, MESSAGE } from './prepare-template';

/** Maximum number of characters of a template's texts and keys. */
const MOST_SOURCE = 4096;
/** Maximum number of expressions. Compiling one takes up to 0.3 ms. */
const MOST_EXPRESSIONS = 64;
/** Maximum number of characters that a template can print. */
const MOST_OUTPUT = 16_000;
/** Maximum number of characters and values in the variables. */
const MOST_DATA = 16_384;

/** Maximum output of a helper, beside texts: a number such as 1e308 has 411 characters, each perhaps escaped. */
const CALL_OUTPUT = 900;
/** Maximum output of a number or boolean without a helper. */
const PLAIN_OUTPUT = 30;
/** Maximum output of one character after escaping: `&quot;`; in an address `%E1%BF%97` for each that `uppercase` makes of one. */
const ESCAPED = 6;
const ESCAPED_IN_ADDRESS = 27;

/** The texts of a template, in any nesting, and its address. */
export interface Sources {
  template: unknown;
  address?: string;
}

/**
 * Whether what these templates can do with these variables is certain to take a few milliseconds at most, so that it
 * needs no thread: there are 4,096 characters and 64 expressions to compile at most (the parser's time may grow with the
 * square of the white space), and no more than 16,000 characters can come of it, which is also all the HTML that a plain
 * text is made from. For that bound each expression prints the longest value there is, with every character
 * escaped, and all loops stand in each other and run over the longest list or object. `plural`, which puts a number into a text
 * as often as that says, is not bounded so, and never small. Nor is `urlencode`, which makes up to nine of a character.
 */
export function isSmallJob(
  { template, address = '' }: Sources,
  variables: unknown,
  mostOutput = MOST_OUTPUT,
): boolean {
  const texts: string[] = [];
  if (sizeOf(template, texts) + address.length > MOST_SOURCE) return false;
  const shapes = [...texts.map((text) => shapeOf(text, ESCAPED)), shapeOf(address, ESCAPED_IN_ADDRESS)];
  if (shapes.includes(null)) return false;
  const known = shapes.filter((shape) => shape !== null);
  if (known.reduce((sum, { calls, plain, blocks }) => sum + calls + plain + blocks, 0) > MOST_EXPRESSIONS)
    return false;
  const data: Data = { left: MOST_DATA, longest: 0, widest: 1 };
  measure(variables, data);
  if (data.left < 0) return false;
  let output = 0;
  for (const { length, literal, calls, plain, loops, escaped, defined } of known) {
    const texts = (literal + (calls + plain) * Math.max(data.longest, defined)) * escaped;
    output += (length + texts + calls * CALL_OUTPUT + plain * PLAIN_OUTPUT) * data.widest ** loops;
  }
  return output <= mostOutput;
}

/**
 * Returns whether an event file is certain to be checked within a few milliseconds: it is as short and has as few
 * expressions as above, no alias (`*name`), which repeats its target, and no MJML, which has its own engine.
 */
export const isSmallFile = (content: string): boolean =>
  content.length <= MOST_SOURCE &&
  content.split('{{').length - 1 <= MOST_EXPRESSIONS &&
  !content.includes('*') &&
  !content.includes('mjml');

/** Characters and values of a template; its texts are added to `texts`. */
function sizeOf(part: unknown, texts: string[]): number {
  if (typeof part === 'string') texts.push(part);
  if (typeof part === 'string') return part.length;
  if (typeof part !== 'object' || part === null) return 1;
  let size = 1;
  for (const [key, inner] of Object.entries(part)) {
    size += key.length + sizeOf(inner, texts);
    if (size > MOST_SOURCE) break;
  }
  return size;
}

interface Shape {
  length: number;
  /** Characters in calls, of which some may be printed. */
  literal: number;
  calls: number;
  plain: number;
  /** Beginnings of blocks, which print nothing themselves. */
  blocks: number;
  /** Loops, each perhaps within the one before. Their ends are ignored, because a text may look like one. */
  loops: number;
  escaped: number;
  /** Characters of the longest text that a block defines. */
  defined: number;
}

/** The block that gives names to values, which each expression in it may print. */
const DEFINES = `[${LET}]`;
/** The call of a message. The places that it fills in have "{" or "#" each (core/events/translations/encode.ts). */
const MESSAGES = new RegExp(`\\[${MESSAGE}\\] "[^"]*"`, 'g');
/** Blocks that run once at most. */
const ONCE = new Set(['if', 'unless', 'with', DEFINES]);

/** Null: its output has no bound. */
function shapeOf(text: string, escaped: number): Shape | null {
  const shape: Shape = {
    length: text.length,
    literal: 0,
    calls: 0,
    plain: 0,
    blocks: 0,
    loops: 0,
    escaped,
    defined: 0,
  };
  if (!text.includes('{{')) return shape;
  if (/plural|urlencode|\{\{\{\{/.test(text.replace(MESSAGES, ''))) return null;
  for (const [message] of text.matchAll(MESSAGES)) shape.calls += message.split(/%7B|%23/).length - 1;
  for (const [, sign = '', tag = ''] of text.matchAll(/\{\{~?([#^/]|else\s|)([^{}]*)/g)) {
    const name = /^[^\s~]*/.exec(tag.trimStart())?.[0] ?? '';
    if (sign === '' ? /\s\S|\|/.test(tag.trim()) : tag.includes('(')) {
      shape.calls += 1;
      shape.literal += tag.length;
    } else if (sign === '') shape.plain += 1;
    else shape.blocks += 1;
    if (sign !== '' && sign !== '/' && !ONCE.has(name)) shape.loops += 1;
    if (name !== DEFINES || sign === '/') continue;
    // What a helper returns has its own bound.
    if (tag.includes('(')) return null;
    shape.defined = Math.max(shape.defined, tag.length);
  }
  return shape;
}

interface Data {
  left: number;
  /** Characters of the longest text, or of a list as it prints. */
  longest: number;
  /** Values of the longest list or object. */
  widest: number;
}

/** Adds a value to `data`, and returns how many characters it prints. Ends early if there is too much. */
function measure(value: unknown, data: Data): number {
  data.left -= 1;
  if (typeof value === 'string') {
    data.left -= value.length;
    data.longest = Math.max(data.longest, value.length);
    return value.length;
  }
  if (typeof value !== 'object' || value === null) return PLAIN_OUTPUT;
  const values = Object.values(value);
  data.widest = Math.max(data.widest, values.length);
  let printed = 0;
  for (const inner of values) {
    if (data.left < 0) return 0;
    printed += 1 + measure(inner, data);
  }
  if (!Array.isArray(value)) return 0;
  data.longest = Math.max(data.longest, printed);
  return printed;
}
