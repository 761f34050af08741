import { ANYTHING } from './names';
import type { PayloadSchema, PayloadType } from './schema';

/** An event, as far as its payload's type goes. */
interface Declared {
  name: string;
  payload?: PayloadSchema | null;
}

const HEAD = `/**
 * The payloads of the events, by event name: \`new Heliograph<SendEvents>(…)\` checks them where they are sent.
 * Written by \`heliograph events types\`. Run it again when an event has changed.
 */
export interface SendEvents {
`;

/** Returns a TypeScript module with the interface `SendEvents`: the type of each event's payload by its name. */
export function payloadTypes(events: readonly Declared[]): string {
  const sorted = [...events].sort((a, b) => (a.name < b.name ? -1 : 1));
  const fields = sorted.map(({ name, payload }) => field(name, payload ?? ANY_OBJECT, false, '  '));
  return `${HEAD}${fields.join('')}}\n`;
}

const ANY_OBJECT: PayloadSchema = { type: ['object'] };

function field(name: string, schema: PayloadSchema, isOptional: boolean, indent: string): string {
  const key = /^[A-Za-z_$][\w$]*$/.test(name) ? name : quoted(name);
  return `${comment(schema, indent)}${indent}${key}${isOptional ? '?' : ''}: ${typeOf(schema, indent)};\n`;
}

function typeOf(schema: PayloadSchema, indent: string): string {
  if (schema.const !== undefined) return literal(schema.const);
  if (schema.enum) return union(schema.enum.map(literal));
  return schema.type ? union(schema.type.map((type) => ofType(type, schema, indent))) : 'unknown';
}

function ofType(type: PayloadType, schema: PayloadSchema, indent: string): string {
  switch (type) {
    case 'integer':
      return 'number';
    case 'array':
      return `Array<${typeOf(schema.items ?? ANYTHING, indent)}>`;
    case 'object':
      return objectType(schema, indent);
    default:
      return type;
  }
}

/** Fields that the schema does not forbid are not in the type, so that the compiler finds typos. */
function objectType(
  { properties = {}, required = [], additionalProperties }: PayloadSchema,
  indent: string,
): string {
  const inner = `${indent}  `;
  const fields = Object.entries(properties).map(([name, schema]) =>
    field(name, schema, !required.includes(name), inner),
  );
  const undeclared = required
    .filter((name) => !Object.hasOwn(properties, name))
    .map((name) => field(name, others(additionalProperties), false, inner));
  if (fields.length + undeclared.length === 0)
    return additionalProperties === false
      ? 'Record<string, never>'
      : `Record<string, ${typeOf(others(additionalProperties), indent)}>`;
  // An index signature has to fit all fields.
  const rest = additionalProperties ? [`${inner}[key: string]: unknown;\n`] : [];
  return `{\n${[...fields, ...undeclared, ...rest].join('')}${indent}}`;
}

const others = (schema: boolean | PayloadSchema | undefined): PayloadSchema =>
  typeof schema === 'object' ? schema : ANYTHING;

/** JSON's line separators are valid in strings of TypeScript too. */
const quoted = (text: string): string =>
  `'${JSON.stringify(text).slice(1, -1).replaceAll('\\"', '"').replaceAll("'", "\\'")}'`;

const literal = (value: string | number | boolean | null): string =>
  typeof value === 'string' ? quoted(value) : String(value);

const union = (types: readonly string[]): string => [...new Set(types)].join(' | ');

function comment({ title, description, format, deprecated }: PayloadSchema, indent: string): string {
  const words = [
    ...[title, description].flatMap((text) => text?.trim().split(/[\r\n\u2028\u2029]+/) ?? []),
    ...(format ? [`Format: ${format}.`] : []),
    ...(deprecated ? ['@deprecated'] : []),
  ].map((line) => line.trim().replaceAll('*/', '*\\/'));
  const [only] = words;
  if (only === undefined) return '';
  if (words.length === 1) return `${indent}/** ${only} */\n`;
  return `${indent}/**\n${words.map((line) => `${indent} * ${line}\n`).join('')}${indent} */\n`;
}
