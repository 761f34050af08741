import { LineCounter, parseDocument, type Document } from 'yaml';

/** The place of a value in a file, from its root. */
export type Path = readonly (string | number)[];

/** What an event file holds, as far as it can be read. The API alone says whether it is valid. */
export interface EventFile {
  value: Record<string, unknown>;
  /** Why the text is not YAML. Absent: it is. */
  syntax?: { line: number; message: string };
}

export const isMap = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Parses a text as the API does, with comments. */
export const parseFile = (source: string, lineCounter?: LineCounter): Document =>
  parseDocument(source, { stringKeys: true, prettyErrors: false, schema: 'core', lineCounter });

/** Reads an event file. It never throws. */
export function readFile(source: string): EventFile {
  const lines = new LineCounter();
  try {
    const document = parseFile(source, lines);
    const [error] = document.errors;
    if (error) {
      const { line } = lines.linePos(error.pos[0]);
      return { value: {}, syntax: { line: line || 1, message: `This is not YAML: ${error.message}` } };
    }
    const value: unknown = document.toJS({ maxAliasCount: 1_000 });
    return { value: isMap(value) ? value : {} };
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    return { value: {}, syntax: { line: 1, message } };
  }
}

/** Returns the value at a path. Undefined: there is none. */
export const valueAt = (value: unknown, path: Path): unknown =>
  path.reduce<unknown>(
    (at, key) =>
      typeof at === 'object' && at !== null && Object.hasOwn(at, key)
        ? (at as Record<string | number, unknown>)[key]
        : undefined,
    value,
  );

/** Returns the line of a key in the first column. 1: there is none. */
export function lineOfKey(source: string, key: string): number {
  const index = source.split('\n').findIndex((line) => line.startsWith(`${key}:`));
  return index === -1 ? 1 : index + 1;
}
