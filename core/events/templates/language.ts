import ISO6391 from 'iso-639-1';

/** Normalizes `PT_br` to `pt-BR`. Undefined if it is not an ISO 639-1 code with an optional region. */
export function normalizeLanguage(tag: string): string | undefined {
  const parts = /^([a-z]{2})(?:[-_]([a-z]{2}|\d{3}))?$/i.exec(tag);
  const language = parts?.[1]?.toLowerCase();
  if (language === undefined || !ISO6391.validate(language)) return undefined;
  const region = parts?.[2]?.toUpperCase();
  return region === undefined ? language : `${language}-${region}`;
}

/**
 * Returns one of the `available` languages, as spelled there: the first of `wanted` that has a variant, itself or
 * without its region (`pt-BR`, then `pt`), else `defaultLanguage`. Case does not matter. Null if the default is not
 * available either.
 */
export function pickLanguage(
  available: readonly string[],
  wanted: readonly (string | null | undefined)[],
  defaultLanguage: string,
): string | null {
  const spelling = new Map(available.map((tag) => [tag.toLowerCase(), tag]));
  for (const tag of [...wanted, defaultLanguage]) {
    if (!tag) continue;
    const subtags = tag.toLowerCase().split(/[-_]/);
    for (let length = subtags.length; length > 0; length -= 1) {
      const found = spelling.get(subtags.slice(0, length).join('-'));
      if (found !== undefined) return found;
    }
  }
  return null;
}
