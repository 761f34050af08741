import { normalizeLanguage, pickLanguage } from '../templates/language';
import type { PartSet } from '../parts/part-set';
import { keysNamed } from '../translations/text-calls';

/** A variant of a channel, and the language of the file's variant that it is made from. */
interface Variant {
  language: string;
  from: string;
  template: object;
}

/**
 * Returns the variants of a channel, with one more for each language whose translation has a text that the fitting
 * variant names itself. Its layout and partials do not count: a footer in French makes no French e-mail.
 */
export function withTranslations(
  given: Readonly<Record<string, object>>,
  { parts, usual }: { parts: PartSet; usual: string },
): Variant[] {
  const own = Object.entries(given).map(([language, template]) => ({ language, from: language, template }));
  const keys = new Map(own.map(({ language, template }) => [language, [...new Set(keysNamed(template))]]));
  const known = new Set(own.map(({ language }) => normalizeLanguage(language) ?? language));
  const all = [...new Set([...keys.values()].flat())];
  const more = (all.length === 0 ? [] : parts.texts.languagesOf(all)).flatMap((language): Variant[] => {
    const from = known.has(language) ? null : pickLanguage(Object.keys(given), [language], usual);
    if (from === null) return [];
    const isTranslated = parts.texts.languagesOf(keys.get(from) ?? []).includes(language);
    const template = given[from];
    return isTranslated && template ? [{ language, from, template }] : [];
  });
  return [...own, ...more];
}
