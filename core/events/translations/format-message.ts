import {
  type DateElement,
  isArgumentElement,
  isDateElement,
  isLiteralElement,
  isNumberElement,
  isPluralElement,
  isPoundElement,
  isSelectElement,
  type MessageFormatElement,
} from '@formatjs/icu-messageformat-parser';
import { dateTimeFormat, numberFormat, pluralRules } from '../templates/formats';
import {
  DATE_ONLY,
  dateOf,
  formatted,
  type HelperContext,
  type HelperOptions,
  type HelperValue,
  isMissing,
  numeric,
  print,
} from '../templates/helpers';
import { TemplateError } from '../templates/template-error';
import { decodeText } from './encode';
import { readMessage } from './message';

interface Filling {
  values: HelperOptions;
  context: HelperContext;
  /** Escapes values, if the message itself is not escaped. */
  escape: (text: string) => string;
}

/**
 * Returns a message with its values. `encoded` is its text as a template has it. A missing value prints nothing, and has
 * the case `other`.
 */
export function formatMessage(encoded: HelperValue, filling: Filling): string {
  const read = readMessage(decodeText(print(encoded)));
  if (!read.ok) throw new TemplateError(`a text of a translation is not valid: ${read.message}`);
  return format(read.message.elements, filling, '');
}

function format(elements: readonly MessageFormatElement[], filling: Filling, pound: string): string {
  let text = '';
  for (const one of elements) text += formatOne(one, filling, pound);
  return text;
}

function formatOne(one: MessageFormatElement, filling: Filling, pound: string): string {
  if (isLiteralElement(one)) return one.value;
  if (isPoundElement(one)) return pound;
  const { values, context, escape } = filling;
  const value = Object.hasOwn(values, one.value) ? values[one.value] : undefined;
  if (isSelectElement(one)) {
    const { other } = one.options;
    const key = isMissing(value) ? 'other' : print(value);
    const chosen = Object.hasOwn(one.options, key) ? one.options[key] : other;
    return format(chosen?.value ?? [], filling, pound);
  }
  if (isPluralElement(one)) {
    const number = isMissing(value) ? undefined : numeric(value);
    const counted = number === undefined ? undefined : number - one.offset;
    const exact = `=${number}`;
    const rule =
      counted === undefined
        ? 'other'
        : pluralRules(context.language, { type: one.pluralType }).select(counted);
    const key = Object.hasOwn(one.options, exact) ? exact : rule;
    const chosen = Object.hasOwn(one.options, key) ? one.options[key] : one.options.other;
    return format(
      chosen?.value ?? [],
      filling,
      counted === undefined ? '' : escape(numberText(counted, {}, context)),
    );
  }
  if (isMissing(value)) return '';
  if (isArgumentElement(one)) return escape(print(value));
  if (isNumberElement(one)) {
    const { scale = 1, ...options } = optionsOf(one.style, NUMBER_STYLES) as { scale?: number };
    return escape(numberText(numeric(value) * scale, options, context));
  }
  const styles = isDateElement(one) ? DATE_STYLES : TIME_STYLES;
  const when = dateOf(value);
  // A day without a time is that day everywhere.
  const timeZone = DATE_ONLY.test(print(value)) ? 'UTC' : context.timezone;
  const options = { ...optionsOf((one as DateElement).style ?? 'medium', styles), timeZone };
  return escape(formatted(dateTimeFormat(context.language, options).format(when), context));
}

const numberText = (value: number, options: object, context: HelperContext): string =>
  formatted(numberFormat(context.language, options).format(value), context);

/** Returns the options of a style: of its name, or of its skeleton. */
const optionsOf = (style: unknown, named: Readonly<Record<string, object>>): object =>
  typeof style === 'string'
    ? (named[style] ?? {})
    : ((style as { parsedOptions?: object } | null | undefined)?.parsedOptions ?? {});

const NUMBER_STYLES = { integer: { maximumFractionDigits: 0 }, percent: { style: 'percent' } } as const;
const LENGTHS = ['short', 'medium', 'long', 'full'] as const;
const DATE_STYLES = Object.fromEntries(LENGTHS.map((dateStyle) => [dateStyle, { dateStyle }]));
const TIME_STYLES = Object.fromEntries(LENGTHS.map((timeStyle) => [timeStyle, { timeStyle }]));
