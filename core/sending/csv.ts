import type { PayloadSchema } from '../events/payload/schema';
import { heldNumber } from '../shared/exact-number';

/** A column of recipients in CSV: the path of its field in a recipient. */
export interface Column {
  name: string;
  path: string[];
}

const FIELD = /(?:"([^"]*(?:""[^"]*)*)"|([^",\r\n]*))(,|$)/y;

/** Returns the fields of one record of CSV (RFC 4180). Null if it is malformed. */
export function csvFields(record: string): string[] | null {
  const fields: string[] = [];
  FIELD.lastIndex = 0;
  for (;;) {
    const found = FIELD.exec(record);
    if (!found) return null;
    const [, quoted, plain = '', end] = found;
    fields.push(quoted === undefined ? plain : quoted.replaceAll('""', '"'));
    if (end === '') return fields;
  }
}

/** Fields of a recipient that have fields themselves. */
const GROUPS = new Set(['payload', 'metadata', 'meta']);

/** Reads the header of a CSV. Returns its columns, or what is wrong with it. */
export function columnsOf(header: string): { columns: Column[] } | { problem: string } {
  const fields = csvFields(header);
  if (!fields) return { problem: 'is not CSV: a quote is missing or misplaced' };
  if (fields.length === 1 && /[;\t]/.test(header))
    return { problem: 'must have its columns separated by commas' };
  const columns = fields.map((field) => columnNamed(field.trim()));
  const taken = new Set<string>();
  for (const [index, { name, path }] of columns.entries()) {
    if (path.includes('')) return { problem: `has no name for column ${index + 1}` };
    if (path.includes('__proto__')) return { problem: 'must not have __proto__ in the name of a column' };
    if (GROUPS.has(name)) return { problem: `must name the fields of ${name}, such as ${name}.plan` };
    if (taken.has(name)) return { problem: `has the column ${name.slice(0, 100)} twice` };
    taken.add(name);
  }
  const within = columns.find(({ path }) =>
    path.some((_, index) => index > 0 && index < path.length && taken.has(path.slice(0, index).join('.'))),
  );
  return within ? { problem: `has the column ${within.name.slice(0, 100)} within another one` } : { columns };
}

function columnNamed(name: string): Column {
  const path = name.split('.');
  return { name, path: GROUPS.has(path[0] ?? '') ? path : [name] };
}

/**
 * Returns the recipient that a record of CSV describes. An empty field is absent. A field of the payload is a number or a
 * boolean if the event declares it so, else text.
 */
export function csvRecipient(
  columns: readonly Column[],
  fields: readonly string[],
  payload: PayloadSchema | undefined,
): Record<string, unknown> {
  const recipient: Record<string, unknown> = {};
  for (const [index, { path }] of columns.entries()) {
    const text = fields[index] ?? '';
    if (text === '') continue;
    const [group, ...keys] = path;
    const value = group === 'payload' ? declaredValue(payload, keys, text) : text;
    let inner = recipient;
    for (const key of path.slice(0, -1)) {
      const own = Object.hasOwn(inner, key) ? inner[key] : (inner[key] = {});
      inner = own as Record<string, unknown>;
    }
    inner[path.at(-1) ?? ''] = value;
  }
  return recipient;
}

const NUMBER = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/;

function declaredValue(payload: PayloadSchema | undefined, keys: string[], text: string): unknown {
  let declared = payload;
  for (const key of keys) {
    const { properties = {}, additionalProperties } = declared ?? {};
    const other = typeof additionalProperties === 'object' ? additionalProperties : undefined;
    declared = Object.hasOwn(properties, key) ? properties[key] : other;
  }
  const types = declared?.type ?? [];
  if (types.includes('string')) return text;
  if (types.includes('number') || types.includes('integer'))
    if (NUMBER.test(text) && heldNumber(text) !== 'lost') return Number(text);
  if (types.includes('boolean') && (text === 'true' || text === 'false')) return text === 'true';
  return text;
}
