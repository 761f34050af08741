import { createReadStream } from 'node:fs';
import { open } from 'node:fs/promises';
import path from 'node:path';
import { csvFields } from '../../core/sending/csv';
import { recordsIn, type TextRecord } from '../../core/sending/records';
import { readJson } from '../commands/json-file';
import { CliError } from '../errors';
import { elementsIn } from './elements';
import { type Person, type Service, UnreadableRecord } from './person';
import { type Fields, isFields } from './values';

/** Maximum bytes of a record. */
const MOST_BYTES = 1_000_000;

/** The people of a record of a file, or why it cannot be read. */
export type ReadRecord = { line: number } & ({ people: Person[] } | { problem: string });

/** Reads the export of a service (JSON Lines, a JSON array, or CSV) one record after the other. */
export async function* recordsOf(
  file: string,
  { title, hasCsv, peopleIn }: Service,
): AsyncGenerator<ReadRecord, undefined, undefined> {
  const isCsv = path.extname(file).toLowerCase() === '.csv';
  if (isCsv && !hasCsv)
    throw new CliError(`an export of ${title} is JSON, and ${path.basename(file)} is CSV`, { usage: true });
  const isArray = !isCsv && (await firstCharacter(file)) === '[';
  const chunks: AsyncIterable<Buffer> = createReadStream(file);
  const texts = isArray
    ? elementsIn(chunks, { most: MOST_BYTES })
    : recordsIn(chunks, { most: MOST_BYTES, quoted: isCsv });
  const read = isCsv ? csvReader() : jsonValue;
  for await (const { line, bytes } of texts) {
    try {
      const record = read(textOf(bytes));
      if (record !== null) yield { line, people: peopleIn(record) };
    } catch (error) {
      if (!(error instanceof UnreadableRecord)) throw error;
      yield { line, problem: `The record ${error.message}.` };
    }
  }
}

function textOf(bytes: TextRecord['bytes']): string {
  if (bytes === null) throw new UnreadableRecord(`is longer than ${MOST_BYTES} bytes`);
  return bytes.toString('utf8');
}

function jsonValue(text: string): Fields {
  let value: unknown;
  try {
    value = readJson(text);
  } catch (error) {
    if (error instanceof SyntaxError) throw new UnreadableRecord('is not JSON');
    throw new UnreadableRecord((error as Error).message);
  }
  if (isFields(value)) return value;
  throw new UnreadableRecord('is no object');
}

/** Returns a reader of the rows of a CSV. It takes the first as the header, and returns null for it. */
function csvReader(): (text: string) => Fields | null {
  let header: string[] | null = null;
  return (text) => {
    const fields = csvFields(text);
    if (fields === null) throw new UnreadableRecord('is not CSV: a quote is missing or misplaced');
    if (header === null) {
      header = fields.map((name) => name.trim());
      return null;
    }
    if (fields.length !== header.length)
      throw new UnreadableRecord(`has ${fields.length} fields, and the header has ${header.length}`);
    return Object.fromEntries(header.map((name, index) => [name, fields[index] ?? '']));
  };
}

/** Returns the first character of a file that is not blank. Throws a CliError if it cannot be read. */
async function firstCharacter(file: string): Promise<string | undefined> {
  const opened = await open(file);
  try {
    const { buffer, bytesRead } = await opened.read(Buffer.alloc(4096), 0, 4096, 0);
    return buffer.subarray(0, bytesRead).toString('utf8').replace('\ufeff', '').trim()[0];
  } finally {
    await opened.close();
  }
}
