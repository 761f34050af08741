import { isSlackMember } from '../../core/sending/recipient';
import { isUuid } from '../../core/shared/ids';
import { type Identifier, contactKeys, uuidKey } from '../../core/contacts/keys';
import { normalizeEmail } from '../../core/contacts/email-address';
import { parseE164 } from '../../core/contacts/phone';
import type { Scope } from '../../core/shared/scope';
import type { Contact } from '../../store/contacts/model';
import { findConfirmed } from '../../store/maintenance/find-confirmed';
import type { Store } from '../../store/store';
import { ApiError } from '../http/api-error';

/** Returns the contact that a path names (CONTACT-21). Throws a 404 if there is none. */
export async function findContact(store: Store, scope: Scope, identifier: string): Promise<Contact> {
  return (await lookUp(store, scope, identifier)) ?? missing();
}

/** Does the same for an erasure: what a deposed primary does not show is looked for again (OUTAGE-6). */
export async function findForErasure(store: Store, scope: Scope, identifier: string): Promise<Contact> {
  return (await findConfirmed(store, () => lookUp(store, scope, identifier))) ?? missing();
}

async function lookUp(store: Store, scope: Scope, identifier: string): Promise<Contact | undefined> {
  const keys = identifierKeys(scope, identifier);
  const found = keys.length > 0 ? await store.contacts.findByKeys(keys) : [];
  for (const key of keys) {
    const contact = found.find(({ identifiers }) => identifiers.includes(key));
    if (contact) return contact;
  }
  return undefined;
}

const missing = (): never => {
  throw contactNotFound();
};

export const contactNotFound = (): ApiError => ApiError.of('CONTACT_NOT_FOUND', []);

/** Returns the unique keys that an identifier may mean, in the order in which they are tried. */
export function identifierKeys(scope: Scope, identifier: string): string[] {
  const one = (kind: Identifier['kind'], value: string | null): string[] =>
    value === null ? [] : contactKeys(scope, { kind, value });
  if (isUuid(identifier))
    return [uuidKey(scope, identifier.toLowerCase()), ...one('external_id', identifier)];
  if (identifier.includes('@')) return one('email', normalizeEmail(identifier));
  if (identifier.startsWith('+')) return one('phone', parseE164(identifier));
  const slack = isSlackMember(identifier) ? one('slack', identifier) : [];
  return [...one('external_id', identifier), ...slack];
}
