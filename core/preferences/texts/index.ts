import { languagePicker, pickLanguage } from '../../events/templates/language';
import { ar } from './ar';
import { de } from './de';
import { en, type Texts } from './en';
import { es } from './es';
import { fr } from './fr';
import { it } from './it';
import { ja } from './ja';
import { nl } from './nl';
import { pl } from './pl';
import { pt } from './pt';
import { tr } from './tr';
import { zh } from './zh';
import { zhHant } from './zh-hant';

/** What the preference pages say without texts of the application, by language. */
export const TEXTS: Readonly<Record<string, Texts>> = {
  ...{ en, de, es, fr, pt, it, nl, pl, tr, ar, ja, zh },
  'zh-Hant': zhHant,
};

/** Texts of an application, by language. Those that it does not have are ours. */
export type OwnTexts = ReadonlyMap<string, Partial<Texts>>;

/**
 * Returns the first of the languages in which there are texts; else English. A text is that of the application in the language,
 * then in a more general one (`de` for `de-AT`), then ours.
 */
export function textsIn(
  wanted: readonly (string | null | undefined)[],
  own: OwnTexts = new Map(),
): { language: string; texts: Texts } {
  const language = pickLanguage([...Object.keys(TEXTS), ...own.keys()], wanted, 'en') ?? 'en';
  const layers: Partial<Texts>[] = [];
  let left = [...own.keys()];
  for (let tag = languagePicker(left)([language]); tag !== null; tag = languagePicker(left)([language])) {
    layers.unshift(own.get(tag) ?? {});
    left = left.filter((one) => one !== tag);
  }
  return { language, texts: Object.assign({}, ourTexts(language) ?? en, ...layers) as Texts };
}

/** Returns our texts in a language; undefined: there are none. */
export function ourTexts(language: string): Texts | undefined {
  const tag = languagePicker(Object.keys(TEXTS))([language]);
  return tag === null ? undefined : TEXTS[tag];
}

/** Fills places such as `{name}`. */
export const fillIn = (text: string, values: Readonly<Record<string, string>>): string =>
  text.replace(PLACE, (place, name: string) => values[name] ?? place);

/** A place such as `{name}`. */
export const PLACE = /\{(\w+)\}/g;
