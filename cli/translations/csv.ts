import { CliError } from '../errors';
import type { Exchange, ExchangeUnit } from './exchange';

/** Lets spreadsheets read UTF-8. */
const MARK = '\ufeff';

/** Returns a table of RFC 4180: key, description, source, translation. */
export function toCsv({ source, language = '', units }: Exchange): string {
  const rows = [
    ['key', 'description', source, language],
    ...units.map(({ key, description = '', source: text, target = '' }) => [key, description, text, target]),
  ];
  return MARK + rows.map((row) => `${row.map(cell).join(',')}\r\n`).join('');
}

const cell = (text: string): string =>
  /[",;\t\r\n]|^\s|\s$/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;

/** Reads a table with commas, semicolons or tabs, as spreadsheets write it. Other columns are left out. */
export function fromCsv(content: string): Exchange {
  const text = content.replace(MARK, '');
  const head = text.split(/\r?\n/, 1)[0] ?? '';
  const separator = [',', ';', '\t'].find((one) => head.split(one).length >= 3) ?? ',';
  const [names = [], ...rows] = rowsOf(text, separator);
  const [key, description] = names;
  if (key !== 'key' || description !== 'description' || names.length < 4)
    throw new CliError('the table does not begin with the columns key, description, SOURCE, LANGUAGE', {
      next: 'Export it again: heliograph events translations export DIR --language de --format csv',
    });
  const units = rows
    .filter((row) => row.some((one) => one !== ''))
    .map(([name = '', words = '', source = '', target = '']): ExchangeUnit => ({
      ...{ key: name, source },
      ...(words !== '' && { description: words }),
      ...(target !== '' && { target }),
    }));
  return { source: names[2]!, language: names[3], units };
}

/** Returns the cells of a table, in which quotes may have separators, quotes and line breaks. */
function rowsOf(text: string, separator: string): string[][] {
  const rows: string[][] = [];
  let row: string[] = [];
  let at = 0;
  while (at < text.length) {
    let value = '';
    if (text[at] === '"') {
      at += 1;
      for (;;) {
        const end = text.indexOf('"', at);
        if (end === -1) throw new CliError(`the quote of row ${rows.length + 1} is never closed`);
        value += text.slice(at, end);
        at = end + 1;
        if (text[at] !== '"') break;
        value += '"';
        at += 1;
      }
    }
    const rest = endOf(text, at, separator);
    value += text.slice(at, rest);
    at = rest;
    row.push(value);
    if (text[at] === separator) {
      at += 1;
      if (at < text.length) continue;
      row.push('');
    } else if (text.startsWith('\r\n', at)) at += 2;
    else at += 1;
    rows.push(row);
    row = [];
  }
  return rows;
}

function endOf(text: string, from: number, separator: string): number {
  let at = from;
  while (at < text.length && text[at] !== separator && text[at] !== '\n' && text[at] !== '\r') at += 1;
  return at;
}
