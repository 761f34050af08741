import { remember } from '../../shared/remember';

/** Maximum number of cached formats. Each needs 50 kB, and a template may use many zones and currencies. */
const KEPT = 200;

/** Caches a format by language and options. Creating one takes a hundred times as long as using it. */
function kept<Options extends object, Format extends object>(
  Constructor: new (language: string, options: Options) => Format,
): (language: string, options: Options) => Format {
  const formatOf = remember<Format, [string, Options]>(
    { max: KEPT },
    (_key, input) => new Constructor(...input),
  );
  return (...input) => formatOf(JSON.stringify(input), input);
}

export const dateTimeFormat = kept<Intl.DateTimeFormatOptions, Intl.DateTimeFormat>(Intl.DateTimeFormat);
export const numberFormat = kept<Intl.NumberFormatOptions, Intl.NumberFormat>(Intl.NumberFormat);
export const pluralRules = kept<Intl.PluralRulesOptions, Intl.PluralRules>(Intl.PluralRules);
