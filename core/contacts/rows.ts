import { CONTACT_TABLE, type ContactFieldRow } from './table';

type Table = typeof CONTACT_TABLE;
export type ContactFieldName = keyof Table;

/** The fields whose row fits. */
export type FieldsWith<Part> = {
  [Name in ContactFieldName]: Table[Name] extends Part ? Name : never;
}[ContactFieldName];

/** The name of a single value of a field. */
export type OneName<Name extends ContactFieldName> = Table[Name] extends { one: infer One extends string }
  ? One
  : Name;

/** A field with its name, and the name of a single value. */
export type ContactField<Name extends ContactFieldName = ContactFieldName> = ContactFieldRow & {
  field: Name;
  one: OneName<Name>;
  /** Its proper name in bodies. */
  wire: string;
};

/** All fields, in the order of the table. */
export const CONTACT_FIELDS: readonly ContactField[] = Object.entries(CONTACT_TABLE).map(
  ([field, row]: [string, ContactFieldRow]) =>
    ({ ...row, field, one: row.one ?? field, wire: Object.keys(row.body)[0] }) as ContactField,
);

/** Returns the fields whose row has `value` under `key`. */
export const fieldsWith = <Key extends keyof ContactFieldRow, const Value extends ContactFieldRow[Key]>(
  key: Key,
  value: Value,
) =>
  CONTACT_FIELDS.filter((row) => (row[key] as unknown) === value) as ContactField<
    FieldsWith<Record<Key, Value>>
  >[];

const LAST = 100;

/** The fields whose values make unique keys, those that identify a contact first (RECIPIENT-15). */
export const KEYED_FIELDS = CONTACT_FIELDS.filter(({ key }) => key !== undefined).sort(
  (a, b) => (a.identifies ?? LAST) - (b.identifies ?? LAST),
);

type Reader = NonNullable<ContactFieldRow['readBy']>[number];

/** The fields that templates, or conditions, may name. */
export type FieldsReadBy<By extends Reader> = {
  [Name in ContactFieldName]: Table[Name] extends { readBy: readonly (infer Of)[] }
    ? By extends Of
      ? Name
      : never
    : never;
}[ContactFieldName];

export const fieldsReadBy = <By extends Reader>(reader: By) =>
  CONTACT_FIELDS.filter(({ readBy }) => readBy?.includes(reader)) as ContactField<FieldsReadBy<By>>[];

/** Returns all that `contact.…` may name: the fields, the parts of the name, and `meta`. */
export const namesReadBy = (reader: Reader): string[] => [
  ...fieldsReadBy(reader).flatMap(({ one }) => (one === 'name' ? [one, 'firstName', 'lastName'] : [one])),
  'meta',
];

/** Returns the aliases of the names in bodies, each with its proper name. */
export const aliasesOf = ({ body }: ContactFieldRow): [alias: string, name: string][] =>
  Object.entries(body).flatMap(([name, { aliases = [] }]) =>
    aliases.map((alias): [string, string] => [alias, name]),
  );

/** Returns whether a name in bodies is of a list. */
export const isListName = ({ holds, wire }: ContactField, name: string): boolean =>
  holds === 'all' && name !== wire;
