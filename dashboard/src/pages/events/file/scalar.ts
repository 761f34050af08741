/** How a text stands in a file. */
interface ScalarPlace {
  /** Spaces before the lines of a text with several lines. */
  indent: number;
  /** Whether it is within `{}` or `[]`. */
  inFlow: boolean;
  /** What stands after it in its line, such as a comment. */
  rest: string;
}

/** Returns a text as YAML. Several lines become a block after `|`, where that is possible. */
export function writeText(text: string, { indent, inFlow, rest }: ScalarPlace): string {
  if (!text.includes('\n')) return quoted(text) + rest;
  return inFlow || !isBlockText(text) ? JSON.stringify(text) + rest : block(text, indent, rest);
}

/** Returns whether a block can hold a text: it is not blank, and has no control characters. */
export const isBlockText = (text: string): boolean =>
  text.trim() !== '' && !/[\u0000-\u0008\u000b-\u001f\u007f\u2028\u2029]/.test(text);

/** Returns a text as a block after `|`, without the line break at its end. */
export function block(text: string, indent: number, rest = ''): string {
  const chomping = !text.endsWith('\n') ? '-' : /\n\n$/.test(text) ? '+' : '';
  const lines = (chomping === '-' ? text : text.slice(0, -1)).split('\n');
  const first = lines.find((line) => line !== '') ?? '';
  const indicator = /^[ \t]/.test(first) || lines[0] === '' ? String(INDENT) : '';
  const pad = ' '.repeat(indent);
  const body = lines.map((line) => (line === '' ? '' : pad + line)).join('\n');
  return `|${indicator}${chomping}${rest}\n${body}`;
}

/** Spaces of one level. */
export const INDENT = 2;

/** Line breaks and control characters are possible in double quotes only. */
function quoted(text: string): string {
  if (/[\u0000-\u001f\u007f]/.test(text)) return JSON.stringify(text);
  return `'${text.replaceAll("'", "''")}'`;
}
