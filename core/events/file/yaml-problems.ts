import {
  isCollection,
  isScalar,
  visit,
  type Document,
  type ErrorCode,
  type Node,
  type YAMLError,
} from 'yaml';
import type { Found } from './problem';

/** After these errors the parser continues normally, so an error in a later line is another mistake. */
const STAY_IN_LINE = new Set<ErrorCode>([
  ...(['BAD_SCALAR_START', 'TAG_RESOLVE_FAILED', 'NON_STRING_KEY'] as const),
  ...(['BLOCK_AS_IMPLICIT_KEY', 'BLOCK_IN_FLOW'] as const),
]);
const TABS = 'Tabs are not allowed as indentation';
const NESTED =
  'a map begins within a value: put a text with ": " in it, or with ":" at its end, in quotes, or correct the indentation';
const notAligned = (words: string): string => `"${words}" is not indented like the lines above it`;
const IN_QUOTES = '(put the whole text in quotes)';

/**
 * Returns the problems of a text that is not YAML: the parser's errors, reworded if they use its own terms. One mistake
 * often causes several errors, so errors that may follow from another one are left out.
 */
export function yamlProblems(
  source: string,
  document: Document,
  lineAt: (offset: number) => number,
): Found[] {
  const found: Found[] = [];
  let reported = 0;
  for (const error of [...document.errors, ...document.warnings].sort((a, b) => a.pos[0] - b.pos[0])) {
    const [at] = error.pos;
    const line = lineAt(at);
    if (line === reported) continue;
    reported = line;
    const rest = restOfLine(source, at);
    const braces = source.slice(Math.max(at - 2, 0), at + 2).includes('{{');
    const opening = braces ? undefined : openingOf(error, source, document);
    const place = opening ?? (error.code === 'BAD_INDENT' ? skipSpace(source, at) : at);
    const message = braces
      ? 'put a text with "{{" in it in quotes'
      : opening === undefined
        ? describe(error, lineUpTo(source, at), rest)
        : `the ${source[opening]} of this line is never closed`;
    found.push({ line: lineAt(place), message: `not valid YAML: ${message}` });
    // A "#" in braces begins a comment, which takes their end with it.
    if (braces ? !/^[^#'"]*\}\}/.test(rest) : !STAY_IN_LINE.has(error.code)) break;
  }
  return found;
}

function describe({ code, message }: YAMLError, before: string, rest: string): string {
  const shown = rest.trim().slice(0, 40);
  switch (code) {
    case 'BAD_SCALAR_START':
    case 'TAG_RESOLVE_FAILED':
      return `${message} ${IN_QUOTES}`;
    case 'NON_STRING_KEY':
      return `a key must be a text ${IN_QUOTES}`;
    case 'BLOCK_AS_IMPLICIT_KEY':
    case 'BLOCK_IN_FLOW':
      return before.trim() === '' ? notAligned(shown) : NESTED;
    case 'MULTILINE_IMPLICIT_KEY':
    case 'MISSING_CHAR':
      if (!message.startsWith('Implicit')) return message;
      return before.includes('\t')
        ? TABS
        : `"${shown}" is neither a key, which has ": " after it, nor indented as a part of a text`;
    case 'UNEXPECTED_TOKEN':
      if (/^(?:Not a YAML token|Block scalar header)/.test(message))
        return 'a text after "|" or ">" begins on the next line';
      if (before.trim() === '') return notAligned(shown);
      return `"${shown}" does not belong to the value before it ${IN_QUOTES}`;
    default:
      return message.replace(/; please use.*$/s, '');
  }
}

/** Returns where an unclosed quote or bracket begins. The parser reports a place some lines after it. */
function openingOf({ code, message, pos: [at] }: YAMLError, source: string, document: Document) {
  const isOpen =
    code === 'MISSING_CHAR' && message.startsWith('Missing closing')
      ? isScalar
      : (code === 'BAD_INDENT' || code === 'MISSING_CHAR') && / end with a .$/.test(message)
        ? (node: unknown) => isCollection(node) && node.flow === true
        : undefined;
  if (!isOpen) return undefined;
  let outermost: Node | undefined;
  visit(document, {
    Node: (_key, node) => {
      const [start, end] = node.range ?? [at, at];
      if (start >= at || end > at || !isOpen(node) || source.slice(end, at).trim() !== '') return undefined;
      outermost = node;
      return visit.BREAK;
    },
  });
  return outermost?.range?.[0];
}

const lineUpTo = (source: string, at: number): string =>
  source.slice(source.lastIndexOf('\n', at - 1) + 1, at);

function restOfLine(source: string, at: number): string {
  const end = source.indexOf('\n', at);
  return source.slice(at, end === -1 ? undefined : end).trimEnd();
}

/** The place of an error may be the end of the line before it. */
const skipSpace = (source: string, at: number): number => at + Math.max(source.slice(at).search(/\S/), 0);
