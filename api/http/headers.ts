import { z } from 'zod';

interface About {
  description: string;
  example: unknown;
}

/** Returns the schema of an answer's header, as the OpenAPI document describes it. */
export const answerHeader = (name: string, about: About, schema: z.ZodType = z.string()): z.ZodType =>
  schema.meta({ header: { id: name, ...about } });

/** The same for a header with a number that is at least `minimum`. Some of its answers have it. */
export const countHeader = (name: string, minimum: number, about: About): z.ZodType =>
  answerHeader(
    name,
    about,
    z
      .number()
      .optional()
      .meta({ override: { type: 'integer', minimum } }),
  );

/** Returns the schema of a request's header. `id` is the name of its component. */
export const requestHeader = (
  id: string,
  name: string,
  about: About,
  schema: z.ZodType = z.string(),
): z.ZodType => schema.optional().meta({ param: { id, name, in: 'header', required: false, ...about } });

/** Returns headers of answers by their names. */
export const named = (headers: readonly z.ZodType[]): z.ZodObject =>
  z.object(Object.fromEntries(headers.map((header) => [nameOf(header), header])));

const nameOf = (header: z.ZodType): string => (header.meta()?.header as { id: string }).id;
