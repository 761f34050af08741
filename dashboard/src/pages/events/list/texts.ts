import { isMap, readFile } from '../file/read';

/** The texts of a key, by language. */
export interface TextRow {
  key: string;
  texts: Readonly<Record<string, string>>;
}

/** Returns the texts of translations by their keys, in the order of the files. */
export function textRows(files: readonly { language: string; content: string }[]): TextRow[] {
  const rows = new Map<string, Record<string, string>>();
  for (const { language, content } of files)
    for (const [key, text] of textsOf(readFile(content).value, ''))
      rows.set(key, { ...rows.get(key), [language]: text });
  return [...rows].map(([key, texts]) => ({ key, texts }));
}

const textsOf = (value: unknown, key: string): [string, string][] => {
  if (typeof value === 'string') return value === '' ? [] : [[key, value]];
  if (!isMap(value)) return [];
  return Object.entries(value).flatMap(([name, inner]) =>
    textsOf(inner, key === '' ? name : `${key}.${name}`),
  );
};

/** Whether a language has no text. The one of `de` is one for `de-AT`. */
export function isMissing({ texts }: TextRow, language: string): boolean {
  for (let tag = language; tag !== ''; tag = tag.slice(0, Math.max(tag.lastIndexOf('-'), 0)))
    if (texts[tag] !== undefined) return false;
  return true;
}
