import { LRUCache } from 'lru-cache';

/** Each holds some 50 kB, and a template may name many: a zone in every line of a list, a currency in every amount. */
const KEPT = 200;

/** Makes a format once for a language and its options: to make one takes a hundred times as long as to use it. */
function kept<Options extends object, Format extends object>(
  Constructor: new (language: string, options: Options) => Format,
): (language: string, options: Options) => Format {
  const formats = new LRUCache<string, Format>({ max: KEPT });
  return (language, options) => {
    const key = JSON.stringify([language, options]);
    let format = formats.get(key);
    if (!format) {
      format = new Constructor(language, options);
      formats.set(key, format);
    }
    return format;
  };
}

export const dateTimeFormat = kept<Intl.DateTimeFormatOptions, Intl.DateTimeFormat>(Intl.DateTimeFormat);
export const numberFormat = kept<Intl.NumberFormatOptions, Intl.NumberFormat>(Intl.NumberFormat);
export const pluralRules = kept<Intl.PluralRulesOptions, Intl.PluralRules>(Intl.PluralRules);
