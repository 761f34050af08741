import { emailKey } from './email-address';
import type { ContactFields } from './fields';
import { phoneForms } from './phone';
import { type Scope, scopeKey } from '../shared/scope';

/** The kinds of unique keys. The first three identify a contact (CONTACT-9), the others only if no other contact has them. */
export type KeyKind = 'external_id' | 'email' | 'phone' | 'slack' | 'telegram' | 'discord' | 'push';

/** In this order they decide which contact a `to` means (RECIPIENT-15). */
export const IDENTIFYING = ['external_id', 'email', 'phone'] as const satisfies KeyKind[];

export interface Identifier {
  kind: KeyKind;
  value: string;
}

export const isIdentifying = ({ kind }: Identifier): boolean =>
  (IDENTIFYING as readonly KeyKind[]).includes(kind);

/** Returns the unique key of an identifier in its scope. */
export const contactKey = (scope: Scope, { kind, value }: Identifier): string =>
  `${scopeKey(scope)}:${kind}:${kind === 'email' ? emailKey(value) : value}`;

/**
 * Returns the unique keys of an identifier: one, or one for each form in which networks write a phone number, the given one
 * first. A contact has all of them, so that no other contact gets the number in another form.
 */
export function contactKeys(scope: Scope, { kind, value }: Identifier): string[] {
  const forms = kind === 'phone' ? [...new Set([value, ...phoneForms(value)])] : [value];
  return forms.map((form) => contactKey(scope, { kind, value: form }));
}

/** Returns the key that every contact has, also without identifiers. */
export const uuidKey = (scope: Scope, id: string): string => `${scopeKey(scope)}:uuid:${id}`;

/** Returns all identifiers in a contact's fields. */
export function identifiersOf(fields: ContactFields): Identifier[] {
  const one = (kind: KeyKind, value: string | null): Identifier[] =>
    value === null ? [] : [{ kind, value }];
  return [
    ...one('external_id', fields.externalId),
    ...fields.emails.map((value) => ({ kind: 'email' as const, value })),
    ...fields.phones.map((value) => ({ kind: 'phone' as const, value })),
    ...one('slack', fields.slack),
    ...one('telegram', fields.telegram),
    ...one('discord', fields.discord),
    ...fields.pushTokens.map((value) => ({ kind: 'push' as const, value })),
  ];
}
