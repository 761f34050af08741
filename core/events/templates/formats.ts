import { LRUCache } from 'lru-cache';

/** Maximum number of cached formats. Each needs 50 kB, and a template may use many zones and currencies. */
const KEPT = 200;

/** Caches a format by language and options. Creating one takes a hundred times as long as using it. */
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
