import type { SourceFile } from '../file/source-file';
import { normalizeLanguage } from '../templates/language';

/** The kinds of files that events share, by their folders. */
export const PART_KINDS = {
  layouts: 'layout',
  partials: 'partial',
  translations: 'translation',
  'preference-page': 'preference_page',
} as const;

export type PartFolder = keyof typeof PART_KINDS;
export type PartKind = (typeof PART_KINDS)[PartFolder];

/** The format of a layout or partial, which its file's name ends in. */
export const PART_FORMATS = ['mjml', 'html', 'txt'] as const;
/** `yaml`: a translation, or texts of the preference page. */
export type PartFormat = (typeof PART_FORMATS)[number] | 'yaml';

/** A file that events share: a layout, a partial, a translation, or texts of the preference page. */
export interface Part {
  /** Its folder and its name, such as `partials/footer.de.mjml`. It is its identity. */
  file: string;
  /** Its path as it was given, for problems. */
  shown: string;
  folder: PartFolder;
  /** The name by which events use it, such as `footer`. Its files in other formats and languages have the same, and so have all files of texts. */
  name: string;
  /** Absent: it is used if there is none in the language of the template. */
  language?: string;
  format: PartFormat;
  content: string;
}

export const PART_NAME = /^[A-Za-z0-9][A-Za-z0-9_-]{0,63}$/;
const IN_FOLDER = /(?:^|[/\\])(layouts|partials|translations|preference-page)[/\\]([^/\\]+)$/;
const IS_YAML = /\.ya?ml$/i;
const TEXTS = 'texts';
/** The name by which events use translations. It stands for all of them. */
export const TEXTS_USED = `translations/${TEXTS}`;
/** The name of all texts of the preference page. */
export const PAGE_USED = `preference-page/${TEXTS}`;

/** Folders of texts: a YAML file for each language. */
const OF_TEXTS: readonly string[] = ['translations', 'preference-page'] satisfies PartFolder[];

/** Whether a file of a push is a part. Every other file is an event. */
export const isPartFile = ({ name }: Pick<SourceFile, 'name'>): boolean =>
  IS_YAML.test(name)
    ? OF_TEXTS.includes(IN_FOLDER.exec(name)?.[1] ?? '')
    : IN_FOLDER.test(name) || /\.(?:mjml|html|txt)$/i.test(name);

export const isTranslation = ({ folder }: Pick<Part, 'folder'>): boolean => folder === 'translations';

/** Whether a part has texts of the preference page. No event uses it. */
export const isPageTexts = ({ folder }: Pick<Part, 'folder'>): boolean => folder === 'preference-page';

/** Reads the name of a part's file. Returns what is wrong with it instead. */
export function partOf({ name: shown, content }: SourceFile): Part | string {
  const [, folder, file] = IN_FOLDER.exec(shown) ?? [];
  if (folder === undefined || file === undefined)
    return 'a file of this kind must be in a folder "layouts" or "partials"';
  if (OF_TEXTS.includes(folder)) return textsOf(shown, { folder: folder as PartFolder, file }, content);
  const [name = '', ...more] = file.split('.');
  const format = more.pop();
  const tag = more.length === 1 ? more[0] : undefined;
  const language = tag === undefined ? undefined : normalizeLanguage(tag);
  if (!PART_FORMATS.some((one) => one === format))
    return `the file's name must end in ${PART_FORMATS.map((one) => `.${one}`).join(', ')}`;
  if (!PART_NAME.test(name) || more.length > 1 || (tag !== undefined && language === undefined))
    return `the file's name must be NAME.${format} or NAME.LANGUAGE.${format}, such as footer.${format} and footer.de.${format}. NAME has letters, digits, "_" and "-"`;
  return {
    ...{ shown, folder: folder as PartFolder, name, format: format as PartFormat, content },
    ...(language !== undefined && { language }),
    file: `${folder}/${[name, language, format].filter((one) => one !== undefined).join('.')}`,
  };
}

function textsOf(
  shown: string,
  { folder, file }: { folder: PartFolder; file: string },
  content: string,
): Part | string {
  const language = normalizeLanguage(file.replace(/\.yaml$/, ''));
  if (!file.endsWith('.yaml') || language === undefined)
    return "the file's name must be LANGUAGE.yaml, such as de.yaml or pt-BR.yaml";
  return {
    ...{ shown, folder, name: TEXTS, format: 'yaml', content, language },
    file: `${folder}/${language}.yaml`,
  };
}

/** Returns the name by which events use a part, such as `partials/footer`. It stands for all of its files. */
export const usedName = ({ folder, name }: Pick<Part, 'folder' | 'name'>): string => `${folder}/${name}`;

/** Returns the names by which events use these files. */
export const namesOf = (files: readonly string[]): string[] => [
  ...new Set(
    files.flatMap((name) => {
      const part = partOf({ name, content: '' });
      return typeof part === 'string' ? [] : usedName(part);
    }),
  ),
];
