import { z } from 'zod';
import { suggestion } from '../../shared/suggestion';
import { yamlObject } from '../../shared/schemas/fields';
import {
  PAYLOAD_FORMATS,
  PAYLOAD_TYPES,
  type PayloadExample,
  type PayloadSchema,
  type PayloadType,
} from '../payload/schema';
import { choice } from './choice';
import { closed } from './closed';

const scalar = z.union(
  [z.string().max(200, 'must have at most 200 characters'), z.number(), z.boolean(), z.null()],
  {
    error: 'must be text, a number, true, false or null',
  },
);
const count = z.int('must be an integer').min(0, 'must be at least 0');
const typeName = z.enum(PAYLOAD_TYPES);

/** Maximum number of fields of one object, because a check looks for each of them. */
const MOST_KEYS = 500;

/** A map with any keys. A record would leave out `__proto__` without a word. */
function mapOf<Value extends z.ZodType>(key: z.ZodString, value: Value) {
  const map = z.record(key, value);
  return choice([map], (given) => {
    if (typeof given !== 'object' || given === null) return map;
    if (Object.hasOwn(given, '__proto__')) return 'must not have the key "__proto__"';
    return Object.keys(given).length > MOST_KEYS ? `may have at most ${MOST_KEYS} keys` : map;
  });
}

const key = z.string().min(1, 'must not be empty').max(100, 'may have at most 100 characters');

/** Which type a keyword is about. */
const KEYWORDS: Record<string, readonly PayloadType[]> = {
  properties: ['object'],
  required: ['object'],
  additionalProperties: ['object'],
  items: ['array'],
  minItems: ['array'],
  maxItems: ['array'],
  minLength: ['string'],
  maxLength: ['string'],
  format: ['string'],
  minimum: ['number', 'integer'],
  maximum: ['number', 'integer'],
  exclusiveMinimum: ['number', 'integer'],
  exclusiveMaximum: ['number', 'integer'],
};

const schemaShape: z.ZodType<PayloadSchema> = z
  .lazy(() =>
    closed({
      type: choice<z.ZodType<PayloadType[]>>([type, types], (given) => (Array.isArray(given) ? types : type))
        .optional()
        .describe(
          'The type of the value, or a list of types such as `[string, "null"]`. With `properties`, it is `object`. With `items`, it is `array`.',
        ),
      title: z
        .string()
        .max(200, 'may have at most 200 characters')
        .optional()
        .describe('A short name for people.'),
      description: z
        .string()
        .max(2000, 'may have at most 2,000 characters')
        .optional()
        .describe('Description of the value, for people and in the types of callers.'),
      deprecated: z.boolean().optional().describe('Callers should no longer send it.'),
      enum: z
        .array(scalar)
        .min(1, 'must not be empty')
        .max(100, 'may have at most 100 values')
        .optional()
        .describe('The value is one of these.'),
      const: scalar.optional().describe('The value is this.'),
      minLength: count.optional().describe('Minimum characters of a text.'),
      maxLength: count.optional().describe('Maximum characters of a text.'),
      format: z
        .enum(PAYLOAD_FORMATS)
        .optional()
        .describe('Format of a text: `date` (2030-01-31), `date-time` (ISO 8601), `email`, `uri` or `uuid`.'),
      minimum: z.number().optional().describe('Minimum of a number.'),
      maximum: z.number().optional().describe('Maximum of a number.'),
      exclusiveMinimum: z.number().optional().describe('A number must be more than this.'),
      exclusiveMaximum: z.number().optional().describe('A number must be less than this.'),
      items: schemaShape.optional().describe('Schema of each entry of a list.'),
      minItems: count.optional().describe('Minimum entries of a list.'),
      maxItems: count.optional().describe('Maximum entries of a list.'),
      properties: properties.optional().describe('Fields of an object, each with its schema.'),
      required: z.array(z.string()).optional().describe('Fields that are required.'),
      additionalProperties: z
        .union([z.boolean(), schemaShape], { error: 'must be true, false or a schema' })
        .optional()
        .describe(
          'Other fields. `false`: a send with one is refused. `true`: templates may use them. A schema: what they must be. Without it, sends may have them, and templates may not use them.',
        ),
    } satisfies Record<keyof PayloadSchema, z.ZodType>)
      .superRefine((given, context) => {
        for (const problem of problemsOf(given)) context.addIssue({ code: 'custom', ...problem });
      })
      .transform((given): PayloadSchema => withType(given)),
  )
  .register(z.globalRegistry, { id: 'payload' });

const type = typeName.transform((one): PayloadType[] => [one]);
const types = z.array(typeName).min(1, 'must not be empty');
const properties: z.ZodType<Record<string, PayloadSchema>> = mapOf(key, schemaShape);

function problemsOf(given: PayloadSchema): { path: string[]; message: string }[] {
  const keywords = Object.keys(given).filter((name) => Object.hasOwn(KEYWORDS, name));
  const problems = keywords
    .filter((name) => given.type && !KEYWORDS[name]!.some((one) => given.type!.includes(one)))
    .map((name) => ({ path: [name], message: `belongs to "type: ${KEYWORDS[name]!.join('" or "type: ')}"` }));
  if (!given.type && new Set(keywords.map((name) => KEYWORDS[name]![0])).size > 1)
    problems.push({ path: [], message: `needs a "type", because it has ${keywords.join(', ')}` });
  const known = Object.keys(given.properties ?? {});
  if (!given.additionalProperties)
    for (const name of given.required ?? [])
      if (!known.includes(name))
        problems.push({
          path: ['required'],
          message: `names "${name.slice(0, 100)}", which is not in "properties"${suggestion(name, known)}`,
        });
  return problems;
}

/** Adds the type that its keywords are about. */
function withType(given: PayloadSchema): PayloadSchema {
  const about = Object.keys(given).find((name) => Object.hasOwn(KEYWORDS, name));
  return given.type || about === undefined ? given : { type: [KEYWORDS[about]![0]!], ...given };
}

/** `payload`: a schema of an object. */
export const payload = schemaShape
  .refine(({ type }) => !type || (type.length === 1 && type[0] === 'object'), {
    message: 'must be "object", because a payload is one',
    path: ['type'],
  })
  .transform((schema): PayloadSchema => ({ ...schema, type: ['object'] }));

/** `examples`: payloads by name, in the order of the file. */
export const examples = mapOf(
  z
    .string()
    .regex(
      /^[A-Za-z][A-Za-z0-9_-]{0,63}$/,
      'must begin with a letter and have up to 64 of letters, digits, "_", "-"',
    ),
  yamlObject,
)
  .refine((given) => Object.keys(given).length <= 20, 'may have at most 20 examples')
  .transform((given) =>
    Object.entries(given).map(([name, example]): PayloadExample => ({ name, payload: example })),
  );
