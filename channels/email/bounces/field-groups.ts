/** Header-like fields by lower-case name; of a repeated one all values, in their order. */
export type Fields = ReadonlyMap<string, readonly string[]>;

const FIELD = /^([!-9;-~]{1,76})[ \t]*:([^]*)$/;
/** Longer ones are cut; nothing that is read from a report is that long. */
const MAX_VALUE = 2000;

/**
 * Groups of fields with blank lines between them, as delivery status and feedback reports are made of (RFC 3464
 * section 2.1), folded lines joined (RFC 5322 section 2.2.3). What is no field is passed over. At most `limit` groups.
 */
export function readFieldGroups(text: string, limit: number): Fields[] {
  return text
    .replace(/\r\n?/g, '\n')
    .split(/\n(?:[ \t]*\n)+/, limit + 1)
    .map(readFields)
    .filter((fields) => fields.size > 0)
    .slice(0, limit);
}

function readFields(group: string): Fields {
  const fields = new Map<string, string[]>();
  for (const line of group.replace(/\n[ \t]+/g, ' ').split('\n')) {
    const [, name, value] = FIELD.exec(line) ?? [];
    if (name === undefined || value === undefined) continue;
    const key = name.toLowerCase();
    const values = fields.get(key);
    const cut = value.slice(0, MAX_VALUE).trim();
    if (values) values.push(cut);
    else fields.set(key, [cut]);
  }
  return fields;
}

/** The first value of a field that is not empty. */
export const valueOf = (fields: Fields, name: string): string | undefined =>
  fields.get(name)?.find((value) => value !== '');
