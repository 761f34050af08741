/** Size of one event file, in bytes of UTF-8. */
const MAX_FILE_BYTES = 256 * 1024;
/** Size of a push, in bytes of JSON. It is read at once: what is not ASCII takes up to 4 ms a megabyte. */
export const MAX_PUSH_BYTES = 8 * 1024 * 1024;
/** A list that is longer helps nobody, and to word each problem takes its time. */
export const MOST_PROBLEMS = 50;
/** Levels of values in values. Parsers and checkers recurse. */
export const MAX_NESTING = 100;
/** Texts and marks of a file, and its values with aliases written out. A full file has 3 to 5 bytes of each. */
export const MAX_PARTS = 60_000;
/** Places that stand for another place. To resolve one takes a look at all before it. */
export const MAX_ALIASES = 1_000;

export const formatCount = (count: number): string => count.toLocaleString('en-US');

/** Says that a push is too large; undefined: it is not. */
export function pushProblem(body: unknown): string | undefined {
  const bytes = Buffer.byteLength(JSON.stringify(body));
  if (bytes <= MAX_PUSH_BYTES) return undefined;
  return `the files have ${formatCount(bytes)} bytes as JSON; a push may have ${formatCount(MAX_PUSH_BYTES)} (8 MB)`;
}

/** Says that a file is too large; undefined: it is not. */
export function sizeProblem(content: string): string | undefined {
  const bytes = Buffer.byteLength(content);
  if (bytes <= MAX_FILE_BYTES) return undefined;
  return `the file has ${formatCount(bytes)} bytes; an event file may have ${formatCount(MAX_FILE_BYTES)} (256 kB)`;
}
