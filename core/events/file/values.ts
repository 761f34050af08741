import { z } from 'zod';
import { CHANNELS } from '../../shared/channels';
import { normalizeLanguage } from '../templates/language';
import { language } from '../../shared/schemas/fields';
import { DURATION, parseDuration } from './duration';

const MOST_MS = 30 * 86_400_000;
/** Hours and minutes of a clock, `00:00` to `23:59`. */
export const TIME_OF_DAY = /^(?:[01]\d|2[0-3]):[0-5]\d$/;

export const channel = z.enum(CHANNELS);

/** The key of a variant, and `language`. The pattern describes what is checked here. */
export const languageTag = z
  .string()
  .meta({ pattern: language.meta()?.['pattern'], examples: ['en', 'pt-BR'] })
  .transform((tag, context) => {
    const found = normalizeLanguage(tag);
    if (found !== undefined) return found;
    context.addIssue({ code: 'custom', message: 'is not a language code such as "en" or "pt-BR"' });
    return z.NEVER;
  });

/** A duration of more than 0 and at most 30 days, read as milliseconds. */
export const duration = z
  .string('must be a duration with its unit, such as 90s, 10m, 6h or 3d')
  .meta({ id: 'duration', pattern: DURATION.source, examples: ['90s', '10m', '6h', '3d', '1h30m'] })
  .transform((text, context) => {
    const ms = parseDuration(text);
    if (ms !== undefined && ms > 0 && ms <= MOST_MS) return ms;
    const message =
      ms === undefined
        ? `"${text.slice(0, 40)}" is not a duration such as 90s, 10m, 6h or 3d`
        : 'must be more than 0 and at most 30 days';
    context.addIssue({ code: 'custom', message });
    return z.NEVER;
  });

/** Without dots: stores keep a step's templates under its name. */
export const stepName = z
  .string()
  .regex(
    /^[A-Za-z0-9][A-Za-z0-9_-]{0,63}$/,
    'must begin with a letter or digit and have up to 64 of letters, digits, "_", "-"',
  );
