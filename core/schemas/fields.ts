import { z } from 'zod';
import { normalizeEmail } from '../email-address';
import { parseE164 } from '../phone';
import { normalizeLanguage } from '../templates/language';

const hasControl = (value: string): boolean => /[\u0000-\u001f\u007f]/.test(value);

/** A string that can become a header or a name: no control characters. */
export const line = (max: number) =>
  z
    .string()
    .max(max)
    .refine((value) => !hasControl(value), 'must not contain line breaks or other control characters');

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

export const email = converted(254, normalizeEmail, 'must be an e-mail address');
export const phone = converted(
  32,
  parseE164,
  'must be a phone number in E.164 form, + then country code then number',
);
export const language = converted(
  10,
  normalizeLanguage,
  'must be an ISO 639-1 code, for example en or pt-BR',
);
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
);

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
  .meta({ type: 'object' });
