import { CST, Lexer } from 'yaml';
import type { Problem } from './yaml-source';

const SHOWN = 40;
const BLANK = new Set(['space', 'newline', 'comment', 'doc-mode', 'scalar']);

/**
 * Texts whose end YAML drops without an error, because an unquoted ` #` begins a comment. What holds a variable, and
 * follows its `#` without a space, was meant as text.
 */
export function lostTexts(source: string): Omit<Problem, 'file'>[] {
  const found: Omit<Problem, 'file'>[] = [];
  let line = 1;
  let hasContent = false;
  for (const token of new Lexer().lex(source)) {
    const type = CST.tokenType(token) ?? 'text';
    if (type === 'comment' && hasContent && /^#[^\s#]/.test(token) && token.includes('{{')) {
      const words = token.length > SHOWN ? `${token.slice(0, SHOWN)}…` : token;
      const message = `YAML takes "${words}" for a comment: put the whole text in quotes (a comment has a space behind "#")`;
      found.push({ line, message });
    }
    if (!BLANK.has(type)) hasContent = true;
    const rows = token.split('\n');
    // A text over several lines may have its comment on the last of them.
    if (rows.length > 1) hasContent = rows.at(-1)?.trim() !== '';
    line += rows.length - 1;
  }
  return found;
}
