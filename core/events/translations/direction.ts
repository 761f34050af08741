import { remember } from '../../shared/remember';

/** Scripts of living languages that are written from right to left (Unicode, Bidi_Class R and AL). */
const RIGHT_TO_LEFT: ReadonlySet<string | undefined> = new Set([
  ...['Adlm', 'Arab', 'Aran', 'Hebr', 'Mand', 'Mend', 'Nkoo', 'Rohg', 'Samr', 'Syrc', 'Thaa', 'Yezi'],
]);

/** Returns the direction of a language, `rtl` or `ltr`. Node 20 has no `getTextInfo`, so the script decides. */
export const directionOf: (language: string) => string = remember({ max: 1_000 }, (language) => {
  try {
    return RIGHT_TO_LEFT.has(new Intl.Locale(language).maximize().script) ? 'rtl' : 'ltr';
  } catch {
    return 'ltr';
  }
});
