import { isMap } from './read';

/** A field that a payload or a contact has. */
export interface Field {
  /** Its names, such as `payload.order.total`. */
  path: string;
  /** Types of JSON Schema. Empty: any. */
  types: readonly string[];
  /** The only values that it has. Absent: any. */
  values?: readonly unknown[];
}

/** Deepest field that is listed. */
const DEEPEST = 5;

/** Returns the fields that a payload is declared to have, in the order of the file. */
export function declaredFields(schema: unknown, prefix: string, depth = 0): Field[] {
  const properties = isMap(schema) && isMap(schema.properties) ? schema.properties : {};
  return Object.entries(properties).flatMap(([name, given]) => {
    const own = isMap(given) ? given : {};
    const path = `${prefix}${name}`;
    const types = [own.type ?? []].flat().map(String);
    const values = Array.isArray(own.enum) ? own.enum : undefined;
    const inner = depth < DEEPEST ? declaredFields(own, `${path}.`, depth + 1) : [];
    return [{ path, types, ...(values && { values }) }, ...inner];
  });
}

/** Returns the names of the values in an example, those of maps too. */
export function namesInValue(value: unknown, prefix = '', depth = 0): string[] {
  if (!isMap(value) || depth > DEEPEST) return [];
  return Object.entries(value).flatMap(([name, inner]) => [
    `${prefix}${name}`,
    ...namesInValue(inner, `${prefix}${name}.`, depth + 1),
  ]);
}

const TAG = /\{\{\{?[#^/]?([^{}]*)\}\}/g;
const NAME = /(?<![\w.@"'-])@?[A-Za-z_][\w-]*(?:\.[\w-]+)*(?![\w"'=-])/g;

/** Returns the names in the tags of a file, outside quoted texts: what its templates use already. */
export const namesInTags = (source: string): string[] =>
  [...source.matchAll(TAG)].flatMap(([, tag = '']) =>
    [...tag.replace(/"[^"]*"|'[^']*'|\|.*$/g, ' ').matchAll(NAME)].map(([name]) => name),
  );
