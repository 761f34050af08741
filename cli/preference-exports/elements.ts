import type { TextRecord } from '../../core/sending/records';

const [LF, SPACE, QUOTE, ESCAPE, COMMA, ARRAY, OBJECT] = [10, 32, 34, 92, 44, 91, 123];
/** `]` and `}`. */
const ENDS = [93, 125];

/**
 * Splits a JSON array into its elements, which need not be valid. Only one of at most `most` bytes is kept at a time. If the
 * array does not end, neither does its last element, which is no JSON then.
 */
export async function* elementsIn(
  chunks: AsyncIterable<Buffer>,
  { most }: { most: number },
): AsyncGenerator<TextRecord, undefined, undefined> {
  let parts: Buffer[] = [];
  let [size, depth, line, first] = [0, 0, 1, 0];
  let [isText, isEscaped] = [false, false];
  const add = (part: Buffer): void => {
    size += part.length;
    if (size > most) parts = [];
    else parts.push(part);
  };
  const take = (): TextRecord => {
    const element = { line: first || line, bytes: size > most ? null : Buffer.concat(parts) };
    [parts, size, first] = [[], 0, 0];
    return element;
  };
  for await (const chunk of chunks) {
    let from = 0;
    for (let at = 0; at < chunk.length; at += 1) {
      const byte = chunk[at]!;
      if (byte === LF) line += 1;
      if (depth === 0) {
        if (byte === ARRAY) [depth, from] = [1, at + 1];
        continue;
      }
      const isEnd = !isText && depth === 1 && (byte === COMMA || ENDS.includes(byte));
      if (isEnd) {
        add(chunk.subarray(from, at));
        // `[]`, and what a comma before the end leaves.
        if (first > 0) yield take();
        else [parts, size] = [[], 0];
        from = at + 1;
      } else if (first === 0 && byte > SPACE) first = line;
      if (isText && isEscaped) isEscaped = false;
      else if (isText && byte === ESCAPE) isEscaped = true;
      else if (byte === QUOTE) isText = !isText;
      else if (!isText && (byte === ARRAY || byte === OBJECT)) depth += 1;
      else if (!isText && ENDS.includes(byte)) depth -= 1;
    }
    if (depth > 0) add(chunk.subarray(from));
  }
  if (depth > 0) yield take();
}
