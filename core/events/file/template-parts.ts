import { z } from 'zod';
import { choice } from './choice';

/** A text that is not blank. */
export const filled = z.string().regex(/\S/, 'must not be empty');

/** Name of a layout, without its folder, language and format. */
export const layoutName = z
  .string()
  .regex(
    /^[A-Za-z0-9][A-Za-z0-9_-]{0,63}$/,
    'must be the name of a layout without folder and format, such as base: letters, digits, "_", "-"',
  );
const noLayout = z.literal(false, 'must be the name of a layout, or false for none');

/** The layout of one template, or `false`: none, in place of the event's. */
export const layoutOfTemplate = choice<z.ZodType<string | false>>([layoutName, noLayout], (given) =>
  typeof given === 'boolean' ? noLayout : layoutName,
);

/** Deep enough for Block Kit and embeds. */
const json: z.ZodType<unknown> = z.json().register(z.globalRegistry, { id: 'json' });

/** A list of up to `max` structures whose texts are templates. */
export const parts = (max: number) =>
  z.array(z.record(z.string(), json)).min(1, 'must not be empty').max(max, `may have at most ${max}`);

/** The JSON Schema of a map that needs at least one of these keys. */
export const oneOfKeys = (...keys: string[]) => ({ anyOf: keys.map((key) => ({ required: [key] })) });
