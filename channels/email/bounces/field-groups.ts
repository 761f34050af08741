/** All values of header-like fields, by lower-case name. */
export type Fields = ReadonlyMap<string, readonly string[]>;

const FIELD = /^([!-9;-~]{1,76})[ \t]*:([^]*)$/;
/** Maximum number of characters of a value. Longer ones are cut: nothing that we read is that long. */
const MAX_VALUE = 2000;

/**
 * Returns at most `limit` groups of fields with blank lines between them, which delivery status and feedback reports are
 * made of (RFC 3464 section 2.1). Folded lines are joined (RFC 5322 section 2.2.3). What is no field is skipped.
 */
export function readFieldGroups(text: string, limit: number): Fields[] {
  return text
    .replace(/\r\n?/g, '\n')
    .split(/\n(?:[ \t]*\n)+/, limit + 1)
    .flatMap((group) => recipientsOf(group, limit + 1))
    .map(readFields)
    .filter((fields) => fields.size > 0)
    .slice(0, limit);
}

/** Splits a group with several recipients, between which a server wrote no blank line. */
function recipientsOf(group: string, limit: number): string[] {
  const [first = '', ...others] = group.split(/^(?=final-recipient[ \t]*:)/im, limit);
  // Fields before the first `Final-Recipient` are of its recipient.
  return /^final-recipient/i.test(first)
    ? [first, ...others]
    : [first + (others[0] ?? ''), ...others.slice(1)];
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

/** Returns the first value of a field that is not empty. */
export const valueOf = (fields: Fields, name: string): string | undefined =>
  fields.get(name)?.find((value) => value !== '');
