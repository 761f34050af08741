import { dateTimeFormat, numberFormat, pluralRules } from './formats';
import { TemplateError } from './template-error';

/** The properties of the message that a helper uses. */
export interface HelperContext {
  /** BCP 47 tag of the variant that is being rendered. */
  language: string;
  /** IANA zone of the recipient. */
  timezone: string;
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
const print = (value: HelperValue): string => `${value as string}`;
const isMissing = (value: HelperValue): boolean => value === undefined || value === null || value === '';
const isTrue = (value: HelperValue): boolean =>
  Boolean(value) && !(Array.isArray(value) && value.length === 0);

/** Returns nothing for a missing value, as everywhere in templates. A wrong value is an error. */
const orNothing =
  (run: Helper['run']): Helper['run'] =>
  (values, options, context) =>
    isMissing(values[0]) ? '' : run(values, options, context);

const DATE_ONLY = /^\d{4}-\d{2}-\d{2}$/;
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
    orNothing(([value], { style, zone }, { language, timezone }) => {
      const when = new Date(typeof value === 'number' ? value : print(value));
      if (Number.isNaN(when.getTime())) throw new TemplateError('the value is not a date (write ISO 8601)');
      const chosen = style === undefined ? undefined : oneOf(DATE_STYLES, style, 'style');
      // A day without a time is that day everywhere.
      const timeZone = DATE_ONLY.test(print(value)) ? 'UTC' : isMissing(zone) ? timezone : print(zone);
      return dateTimeFormat(language, {
        ...(parts.date && { dateStyle: chosen ?? parts.date }),
        ...(parts.time && { timeStyle: parts.date ? parts.time : (chosen ?? parts.time) }),
        timeZone,
      }).format(when);
    }),
  );

function numeric(value: HelperValue): number {
  const number = typeof value === 'number' ? value : Number(print(value));
  if (!Number.isFinite(number)) throw new TemplateError('the value is not a number');
  return number;
}

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
  orNothing(([value], options, { language }) => {
    const number = numeric(value);
    const form = pluralRules(language, {}).select(number);
    const words = (number === 0 ? options.zero : undefined) ?? options[form] ?? options.other;
    if (words === undefined) throw new TemplateError('plural needs other="…"');
    const parts = print(words).split('#');
    if (parts.length > 100) throw new TemplateError('plural has more than 100 "#" in its words');
    return parts.join(numberFormat(language, {}).format(number));
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
      orNothing(([value], { decimals: digits, style }, { language }) =>
        numberFormat(language, {
          ...(style !== undefined && { style: oneOf(NUMBER_STYLES, style, 'style') }),
          ...decimals(digits),
        }).format(numeric(value)),
      ),
    ),
  ],
  [
    'currency',
    define(
      [2, 2],
      ['decimals'],
      orNothing(([amount, code], { decimals: digits }, { language }) => {
        if (!/^[A-Za-z]{3}$/.test(print(code))) {
          throw new TemplateError('the currency must be an ISO 4217 code, for example "EUR"');
        }
        const format = { style: 'currency', currency: print(code), ...decimals(digits) } as const;
        return numberFormat(language, format).format(numeric(amount));
      }),
    ),
  ],
  ['plural', plural],
  ['default', define([2, 2], [], ([value, fallback]) => (isMissing(value) ? fallback : value))],
  ['uppercase', define([1, 1], [], ([value], _, { language }) => textOf(value).toLocaleUpperCase(language))],
  ['lowercase', define([1, 1], [], ([value], _, { language }) => textOf(value).toLocaleLowerCase(language))],
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
