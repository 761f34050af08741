/** One line of JSON Lines, or one record of CSV. */
export interface TextRecord {
  /** Number of its first line in the text, from 1. */
  line: number;
  /** Its bytes without the end of the line. Null: it is longer than allowed, and was not kept. */
  bytes: Buffer | null;
}

const [LF, CR, QUOTE, COMMA, SPACE, TAB] = Buffer.from('\n\r",\u0020\t') as unknown as [
  number,
  number,
  number,
  number,
  number,
  number,
];
const BYTE_ORDER_MARK = Buffer.from('\ufeff');

/**
 * Splits a text into its lines, or with `quoted` into the records of CSV (RFC 4180), whose quoted fields may have line ends.
 * Blank lines are left out. Only one record of at most `most` bytes is kept at a time.
 */
export async function* recordsIn(
  chunks: AsyncIterable<Buffer>,
  { most, quoted }: { most: number; quoted: boolean },
): AsyncGenerator<TextRecord, undefined, undefined> {
  let parts: Buffer[] = [];
  let size = 0;
  let [line, first] = [1, 1];
  let isQuoted = false;
  let mayOpen = true;
  const isMark = (byte: number | undefined): boolean => first === 1 && BYTE_ORDER_MARK.includes(byte ?? 0);
  const add = (part: Buffer): void => {
    size += part.length;
    if (size > most + 1) parts = [];
    else parts.push(part);
  };
  const take = (): TextRecord | null => {
    const isFirst = first === 1;
    const bytes = size > most + 1 ? null : trimmed(Buffer.concat(parts), isFirst);
    const record = { line: first, bytes: bytes && bytes.length > most ? null : bytes };
    [parts, size, first, isQuoted, mayOpen] = [[], 0, line, false, true];
    return bytes && isBlank(bytes) ? null : record;
  };
  for await (const chunk of chunks) {
    let from = 0;
    for (let at = 0; at < chunk.length; at += 1) {
      const byte = chunk[at];
      if (quoted && byte === QUOTE) {
        // A quote opens a field only at its beginning. Two in a quoted field are one character of it.
        if (isQuoted) [isQuoted, mayOpen] = [false, true];
        else if (mayOpen) [isQuoted, mayOpen] = [true, false];
      } else if (byte === LF) {
        line += 1;
        if (isQuoted) continue;
        add(chunk.subarray(from, at));
        from = at + 1;
        const record = take();
        if (record) yield record;
      } else if (!isQuoted && !(mayOpen && isMark(byte))) mayOpen = byte === COMMA;
    }
    if (from < chunk.length) add(chunk.subarray(from));
  }
  const record = size > 0 ? take() : null;
  if (record) yield record;
}

function trimmed(record: Buffer, isFirst: boolean): Buffer {
  const begins = isFirst && record.subarray(0, BYTE_ORDER_MARK.length).equals(BYTE_ORDER_MARK);
  const ends = record.at(-1) === CR;
  return record.subarray(begins ? BYTE_ORDER_MARK.length : 0, ends ? record.length - 1 : record.length);
}

const isBlank = (record: Buffer): boolean => record.every((byte) => byte === SPACE || byte === TAB);
