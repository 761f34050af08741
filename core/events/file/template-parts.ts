import { z } from 'zod';

/** A text that is not blank. */
export const filled = z.string().regex(/\S/, 'must not be empty');

/** Deep enough for Block Kit and embeds. */
const json: z.ZodType<unknown> = z.json().register(z.globalRegistry, { id: 'json' });

/** A list of up to `max` structures whose texts are templates. */
export const parts = (max: number) =>
  z.array(z.record(z.string(), json)).min(1, 'must not be empty').max(max, `may have at most ${max}`);

/** The JSON Schema of a map that needs at least one of these keys. */
export const oneOfKeys = (...keys: string[]) => ({ anyOf: keys.map((key) => ({ required: [key] })) });
