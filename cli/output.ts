/** The output of a command. */
export interface Output {
  /** Prints a result: `value` as JSON with `--json`, else the text that `text` returns. */
  result(value: unknown, text: () => string): void;
}

export function createOutput(json: boolean, write: (text: string) => void): Output {
  return {
    result: (value, text) => write(json ? `${JSON.stringify(value, null, 2)}\n` : `${printable(text())}\n`),
  };
}

/** Replaces control characters, which would steer the terminal. Names and messages come from other people. */
export function printable(text: string): string {
  return text.replace(/[^\P{Cc}\n\t]/gu, '\uFFFD');
}

/** Returns rows as columns with headings, or `empty` if there is no row. */
export function table(rows: Record<string, unknown>[], empty: string): string {
  const first = rows[0];
  if (!first) return empty;
  const names = Object.keys(first);
  const lines = [
    names.map((name) => name.toUpperCase()),
    ...rows.map((row) => names.map((name) => cell(row[name]))),
  ];
  const widths = names.map((_name, column) => Math.max(...lines.map((line) => line[column]!.length)));
  const padded = lines.map((line) => line.map((text, column) => text.padEnd(widths[column]!)));
  return padded.map((line) => line.join('  ').trimEnd()).join('\n');
}

/** Returns a page of a list as a table. `more` has the options for the next page, null if there is none. */
export function pageText(rows: Record<string, unknown>[], empty: string, more: string | null): string {
  return table(rows, empty) + (more === null ? '' : `\n\nThere may be more: ${more}`);
}

/** Returns the `--after` option for the cursor of an answer. */
export const afterOption = (next: string | null): string | null => (next === null ? null : `--after ${next}`);

/** Returns `name  value` lines. Undefined values are left out. */
export function fields(record: Record<string, unknown>, indent = ''): string {
  const known = Object.entries(record).filter(([, value]) => value !== undefined);
  const width = Math.max(...known.map(([name]) => name.length));
  return known.map(([name, value]) => `${indent}${name.padEnd(width)}  ${cell(value)}`).join('\n');
}

function cell(value: unknown): string {
  if (value === null || value === undefined || value === '') return '-';
  if (Array.isArray(value)) return value.length === 0 ? '-' : value.map(cell).join(', ');
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  return text.replace(/\s+/g, ' ');
}
