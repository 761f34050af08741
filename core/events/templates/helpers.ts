import { dateTimeFormat, numberFormat, pluralRules } from './formats';
import { TemplateError } from './template-error';

/** The properties of the message that a helper uses. */
export interface HelperContext {
  /** BCP 47 tag of the variant that is being rendered. */
  language: string;
  /** IANA zone of the recipient. */
  timezone: string;
  /** SMS: formats have only characters of GSM-7 where it has the same sign, because others double the segments. */
  plainSigns: boolean;
}

/** A value in the data. A whole object prints nothing (template-data.ts). */
export type HelperValue = string | number | boolean | object | null | undefined;
export type HelperOptions = Record<string, HelperValue>;

export interface Helper {
  /** How many values it takes. */
  min: number;
  max: number;
  /** Names of the options it takes, `name=value`. */
  options: readonly string[];
  run(values: HelperValue[], options: HelperOptions, context: HelperContext): unknown;
}

const define = (
  [min, max]: readonly [number, number],
  options: readonly string[],
  run: Helper['run'],
): Helper => ({ min, max, options, run });

/** As templates print it. */
export const print = (value: HelperValue): string => `${value as string}`;
export const isMissing = (value: HelperValue): boolean =>
  value === undefined || value === null || value === '';
const isTrue = (value: HelperValue): boolean =>
  Boolean(value) && !(Array.isArray(value) && value.length === 0);

/** Returns nothing for a missing value, as everywhere in templates. A wrong value is an error. */
const orNothing =
  (run: Helper['run']): Helper['run'] =>
  (values, options, context) =>
    isMissing(values[0]) ? '' : run(values, options, context);

/** Signs of Intl's formats, as people type them: no-break and thin spaces, minus and apostrophe. */
const PLAIN_SIGNS: readonly [RegExp, string][] = [
  [/[\u00a0\u2007\u2009\u202f]/g, ' '],
  [/\u2212/g, '-'],
  [/\u2019/g, "'"],
];

export const formatted = (text: string, { plainSigns }: HelperContext): string =>
  plainSigns ? PLAIN_SIGNS.reduce((plain, [sign, typed]) => plain.replace(sign, typed), text) : text;

export const DATE_ONLY = /^\d{4}-\d{2}-\d{2}$/;
/** A day or a moment of ISO 8601. JavaScript reads many other texts, each as it likes. */
const ISO_DATE =
  /^(\d{4})-(\d{2})-(\d{2})(?:[T ]\d{2}:\d{2}(?::\d{2}(?:[.,]\d{1,9})?)?(?:Z|[+-]\d{2}(?::?\d{2})?)?)?$/i;

/** Returns the moment that a value names. Throws for one that is no date, and for a day that its month does not have. */
export function dateOf(value: HelperValue): Date {
  const text = print(value);
  const [, year, month, day] = (typeof value === 'string' && ISO_DATE.exec(text)) || [];
  const isText = year !== undefined;
  const when = new Date(isText ? isoForm(text) : typeof value === 'number' ? value : Number.NaN);
  const isDay = !isText || Number(day) <= new Date(Date.UTC(Number(year), Number(month), 0)).getUTCDate();
  if (Number.isNaN(when.getTime()) || !isDay)
    throw new TemplateError('the value is not a date (write ISO 8601)');
  return when;
}

/** Returns a moment as JavaScript reads it: with `T`, a point, and a colon in the offset. */
const isoForm = (text: string): string =>
  text
    .toUpperCase()
    .replace(' ', 'T')
    .replace(',', '.')
    .replace(/([+-]\d{2})(\d{2})?$/, (offset, hours: string, minutes = '00') =>
      text.length > 10 ? `${hours}:${String(minutes)}` : String(offset),
    );
/** Styles of `date`, `time` and `datetime`. */
export const DATE_STYLES = ['full', 'long', 'medium', 'short'] as const;
type Style = (typeof DATE_STYLES)[number];
/** Styles of `number`. */
export const NUMBER_STYLES = ['decimal', 'percent'] as const;

/** `{{date when}}`, `{{time when}}`, `{{datetime when}}`: ISO 8601 text, or milliseconds since 1970. */
const dateHelper = (parts: { date?: Style; time?: Style }): Helper =>
  define(
    [1, 1],
    ['style', 'zone'],
    orNothing(([value], { style, zone }, context) => {
      const { language, timezone } = context;
      const when = dateOf(value);
      const chosen = style === undefined ? undefined : oneOf(DATE_STYLES, style, 'style');
      // A day without a time is that day everywhere.
      const timeZone = DATE_ONLY.test(print(value)) ? 'UTC' : isMissing(zone) ? timezone : print(zone);
      const format = dateTimeFormat(language, {
        ...(parts.date && { dateStyle: chosen ?? parts.date }),
        ...(parts.time && { timeStyle: parts.date ? parts.time : (chosen ?? parts.time) }),
        timeZone,
      });
      return formatted(format.format(when), context);
    }),
  );

export function numeric(value: HelperValue): number {
  // Text without a digit, a list and an object would be 0.
  const isText = typeof value === 'string' && /\d/.test(value);
  const number = typeof value === 'number' ? value : isText ? Number(value) : Number.NaN;
  if (!Number.isFinite(number)) throw new TemplateError('the value is not a number');
  return number;
}

/** Whether `currency` prints it: a code of Intl has three letters. */
export const isCurrencyCode = (code: string): boolean => /^[A-Za-z]{3}$/.test(code);

function decimals(value: HelperValue): Intl.NumberFormatOptions {
  if (value === undefined) return {};
  const digits = numeric(value);
  if (!Number.isInteger(digits) || digits < 0 || digits > 20) {
    throw new TemplateError('decimals must be 0 to 20');
  }
  return { minimumFractionDigits: digits, maximumFractionDigits: digits };
}

function oneOf<T extends string>(allowed: readonly T[], value: unknown, name: string): T {
  const found = allowed.find((one) => one === value);
  if (!found) throw new TemplateError(`${name} must be one of ${allowed.join(', ')}`);
  return found;
}

const PLURALS = ['zero', 'one', 'two', 'few', 'many', 'other'] as const;

/** `{{plural n one="# day" other="# days"}}`, by the language's own rules; `#` is the number. */
const plural = define(
  [1, 1],
  PLURALS,
  orNothing(([value], options, context) => {
    const { language } = context;
    const number = numeric(value);
    const form = pluralRules(language, {}).select(number);
    const words = (number === 0 ? options.zero : undefined) ?? options[form] ?? options.other;
    if (words === undefined) throw new TemplateError('plural needs other="…"');
    const parts = print(words).split('#');
    if (parts.length > 100) throw new TemplateError('plural has more than 100 "#" in its words');
    return parts.join(formatted(numberFormat(language, {}).format(number), context));
  }),
);

const comparison = (test: (order: number) => boolean): Helper =>
  define([2, 2], [], ([a, b]) => {
    if (isMissing(a) || isMissing(b)) return false;
    const numbers: [number, number] = [Number(a), Number(b)];
    const [x, y] = numbers.some(Number.isNaN) ? [print(a), print(b)] : numbers;
    return test(x < y ? -1 : x > y ? 1 : 0);
  });

/** Numbers and their text are equal; missing is equal to nothing but missing. */
const same = (a: HelperValue, b: HelperValue): boolean =>
  isMissing(a) || isMissing(b) ? isMissing(a) && isMissing(b) : a === b || print(a) === print(b);

/** Our helpers. Handlebars' own are in check-template.ts. */
export const HELPERS: ReadonlyMap<string, Helper> = new Map([
  ['date', dateHelper({ date: 'medium' })],
  ['time', dateHelper({ time: 'short' })],
  ['datetime', dateHelper({ date: 'medium', time: 'short' })],
  [
    'number',
    define(
      [1, 1],
      ['decimals', 'style'],
      orNothing(([value], { decimals: digits, style }, context) => {
        const format = numberFormat(context.language, {
          ...(style !== undefined && { style: oneOf(NUMBER_STYLES, style, 'style') }),
          ...decimals(digits),
        });
        return formatted(format.format(numeric(value)), context);
      }),
    ),
  ],
  [
    'currency',
    define(
      [2, 2],
      ['decimals'],
      orNothing(([amount, code], { decimals: digits }, context) => {
        if (!isCurrencyCode(print(code))) {
          throw new TemplateError('the currency must be an ISO 4217 code, for example "EUR"');
        }
        const format = { style: 'currency', currency: print(code), ...decimals(digits) } as const;
        return formatted(numberFormat(context.language, format).format(numeric(amount)), context);
      }),
    ),
  ],
  ['plural', plural],
  ['default', define([2, 2], [], ([value, fallback]) => (isMissing(value) ? fallback : value))],
  ['uppercase', define([1, 1], [], ([value], _, { language }) => textOf(value).toLocaleUpperCase(language))],
  ['lowercase', define([1, 1], [], ([value], _, { language }) => textOf(value).toLocaleLowerCase(language))],
  ['urlencode', define([1, 1], [], ([value]) => urlEncoded(textOf(value)))],
  ['eq', define([2, 2], [], ([a, b]) => same(a, b))],
  ['ne', define([2, 2], [], ([a, b]) => !same(a, b))],
  ['gt', comparison((order) => order > 0)],
  ['gte', comparison((order) => order >= 0)],
  ['lt', comparison((order) => order < 0)],
  ['lte', comparison((order) => order <= 0)],
  ['and', define([2, 20], [], (values) => values.every(isTrue))],
  ['or', define([2, 20], [], (values) => values.some(isTrue))],
  ['not', define([1, 1], [], ([value]) => !isTrue(value))],
]);

const textOf = (value: HelperValue): string => (isMissing(value) ? '' : print(value));

/** Percent-encodes all but the unreserved characters (RFC 3986 section 2.3). encodeURIComponent leaves five more. */
const urlEncoded = (text: string): string =>
  encodeURIComponent(text.toWellFormed()).replace(
    /[!'()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
