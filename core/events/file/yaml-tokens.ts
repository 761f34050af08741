import { CST, Lexer } from 'yaml';
import { formatCount, MAX_NESTING, MAX_PARTS } from './limits';
import type { Found } from './problem';

const NESTING = new Set(['seq-item-ind', 'explicit-key-ind', 'map-value-ind', 'anchor', 'tag']);
const EMPTY = new Set(['space', 'newline', 'doc-mode', 'scalar']);
const BLANK = new Set([...EMPTY, 'comment']);
const SHOWN = 40;

/**
 * Returns problems that only the lexer can find:
 * - `tooMuch`: the parser recurses. Some texts of a few kilobytes with deep nesting exhaust its stack or memory, which
 *   ends the process, and others cause an error in each byte. The lexer does not recurse, so it checks first. (YamlNodes
 *   checks nesting by indentation after the parser, because depth n needs n² bytes.)
 * - `lost`: texts whose end YAML drops without an error, because an unquoted ` #` begins a comment. A comment that has a
 *   variable, and no space after its `#`, was meant as text.
 */
export function scanTokens(source: string): { tooMuch?: Found; lost: Found[] } {
  const lost: Found[] = [];
  let line = 1;
  let levels = 0;
  let parts = 0;
  let hasContent = false;
  /** The value of `levels` at the start of each open flow collection. A comma resets `levels` to it. */
  const opened: number[] = [];
  for (const token of new Lexer().lex(source)) {
    const type = CST.tokenType(token) ?? 'text';
    if (type.startsWith('flow-') && type.endsWith('-start')) opened.push(levels);
    if (type.startsWith('flow-') && type.endsWith('-end')) levels = opened.pop() ?? levels;
    if (type === 'comma') levels = opened.at(-1) ?? levels;
    if (NESTING.has(type)) levels += 1;
    if (!EMPTY.has(type)) parts += 1;
    if (opened.length > MAX_NESTING || levels > MAX_NESTING)
      return { tooMuch: { line, message: `nested deeper than ${MAX_NESTING} levels` }, lost };
    if (parts > MAX_PARTS)
      return { tooMuch: { line, message: `more than ${formatCount(MAX_PARTS)} texts and marks` }, lost };

    if (type === 'comment' && hasContent && /^#[^\s#]/.test(token) && token.includes('{{'))
      lost.push({ line, message: lostMessage(token) });
    if (!BLANK.has(type)) hasContent = true;
    const lastBreak = token.lastIndexOf('\n');
    if (lastBreak === -1) continue;
    for (let at = token.indexOf('\n'); at !== -1; at = token.indexOf('\n', at + 1)) line += 1;
    levels = 0;
    // A text over several lines may have its comment on the last of them.
    hasContent = token.slice(lastBreak).trim() !== '';
  }
  return { lost };
}

function lostMessage(comment: string): string {
  const words = comment.length > SHOWN ? `${comment.slice(0, SHOWN)}…` : comment;
  return `YAML takes "${words}" for a comment: put the whole text in quotes (a comment has a space after "#")`;
}
