import { remember } from '../../shared/remember';

/** Languages of which the registry of RFC 5646 has extended subtags, such as `zh-yue`. The subtag alone means the same. */
const EXTENDED = /^(?:ar|kok|lv|ms|sgn|sw|uz|zh)-(?=[a-z]{3}(?:-|$))/i;

/**
 * Returns the canonical form of a well-formed BCP 47 tag: `PT_br` is `pt-BR`, `iw` is `he`. Undefined for any other text,
 * for the tags of RFC 5646 that Unicode's locales leave out (`x-…`, `i-…`), and for words, because no language has a
 * subtag of five letters or more.
 */
export function normalizeLanguage(tag: string): string | undefined {
  const subtags = tag.replaceAll('_', '-').replace(EXTENDED, '');
  if (!/^[a-z]{2,3}(?:-|$)/i.test(subtags)) return undefined;
  try {
    return Intl.getCanonicalLocales(subtags)[0];
  } catch {
    return undefined;
  }
}

/**
 * Returns one of the `available` languages, as spelled there: the first of `wanted` for which there is a variant, else
 * `defaultLanguage`. Null if the default is not available either. A language is looked up as in RFC 4647 section 3.4:
 * subtags are removed from the end (`pt-BR`, then `pt`). The script counts as written if it follows from the region
 * (`zh-TW` is `zh-Hant-TW`), and a variant in Simplified Chinese is none for Traditional Chinese (LANGUAGE-4).
 */
export const pickLanguage = (
  available: readonly string[],
  wanted: readonly (string | null | undefined)[],
  defaultLanguage: string,
): string | null => languagePicker(available)([...wanted, defaultLanguage]);

/** Returns `pickLanguage` for many questions about the same languages: each takes the first of its tags for which there is one. */
export function languagePicker(
  available: readonly string[],
): (tags: readonly (string | null | undefined)[]) => string | null {
  const bySpelling = new Map(available.map((tag) => [tag.toLowerCase(), tag]));
  const byKey = new Map(available.map((tag) => [keysOf(tag)[0], tag]));
  return (tags) => {
    for (const tag of tags) {
      if (!tag) continue;
      const exact = bySpelling.get(tag.toLowerCase().replaceAll('_', '-'));
      if (exact !== undefined) return exact;
      for (const key of keysOf(tag)) {
        const found = byKey.get(key);
        if (found !== undefined) return found;
      }
    }
    return null;
  };
}

/** Returns the forms under which a tag is looked up, its own first, each with its script. */
const keysOf = remember<readonly string[]>({ max: 1_000 }, makeKeys);

/** Bokmål is what `no` means in practice. */
const SAME: Readonly<Record<string, string>> = { no: 'nb' };

function makeKeys(tag: string): string[] {
  const canonical = normalizeLanguage(tag);
  // Earlier releases stored none such, but a variant must never make a send fail.
  if (canonical === undefined) return [tag.toLowerCase()];
  const { language, region, baseName } = new Intl.Locale(canonical);
  const script = scriptOf(canonical);
  const variants = baseName.split('-').filter((part) => /^(?:[a-z\d]{5,}|\d[a-z\d]{3})$/.test(part));
  const keys: string[] = [];
  const add = (...parts: (string | undefined)[]): void => {
    keys.push([SAME[language] ?? language, ...parts.filter((part) => part !== undefined)].join('-'));
  };
  for (let length = variants.length; length >= 0; length -= 1) {
    add(script, region, ...variants.slice(0, length));
  }
  add(script);
  const usual = scriptOf(language);
  // The other way round, `zh` alone is Simplified.
  if (language !== 'zh' || script !== 'Hant') add(usual);
  return [...new Set(keys)];
}

/** Returns the script that a tag has, or that its language has in its region. */
const scriptOf = (tag: string): string | undefined => new Intl.Locale(tag).maximize().script;
