import { isUtf8 } from 'node:buffer';
import type { PayloadSchema } from '../../../core/events/payload/schema';
import { type Column, columnsOf, csvFields, csvRecipient } from '../../../core/sending/csv';
import type { ExactNumbers } from '../../../core/shared/json-text';
import { ApiError, invalid } from '../../http/api-error';
import { checkJsonBytes, checkJsonValue, exactNumbersIn } from '../../http/middleware/json-value';
import { MOST_LINE_BYTES } from './limits';
import type { TextRecord } from '../../../core/sending/records';
import { UnreadableLine } from './unreadable-line';

/** A recipient as its line has it. Nothing of it is validated. */
export interface LineRead {
  to: unknown;
  exact?: ExactNumbers;
}

/** Reads the recipient of a line. */
export type ReadLine = (record: TextRecord) => Promise<LineRead>;

const unreadable = (words: string): LineRead => ({ to: UnreadableLine.of(words) });
const TOO_LONG = `must have at most ${MOST_LINE_BYTES} bytes`;

/** Reads a line of JSON Lines: a recipient as an entry of `to` has it. */
export const readJsonLine: ReadLine = async ({ bytes }) => {
  if (!bytes) return unreadable(TOO_LONG);
  try {
    checkJsonBytes(bytes, 'line');
    const text = bytes.toString();
    const to = JSON.parse(text) as unknown;
    // Within `to`, so that paths of errors begin with it.
    checkJsonValue({ to }, 'line');
    return { to, exact: await exactNumbersIn(`{"to":${text}}`, { to }) };
  } catch (error) {
    if (error instanceof SyntaxError) return unreadable('is not valid JSON');
    if (error instanceof ApiError) return { to: new UnreadableLine(error) };
    throw error;
  }
};

/** Returns what reads a record of CSV with these columns. */
function csvLines(columns: readonly Column[], payload: PayloadSchema | undefined): ReadLine {
  return async ({ bytes, line }) => {
    if (!bytes) return unreadable(`${TOO_LONG}. Is a quote not closed?`);
    if (!isUtf8(bytes)) return unreadable('is not valid UTF-8');
    const text = bytes.toString();
    const fields = csvFields(text);
    const further = text.split('\n').length - 1;
    const until =
      further === 0 ? '' : `. It continues to line ${line + further}, and none of these is accepted`;
    if (!fields) return unreadable(`is not CSV: a quote is missing or misplaced${until}`);
    if (fields.length !== columns.length)
      return unreadable(`has ${fields.length} fields, and the header has ${columns.length}${until}`);
    try {
      const to = csvRecipient(columns, fields, payload);
      checkJsonValue({ to }, 'line');
      return { to };
    } catch (error) {
      if (error instanceof ApiError) return { to: new UnreadableLine(error) };
      throw error;
    }
  };
}

/** Returns the header of a CSV, which is its first record. Throws a 400 if there is none, or if it is not text. */
export async function csvHeader(records: AsyncIterator<TextRecord, undefined>): Promise<string> {
  const { value } = await records.next();
  if (!value) throw invalid('to', 'must have a header, and at least one recipient');
  const { bytes } = value;
  if (!bytes || !isUtf8(bytes))
    throw new ApiError('VALIDATION_ERROR', `The header must be UTF-8 of at most ${MOST_LINE_BYTES} bytes.`);
  return bytes.toString();
}

/** Returns what reads the records of a CSV with this header. Throws a 400 if the header is not valid. */
export function csvReader(text: string, payload?: PayloadSchema): ReadLine {
  const header = columnsOf(text);
  if ('problem' in header) throw new ApiError('VALIDATION_ERROR', `The header ${header.problem}.`);
  return csvLines(header.columns, payload);
}
