import type { z } from 'zod';
import type { ZodOpenApiMediaTypeObject } from 'zod-openapi';

/** Returns a body with its schema, and its examples by names made of the words that say what they show. */
export const media = (
  schema: z.ZodType,
  examples?: Readonly<Record<string, unknown>>,
): ZodOpenApiMediaTypeObject => ({
  schema,
  ...(examples && {
    examples: Object.fromEntries(
      Object.entries(examples).map(([words, value]) => [
        words.replaceAll(/[^A-Za-z0-9]+/g, '-'),
        { summary: words, value },
      ]),
    ),
  }),
});
