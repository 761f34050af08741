import { suggestion } from '../../shared/suggestion';
import type { Part } from '../parts/part';
import { languagePicker } from '../templates/language';
import { readMessage } from './message';
import { readTranslation } from './read-translation';

/** A text of a key in a language. */
export interface FoundText {
  text: string;
  language: string;
  /** Whether it is in another language than the one that is asked for first. */
  isFallback: boolean;
  /** Its place. */
  file: string;
  line: number;
}

/** Maximum number of keys among which the one that was meant is searched. */
const SEARCHED = 2_000;

/** The texts of all translations. */
export class Texts {
  private readonly byKey = new Map<string, Map<string, Omit<FoundText, 'isFallback' | 'language'>>>();

  constructor(parts: readonly Part[]) {
    for (const { content, language = '', shown } of parts)
      for (const [key, { text, line }] of readTranslation(content).texts) {
        const languages =
          this.byKey.get(key) ?? new Map<string, { text: string; file: string; line: number }>();
        languages.set(language, { text, file: shown, line });
        this.byKey.set(key, languages);
      }
  }

  get isEmpty(): boolean {
    return this.byKey.size === 0;
  }

  /** Returns the languages that have one of these keys. */
  languagesOf(keys: readonly string[]): string[] {
    return [...new Set(keys.flatMap((key) => [...(this.byKey.get(key)?.keys() ?? [])]))].sort();
  }

  /** Returns the text in the first of the languages for which there is one. Or what is wrong. */
  find(key: string, languages: readonly string[]): FoundText | string {
    const found = this.byKey.get(key);
    if (!found) {
      if (this.isEmpty)
        return `there is no text "${key.slice(0, 80)}": the folder "translations" has no files`;
      const near = suggestion(key, [...this.byKey.keys()].slice(0, SEARCHED));
      return `there is no text "${key.slice(0, 80)}" in the translations${near}`;
    }
    const pick = languagePicker([...found.keys()]);
    const [own, ...others] = languages;
    const exact = pick([own]);
    const language = exact ?? pick(others);
    const text = language === null ? undefined : found.get(language);
    if (!text || language === null)
      return `the text "${key}" is missing in ${[...new Set(languages)].map((one) => `"${one}"`).join(' and ')} (it is in ${[...found.keys()].join(', ')})`;
    return { ...text, language, isFallback: exact === null };
  }

  /** Returns the names of the values that a key uses in any language. */
  argumentsOf(key: string): Set<string> {
    const texts = [...(this.byKey.get(key)?.values() ?? [])];
    return new Set(
      texts.flatMap(({ text }) => {
        const read = readMessage(text);
        return read.ok ? [...read.message.arguments.keys()] : [];
      }),
    );
  }
}
