import path from 'node:path';
import { readMessage } from '../../core/events/translations/message';
import { isEventFile } from '../../core/events/file-kind';
import { isPartFile, partOf } from '../../core/events/parts/part';
import { languagePicker, normalizeLanguage } from '../../core/events/templates/language';
import { CliError } from '../errors';
import { readEventFiles } from '../event-files';
import type { Host } from '../host';
import { Catalog, type Entry } from './catalog';

/** The translations of a folder of events. */
export interface TranslationFolder {
  /** The path of the folder `translations`. */
  directory: string;
  /** The language that the others are translated from. */
  source: string;
  /** The content of each file, by language. */
  contents: ReadonlyMap<string, string>;
}

/** Reads the translations of a folder. Without `--source`, the source is the default language of its events. */
export async function readTranslations(
  host: Pick<Host, 'cwd'>,
  given: string,
  source: string | undefined,
): Promise<TranslationFolder> {
  const { directory, files } = await readEventFiles(host, given);
  const contents = new Map<string, string>();
  let folder = path.join(directory, 'translations');
  for (const file of files) {
    const part = isPartFile(file) ? partOf(file) : undefined;
    if (typeof part !== 'object' || part.folder !== 'translations') continue;
    contents.set(part.language!, file.content);
    folder = path.join(directory, path.dirname(file.name));
  }
  const languages = files.filter(isEventFile).map(({ content }) => languageOfEvent(content));
  const language = source ?? (new Set(languages).size === 1 ? languages[0]! : 'en');
  if (!contents.has(language))
    throw new CliError(
      `there is no ${path.join(folder, `${language}.yaml`)}, from which the others are translated`,
      {
        next: 'Create it with the texts that templates name, or give the language: --source sv',
      },
    );
  return { directory: folder, source: language, contents };
}

const languageOfEvent = (content: string): string =>
  normalizeLanguage(/^language:\s*["']?([\w-]+)/m.exec(content)?.[1] ?? 'en') ?? 'en';

export const entriesOf = ({ contents }: TranslationFolder, language: string): Map<string, Entry> =>
  new Map(
    Catalog.read(contents.get(language) ?? '')
      .entries()
      .map((entry) => [entry.key, entry]),
  );

/** Returns for each key the languages that have no text for it. `de` is one for `de-AT`. */
export function missingTexts(folder: TranslationFolder): { key: string; missing: string[] }[] {
  const languages = [...folder.contents.keys()].sort();
  const keys = new Map<string, string[]>();
  for (const language of [folder.source, ...languages])
    for (const { key, text } of entriesOf(folder, language).values()) {
      const known = keys.get(key) ?? [];
      keys.set(key, text === null || known.includes(language) ? known : [...known, language]);
    }
  return [...keys].map(([key, has]) => {
    const pick = languagePicker(has);
    return { key, missing: languages.filter((language) => pick([language]) === null) };
  });
}

/** Returns what is wrong with a translation of a text; undefined: nothing. */
export function problemOfTarget(target: string, source: string): string | undefined {
  const read = readMessage(target);
  if (!read.ok) return `line ${read.line}, column ${read.column}: ${read.message}`;
  const original = readMessage(source);
  if (!original.ok) return undefined;
  const known = [...original.message.arguments.keys()];
  const other = [...read.message.arguments.keys()].find((name) => !known.includes(name));
  if (other === undefined) return undefined;
  return `it has {${other}}, and the source has ${known.length > 0 ? known.map((name) => `{${name}}`).join(', ') : 'no value'}`;
}
