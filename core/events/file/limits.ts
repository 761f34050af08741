/** Maximum size of an event file, in bytes of UTF-8. */
const MAX_FILE_BYTES = 256 * 1024;
/** Maximum size of a push, in bytes of JSON. Text beyond ASCII takes up to 4 ms per megabyte to read. */
export const MAX_PUSH_BYTES = 8 * 1024 * 1024;
/** Maximum number of reported problems. A longer list does not help, and each message takes time. */
export const MOST_PROBLEMS = 50;
/** Maximum nesting of values, because parsers and checkers recurse. */
export const MAX_NESTING = 100;
/** Maximum number of tokens of a file, and of its values with aliases expanded. A full file has 3 to 5 bytes for each. */
export const MAX_PARTS = 60_000;
/** Maximum number of aliases. Resolving one searches all nodes before it. */
export const MAX_ALIASES = 1_000;
/** Maximum size of what a file becomes, in bytes of UTF-8: with its aliases expanded, and MJML as HTML. A document of MongoDB has 16 MB. */
export const MAX_EXPANDED_BYTES = 1024 * 1024;

export const formatCount = (count: number): string => count.toLocaleString('en-US');

/** Returns the problem of a push that is too large; undefined: it is not. */
export function pushProblem(body: unknown): string | undefined {
  const bytes = Buffer.byteLength(JSON.stringify(body));
  if (bytes <= MAX_PUSH_BYTES) return undefined;
  return `the files have ${formatCount(bytes)} bytes as JSON; a push may have at most ${formatCount(MAX_PUSH_BYTES)} (8 MB)`;
}

/** Returns the problem of a file that is too large; undefined: it is not. */
export function sizeProblem(content: string, what = 'an event file'): string | undefined {
  const bytes = Buffer.byteLength(content);
  if (bytes <= MAX_FILE_BYTES) return undefined;
  return `the file has ${formatCount(bytes)} bytes; ${what} may have at most ${formatCount(MAX_FILE_BYTES)} (256 kB)`;
}

/** Returns the problem of an event whose definition is too large to store; undefined: it is not. */
export function definitionProblem(definition: object): string | undefined {
  const bytes = Buffer.byteLength(JSON.stringify(definition));
  if (bytes <= MAX_EXPANDED_BYTES) return undefined;
  return `the event has ${formatCount(bytes)} bytes as JSON, with its layouts and partials, with MJML as HTML and with each repeat of an alias (*name); it may have at most ${formatCount(MAX_EXPANDED_BYTES)} (1 MB): shorten its texts, or split the event`;
}
