import type { ZodOpenApiOverride } from 'zod-openapi';

/** Requires that at least one of these fields is there and not null. */
export const needsOne =
  (...fields: string[]): ZodOpenApiOverride =>
  ({ jsonSchema }) => {
    const anyOf = fields.map((field) => ({ required: [field], properties: { [field]: filled(field) } }));
    // In an `allOf`, because generators of types read an `anyOf` beside `properties` as an alternative to them.
    jsonSchema.allOf = [{ anyOf }];
  };

/** A Telegram chat is a number as well. */
const TYPES: Record<string, ('string' | 'integer')[]> = { telegram: ['string', 'integer'] };

const filled = (field: string) =>
  /tokens$/i.test(field)
    ? { type: 'array' as const, minItems: 1, items: { type: 'string' as const } }
    : { type: TYPES[field] ?? ('string' as const) };
