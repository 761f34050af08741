import { z } from 'zod';
import { givenEmail } from '../../contacts/email-address';
import { parseE164 } from '../../contacts/phone';
import { isKnownZone, zonesMeantBy } from '../../sequences/clock';
import { isAlphanumericSender } from '../../sending/sender-type';
import { normalizeLanguage } from '../../events/templates/language';
import * as patterns from './patterns';

/** Limits text to `max` characters as JSON Schema counts them: an emoji is one character, but two in JavaScript. */
export function atMost(max: number): z.core.$ZodCheck<string> {
  const check = z.core._maxLength(max) as unknown as z.core.$ZodCheck<string>;
  const ofUnits = check._zod.check;
  // Zod runs it for whatever has a length, also for what is no text.
  check._zod.check = (payload) =>
    typeof payload.value === 'string' && isLonger(payload.value, max) ? ofUnits(payload) : undefined;
  return check;
}

/** Whether text has more than `max` characters. */
export const isLonger = (text: string, max: number): boolean =>
  text.length > 2 * max || (text.length > max && [...text].length > max);

/** A string that can become a header or a name: no control characters. */
export const line = (max: number, message?: string) =>
  z
    .string(message)
    .check(atMost(max))
    .regex(/^[^\u0000-\u001f\u007f]*$/, 'must not contain line breaks or other control characters');

/** Position in a list, from `next` of an answer. api/http/cursor.ts reads it, so that the OpenAPI document shows it as text. */
export const cursor = line(100).meta({
  pattern: patterns.CURSOR,
  description: 'What the page before gave as `next`.',
});

/** Returns a schema with the result of `convert`; null becomes an issue with `message` and what `hint` adds. */
const converted = (
  max: number,
  convert: (input: string) => string | null | undefined,
  message: string,
  hint: (input: string) => string = () => '',
) =>
  z
    .string(message)
    .max(max, message)
    .transform((value, context) => {
      const result = convert(value);
      if (result !== null && result !== undefined) return result;
      context.addIssue({ code: 'custom', message: message + hint(value) });
      return z.NEVER;
    });

// The patterns and formats below describe what `converted` checks.

export const email = converted(254, givenEmail, 'must be an e-mail address such as ada@example.com').meta({
  id: 'EmailAddress',
  pattern: patterns.EMAIL,
  description:
    'An e-mail address. The local part keeps its case, and addresses compare without case. An international domain is accepted too, and an international local part where it can be sent (CONTACT-2).',
  examples: ['ada@example.com'],
});
export const phone = converted(
  32,
  parseE164,
  'must be a phone number in E.164 form, + then country code then number, such as +12025550123',
).meta({
  id: 'PhoneNumber',
  format: 'e164',
  pattern: patterns.PHONE,
  description:
    'A phone number in E.164 form: `+`, country code, number. Spaces, dots, dashes and brackets are dropped. The pattern has every calling code, and 7 to 15 digits in all.',
  examples: ['+12025550123'],
});
export const smsSender = converted(
  32,
  (input) => parseE164(input) ?? (isAlphanumericSender(input) ? input : null),
  'must be a phone number in E.164 form, or 1 to 11 letters, digits and spaces with at least one letter',
).meta({
  format: 'sms-sender',
  pattern: patterns.SMS_SENDER,
  description:
    'A phone number in E.164 form, or an alphanumeric sender ID: 1 to 11 letters, digits and spaces, with at least one letter and no space at its ends.',
  examples: ['+12025550123', 'MYAPP'],
});
export const language = converted(
  64,
  normalizeLanguage,
  'must be a BCP 47 language tag, such as en, pt-BR or zh-Hant',
).meta({
  id: 'Language',
  format: 'bcp-47',
  pattern: patterns.LANGUAGE,
  description:
    'A BCP 47 language tag: a language of two or three letters, with or without a script and a region. Variants and extensions are taken too.',
  examples: ['en', 'pt-BR', 'zh-Hant-TW'],
});
export const identifier = line(255).min(1);

/** Id of a Telegram chat, as text or as a number. The OpenAPI document shows the text only: few generators read a choice of two. */
export const chatId = z.union([identifier, z.number().int().transform(String)]).meta({
  override: ({ jsonSchema }: { jsonSchema: Record<string, unknown> }) => {
    delete jsonSchema.anyOf;
    Object.assign(jsonSchema, { type: 'string', minLength: 1, maxLength: 255 });
  },
});

export const timezone = converted(
  64,
  (value) => (isKnownZone(value) ? value : null),
  'must be an IANA time zone, such as Europe/Stockholm',
  (value) => {
    const meant = zonesMeantBy(value);
    return meant === undefined ? '' : `. Instead of ${value}, send ${meant}`;
  },
).meta({
  id: 'TimeZone',
  format: 'timezone',
  pattern: patterns.TIME_ZONE,
  description: 'An IANA time zone.',
  examples: ['Europe/Stockholm'],
});

/** An object with all of its keys. A record schema would drop `__proto__`. */
const anyObject = ({ orEmptyList }: { orEmptyList: boolean }) =>
  z
    .unknown()
    .transform((value, context): Record<string, unknown> => {
      if (typeof value === 'object' && value !== null && !Array.isArray(value)) {
        return value as Record<string, unknown>;
      }
      if (orEmptyList && Array.isArray(value) && value.length === 0) return {};
      context.addIssue({ code: 'custom', message: 'must be an object' });
      return z.NEVER;
    })
    .meta({ type: 'object', additionalProperties: true });

/** Any JSON object of a request. PHP writes an empty one as `[]`. */
export const jsonObject = anyObject({ orEmptyList: true });

/** Any object of a file. */
export const yamlObject = anyObject({ orEmptyList: false });

/** A number in a query string, `usual` if it is absent. It comes as text, and may come twice. */
export const queryInteger = (min: number, max: number, usual: number, message: string) =>
  z
    .string(message)
    .regex(/^\d{1,9}$/, message)
    .transform(Number)
    .pipe(z.int().min(min, message).max(max, message))
    // The OpenAPI document shows the number, not its text.
    .meta({
      override: ({ jsonSchema }: { jsonSchema: Record<string, unknown> }) => {
        delete jsonSchema.pattern;
        Object.assign(jsonSchema, { type: 'integer', minimum: min, maximum: max, default: usual });
      },
    })
    .default(usual);

export const LIMIT_RULE = 'must be an integer from 1 to 100';

/** `limit` of a list, in its query string. */
export const pageLimit = queryInteger(1, 100, 50, LIMIT_RULE);
