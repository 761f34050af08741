import { rememberOf } from '../../shared/remember';
import { isLonger } from '../../shared/schemas/fields';
import { choiceOf, typeMessage } from '../../shared/schemas/issue-message';
import { suggestion } from '../../shared/suggestion';
import type { PayloadFormat, PayloadSchema, PayloadType } from './schema';

/** The first value of a payload that does not fit. `rule` follows its name, and never quotes the value. */
export interface PayloadProblem {
  path: (string | number)[];
  rule: string;
}

/** Maximum number of characters of an unknown key in an error. */
const SHOWN_KEY = 100;
/** Maximum number of known keys that an error names, or searches for one that was meant. */
const SHOWN_KEYS = 20;

/** Returns the first problem of a payload, or of a value in it; undefined: it fits. */
export function checkPayload(schema: PayloadSchema, value: unknown): PayloadProblem | undefined {
  const { type } = schema;
  if (type && !type.some((one) => IS[one](value))) return here(typeMessage(nounsOf(type), value));
  if (value === undefined) return here(typeMessage('', value));
  if (schema.const !== undefined && value !== schema.const) return here(`must be ${String(schema.const)}`);
  if (schema.enum && !valuesOf(schema.enum).has(value))
    return here(`must be ${choiceOf(schema.enum.map(String))}`);
  if (typeof value === 'string') return checkText(schema, value);
  if (typeof value === 'number') return checkNumber(schema, value);
  if (Array.isArray(value)) return checkList(schema, value);
  return typeof value === 'object' && value !== null ? checkObject(schema, value) : undefined;
}

/** The values of an `enum`. A long list of long texts would take 0.2 s otherwise. */
const valuesOf = rememberOf((list: readonly unknown[]) => new Set(list));

const here = (rule: string): PayloadProblem => ({ path: [], rule });
const within = (key: string | number, problem: PayloadProblem | undefined): PayloadProblem | undefined =>
  problem && { path: [key, ...problem.path], rule: problem.rule };

const IS: Record<PayloadType, (value: unknown) => boolean> = {
  string: (value) => typeof value === 'string',
  number: (value) => typeof value === 'number',
  integer: (value) => Number.isInteger(value),
  boolean: (value) => typeof value === 'boolean',
  object: (value) => typeof value === 'object' && value !== null && !Array.isArray(value),
  array: (value) => Array.isArray(value),
  null: (value) => value === null,
};

const NOUNS: Record<PayloadType, string> = {
  string: 'text',
  number: 'a number',
  integer: 'an integer',
  boolean: 'true or false',
  object: 'an object',
  array: 'an array',
  null: 'null',
};

/** Returns the types in words: `text or null`. */
export const nounsOf = (types: readonly PayloadType[]): string =>
  types.map((type) => NOUNS[type]).join(' or ');

function checkText(
  { minLength, maxLength, format }: PayloadSchema,
  text: string,
): PayloadProblem | undefined {
  if (minLength !== undefined && !isLonger(text, minLength - 1))
    return here(minLength === 1 ? 'must not be empty' : `must have at least ${minLength} characters`);
  if (maxLength !== undefined && isLonger(text, maxLength))
    return here(`must have at most ${maxLength} characters`);
  if (format === undefined || FORMATS[format].fits(text)) return undefined;
  return here(`must be ${FORMATS[format].noun}`);
}

/** Every pattern takes time in proportion to the text. */
const FORMATS: Record<PayloadFormat, { noun: string; fits: (text: string) => boolean }> = {
  date: {
    noun: 'a date such as 2030-01-31',
    fits: (text) => /^\d{4}-\d\d-\d\d$/.test(text) && isDay(text),
  },
  'date-time': {
    noun: 'a time in ISO 8601 with Z or an offset, such as 2030-01-31T08:00:00Z',
    fits: (text) =>
      /^\d{4}-\d\d-\d\dT(?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d(?:\.\d{1,9})?(?:Z|[+-](?:[01]\d|2[0-3]):[0-5]\d)$/.test(
        text,
      ) && isDay(text),
  },
  email: {
    noun: 'an e-mail address such as ada@example.com',
    fits: (text) => text.length <= 320 && /^[^\s@]{1,64}@[^\s@]{1,255}$/.test(text),
  },
  uri: {
    noun: 'an address such as https://example.com/a',
    fits: (text) => /^[A-Za-z][A-Za-z0-9+.-]*:[^\s<>"{}|\\^`]+$/.test(text),
  },
  uuid: {
    noun: 'a UUID',
    fits: (text) => /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i.test(text),
  },
};

function isDay(text: string): boolean {
  const year = Number(text.slice(0, 4));
  const month = Number(text.slice(5, 7));
  const day = Number(text.slice(8, 10));
  const isLeap = year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0);
  const isShort = month === 4 || month === 6 || month === 9 || month === 11;
  const days = month === 2 ? (isLeap ? 29 : 28) : isShort ? 30 : 31;
  return month >= 1 && month <= 12 && day >= 1 && day <= days;
}

function checkNumber(schema: PayloadSchema, value: number): PayloadProblem | undefined {
  const { minimum, maximum, exclusiveMinimum, exclusiveMaximum } = schema;
  if (minimum !== undefined && value < minimum) return here(`must be at least ${minimum}`);
  if (maximum !== undefined && value > maximum) return here(`must be at most ${maximum}`);
  if (exclusiveMinimum !== undefined && value <= exclusiveMinimum)
    return here(`must be more than ${exclusiveMinimum}`);
  if (exclusiveMaximum !== undefined && value >= exclusiveMaximum)
    return here(`must be less than ${exclusiveMaximum}`);
  return undefined;
}

function checkList(
  { items, minItems, maxItems }: PayloadSchema,
  list: unknown[],
): PayloadProblem | undefined {
  if (minItems !== undefined && list.length < minItems)
    return here(minItems === 1 ? 'must not be empty' : `must have at least ${minItems} entries`);
  if (maxItems !== undefined && list.length > maxItems) return here(`must have at most ${maxItems} entries`);
  if (!items) return undefined;
  for (const [index, item] of list.entries()) {
    const problem = checkPayload(items, item);
    if (problem) return within(index, problem);
  }
  return undefined;
}

function checkObject(schema: PayloadSchema, object: object): PayloadProblem | undefined {
  const { properties = {}, required = [], additionalProperties } = schema;
  for (const key of required)
    if (!Object.hasOwn(object, key)) {
      const declared = Object.hasOwn(properties, key) ? properties[key] : undefined;
      return within(key, here(typeMessage(nounsOf(declared?.type ?? []), undefined)));
    }
  // Not Object.entries, which makes a list for each object of a long list.
  for (const key in object) {
    const value = (object as Record<string, unknown>)[key];
    const declared = Object.hasOwn(properties, key) ? properties[key] : additionalProperties;
    if (declared === false) return within(key.slice(0, SHOWN_KEY), here(unknownKey(key, properties)));
    if (typeof declared !== 'object') continue;
    const problem = checkPayload(declared, value);
    if (problem) return within(key.slice(0, SHOWN_KEY), problem);
  }
  return undefined;
}

function unknownKey(key: string, properties: object): string {
  const known = Object.keys(properties).slice(0, SHOWN_KEYS);
  return `is not a known field${suggestion(key, known) || (known.length > 0 ? `. Known fields: ${known.join(', ')}` : '')}`;
}
