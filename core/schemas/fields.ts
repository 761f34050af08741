import { z } from 'zod';
import { normalizeEmail } from '../email-address';
import { parseE164 } from '../phone';
import { normalizeLanguage } from '../templates/language';

/** A string that can become a header or a name: no control characters. */
export const line = (max: number) =>
  z
    .string()
    .max(max)
    .regex(/^[^\u0000-\u001f\u007f]*$/, 'must not contain line breaks or other control characters');

/** The result of `convert`, or an issue with `message` where it is null. */
const converted = (max: number, convert: (input: string) => string | null | undefined, message: string) =>
  z
    .string()
    .max(max)
    .transform((value, context) => {
      const result = convert(value);
      if (result !== null && result !== undefined) return result;
      context.addIssue({ code: 'custom', message });
      return z.NEVER;
    });

// The formats below are the schema's words for what `converted` checks; JSON Schema itself knows only `email`.

export const email = converted(254, normalizeEmail, 'must be an e-mail address').meta({
  format: 'email',
  description: 'An e-mail address. Addresses compare without case.',
  examples: ['ada@example.com'],
});
export const phone = converted(
  32,
  parseE164,
  'must be a phone number in E.164 form, + then country code then number',
).meta({
  format: 'e164',
  pattern: '^\\+[1-9](?:[0-9 ().-]*[0-9])?$',
  description:
    'A phone number in E.164 form: `+`, country code, number. Spaces, dots, dashes and brackets are dropped.',
  examples: ['+12025550123'],
});
export const language = converted(
  10,
  normalizeLanguage,
  'must be an ISO 639-1 code, for example en or pt-BR',
).meta({
  format: 'iso-639-1',
  pattern: '^[A-Za-z]{2}(?:[-_](?:[A-Za-z]{2}|[0-9]{3}))?$',
  description: 'An ISO 639-1 code, with or without a region.',
  examples: ['en', 'pt-BR'],
});
export const identifier = line(255).min(1);

export const timezone = converted(
  64,
  (value) => {
    try {
      return new Intl.DateTimeFormat('en', { timeZone: value }).resolvedOptions().timeZone && value;
    } catch {
      return null;
    }
  },
  'must be an IANA time zone, for example Europe/Stockholm',
).meta({ format: 'timezone', description: 'An IANA time zone.', examples: ['Europe/Stockholm'] });

/** Any JSON object, every key of it kept: a record schema would drop `__proto__`. */
export const jsonObject = z
  .unknown()
  .transform((value, context): Record<string, unknown> => {
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) {
      return value as Record<string, unknown>;
    }
    context.addIssue({ code: 'custom', message: 'must be an object' });
    return z.NEVER;
  })
  .meta({ type: 'object', additionalProperties: true });

/** A number of a query string, which comes as text and may come twice. */
export const queryInteger = (min: number, max: number, message: string) =>
  z
    .string(message)
    .regex(/^\d{1,9}$/, message)
    .transform(Number)
    .pipe(z.int().min(min, message).max(max, message));
