import { languagePicker } from '../templates/language';
import { suggestion } from '../../shared/suggestion';
import { Texts } from '../translations/texts';
import { isTranslation, type Part, type PartFolder, type PartFormat } from './part';

/** Where a part is used. */
export interface PartUse {
  folder: PartFolder;
  name: string;
  /** Formats that may stand there, the best one first. */
  formats: readonly PartFormat[];
  /** Languages of the text around it, the best one first. */
  languages: readonly string[];
}

/** The parts that a text may use. */
export class PartSet {
  private readonly byName = new Map<string, Part[]>();
  private read: Texts | undefined;

  constructor(private readonly parts: readonly Part[]) {
    for (const part of parts) {
      const key = `${part.folder}/${part.name}`;
      this.byName.set(key, [...(this.byName.get(key) ?? []), part]);
    }
  }

  /** The texts of its translations, which are read at their first use. */
  get texts(): Texts {
    return (this.read ??= new Texts(this.parts.filter(isTranslation)));
  }

  /** Returns the formats that a part has; undefined: there is no such part. */
  formatsOf = (folder: PartFolder, name: string): PartFormat[] | undefined =>
    this.byName.get(`${folder}/${name}`)?.map(({ format }) => format);

  /** Returns the file of a part for its use: the format decides, then the language. Or what is wrong. */
  find({ folder, name, formats, languages }: PartUse): Part | string {
    const files = this.byName.get(`${folder}/${name}`);
    const kind = folder === 'layouts' ? 'layout' : 'partial';
    if (!files) {
      const known = [...this.byName.values()].flatMap(([one]) => (one?.folder === folder ? [one.name] : []));
      const near =
        suggestion(name, known) || (known.length > 0 ? ` (known: ${known.sort().join(', ')})` : '');
      return `there is no ${kind} "${name.slice(0, 80)}"${near}`;
    }
    const format = formats.find((one) => files.some((file) => file.format === one));
    if (format === undefined) {
      const has = files.map((file) => `.${file.format}`).join(' and ');
      const needed = formats.map((one) => `.${one}`).join(' or ');
      return `the ${kind} "${name}" has no ${needed} file, which this text needs (it has ${has})`;
    }
    const candidates = files.filter((file) => file.format === format);
    const general = candidates.find(({ language }) => language === undefined);
    const tags = candidates.flatMap(({ language = '' }) => (language === '' ? [] : [language]));
    const pick = languagePicker(tags);
    const [own, ...others] = languages;
    const tag = pick([own]) ?? (general ? null : pick(others));
    const found = tag === null ? general : candidates.find(({ language }) => language === tag);
    return found ?? `the ${kind} "${name}" has no .${format} file for "${own}", and none for every language`;
  }
}
