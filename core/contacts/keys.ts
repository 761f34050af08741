import { ADDRESS_FORMS, type AddressForm } from './address-forms';
import { type ContactFields, valuesOf } from './fields';
import { KEYED_FIELDS } from './rows';
import { CONTACT_TABLE } from './table';
import { type Scope, scopeKey } from '../shared/scope';

type Table = typeof CONTACT_TABLE;

/** The kinds of unique keys. Some identify a contact (CONTACT-9), the others only if no other contact has them. */
export type KeyKind = {
  [Name in keyof Table]: Table[Name] extends { key: infer Key } ? Key : never;
}[keyof Table];

/** The fields with unique keys, each with its kind. */
export const KEYED = KEYED_FIELDS.map((row) => ({ ...row, kind: row.key as KeyKind }));

export interface Identifier {
  kind: KeyKind;
  value: string;
}

const IDENTIFYING = new Set(
  KEYED.filter(({ identifies }) => identifies !== undefined).map(({ kind }) => kind),
);

export const isIdentifying = ({ kind }: Identifier): boolean => IDENTIFYING.has(kind);

const FORMS: Partial<Record<KeyKind, AddressForm>> = Object.fromEntries(
  Object.entries(ADDRESS_FORMS).map(([field, form]) => [
    CONTACT_TABLE[field as keyof typeof ADDRESS_FORMS].key,
    form,
  ]),
);

/** Returns the unique key of an identifier in its scope. */
export const contactKey = (scope: Scope, { kind, value }: Identifier): string =>
  `${scopeKey(scope)}:${kind}:${FORMS[kind]?.key(value) ?? value}`;

/**
 * Returns the unique keys of an identifier: one, or one for each form in which networks write a phone number, the given one
 * first. A contact has all of them, so that no other contact gets the number in another form.
 */
export function contactKeys(scope: Scope, { kind, value }: Identifier): string[] {
  const forms = new Set([value, ...(FORMS[kind]?.forms(value) ?? [])]);
  return [...forms].map((form) => contactKey(scope, { kind, value: form }));
}

/** Returns the key that every contact has, also without identifiers. */
export const uuidKey = (scope: Scope, id: string): string => `${scopeKey(scope)}:uuid:${id}`;

/** Returns all identifiers in a contact's fields. */
export const identifiersOf = (fields: ContactFields): Identifier[] =>
  KEYED.flatMap(({ field, kind }) => valuesOf(fields, field).map((value) => ({ kind, value })));
