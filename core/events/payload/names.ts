import { LINK_VARIABLES } from '../../preferences/links';
import { suggestion } from '../../shared/suggestion';
import { nounsOf } from './check-payload';
import type { PayloadSchema, PayloadType } from './schema';

/** The schema of a value that may be anything. */
export const ANYTHING: PayloadSchema = {};

/** Maximum number of known names that a problem lists. */
const SHOWN = 20;
/** Maximum number of names among which the one that was meant is searched. */
const SEARCHED = 200;

/** Returns the schema of the value that names lead to, or why they lead nowhere: `unknown field "a.b", did you mean "c"?`. */
export function followNames(
  from: PayloadSchema,
  names: readonly string[],
): { schema: PayloadSchema } | { problem: string } {
  let schema = from;
  for (const [index, name] of names.entries()) {
    const member = memberOf(schema, name);
    if (!member) return { problem: problemOf(schema, names.slice(0, index + 1)) };
    schema = member;
  }
  return { schema };
}

function problemOf(schema: PayloadSchema, names: readonly string[]): string {
  const path = names.join('.');
  const name = names.at(-1) ?? '';
  const type = typeOf(schema);
  if (type !== 'object') {
    const hint = type === 'array' ? ' (its entries are in {{#each}})' : '';
    return `unknown field "${path}": "${names.slice(0, -1).join('.') || 'this'}" is ${nounsOf([type!])}${hint}`;
  }
  const known = Object.keys(schema.properties ?? {});
  if (known.length === 0) return `unknown field "${path}"`;
  const shown = known.slice(0, SHOWN).join(', ') + (known.length > SHOWN ? ', …' : '');
  return `unknown field "${path}"${suggestion(name, known.slice(0, SEARCHED)) || ` (known: ${shown})`}`;
}

/** Returns the only type that a value can have, if it is not null; undefined: several or any. */
export function typeOf({ type = [] }: PayloadSchema): PayloadType | undefined {
  const types = type.filter((one) => one !== 'null');
  return types.length === 1 ? types[0] : undefined;
}

/** Returns the schema of an entry of a list, or of a value of a map. */
export function entryOf(schema: PayloadSchema): PayloadSchema {
  if (typeOf(schema) === 'array') return schema.items ?? ANYTHING;
  return !schema.properties && typeof schema.additionalProperties === 'object'
    ? schema.additionalProperties
    : ANYTHING;
}

function memberOf(schema: PayloadSchema, name: string): PayloadSchema | undefined {
  const { properties, additionalProperties } = schema;
  switch (typeOf(schema)) {
    case undefined:
      return ANYTHING;
    case 'object':
      if (properties && Object.hasOwn(properties, name)) return properties[name];
      if (typeof additionalProperties === 'object') return additionalProperties;
      // An object of which nothing is declared may have everything.
      return additionalProperties === true || (!properties && additionalProperties === undefined)
        ? ANYTHING
        : undefined;
    case 'array':
      if (/^\d+$/.test(name)) return schema.items ?? ANYTHING;
      return name === 'length' ? LENGTH : undefined;
    case 'string':
      return name === 'length' ? LENGTH : undefined;
    default:
      return undefined;
  }
}

const LENGTH: PayloadSchema = { type: ['integer'] };
const TEXT: PayloadSchema = { type: ['string'] };

/**
 * Returns the schema of what templates of an event name: its payload, and beside it the variables of the service. Of a
 * payload that is not declared, only the fields of `digest` are known.
 */
export function variablesOf(
  payload: PayloadSchema | undefined,
  { hasDigest = false, hasKey = false } = {},
): PayloadSchema | undefined {
  if (!payload) {
    const digest = digestOf(ANYTHING, hasKey);
    return hasDigest ? { type: ['object'], properties: { digest }, additionalProperties: true } : undefined;
  }
  const isOpen = !payload.properties && payload.additionalProperties === undefined;
  // Without a tenant, the payload's own value is `tenant`.
  const links = LINK_VARIABLES.map((name) => [name, payload.properties?.[name] ?? TEXT] as const);
  const ours = {
    ...{ payload, tenant: payload.properties?.tenant ?? ANYTHING, ...OURS },
    ...Object.fromEntries(links),
  };
  const withOurs = (more: Record<string, PayloadSchema>): PayloadSchema => ({
    ...payload,
    properties: { ...payload.properties, ...more },
    ...(isOpen && { additionalProperties: true }),
  });
  return withOurs(hasDigest ? { ...ours, digest: digestOf(withOurs({ payload }), hasKey) } : ours);
}

const digestOf = (items: PayloadSchema, hasKey: boolean): PayloadSchema => ({
  type: ['object'],
  properties: {
    count: LENGTH,
    items: { type: ['array'], items },
    ...(hasKey && { key: { type: ['string', 'null'] } }),
  },
});

/** Fields of `contact` are checked without a declaration too. */
const OURS: Record<string, PayloadSchema> = {
  contact: ANYTHING,
  brand: ANYTHING,
  app: ANYTHING,
  sender: ANYTHING,
  event: TEXT,
  notification: ANYTHING,
};
