import { pickLanguage } from '../../../core/events/templates/language';
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

/** The languages of the preference pages. */
export const TEXTS: Readonly<Record<string, Texts>> = { en, de, es, fr, pt, it, nl, pl, tr, ar, ja, zh };

/** Returns the first of the languages in which there are texts; else English. */
export function textsIn(wanted: readonly (string | null | undefined)[]): { language: string; texts: Texts } {
  const language = pickLanguage(Object.keys(TEXTS), wanted, 'en') ?? 'en';
  return { language, texts: TEXTS[language] ?? en };
}

/** Fills places such as `{name}`. */
export const fillIn = (text: string, values: Readonly<Record<string, string>>): string =>
  text.replace(/\{(\w+)\}/g, (place, name: string) => values[name] ?? place);
