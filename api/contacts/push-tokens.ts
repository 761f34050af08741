import { MAX_PUSH_TOKENS } from '../../core/contacts/fields';
import { contactKey } from '../../core/contacts/keys';
import type { Scope } from '../../core/shared/scope';
import type { Contact } from '../../store/contacts/model';
import type { Store } from '../../store/store';
import { ApiError } from '../http/api-error';
import { findContact } from './find';

/**
 * Adds a device's token to a contact; one that it has already changes nothing. A token that another contact has too
 * stays with both, for only the app knows who is signed in.
 */
export async function addPushToken(
  store: Store,
  scope: Scope,
  identifier: string,
  token: string,
): Promise<Contact> {
  for (;;) {
    const contact = await findContact(store, scope, identifier);
    if (contact.pushTokens.includes(token)) return contact;
    if (contact.pushTokens.length >= MAX_PUSH_TOKENS) {
      const message = `token: a contact may have ${MAX_PUSH_TOKENS} push tokens at most; remove one first.`;
      throw new ApiError('VALIDATION_ERROR', message, { field: 'token' });
    }
    const added = await store.contacts.addPushToken(contact._id, { token, key: keyOf(scope, token) });
    // Null where it changed since it was read: look again.
    if (added) return added;
  }
}

/** Removes a device's token from a contact; one that is not there changes nothing. */
export async function removePushToken(
  store: Store,
  scope: Scope,
  identifier: string,
  token: string,
): Promise<Contact> {
  const contact = await findContact(store, scope, identifier);
  if (!contact.pushTokens.includes(token)) return contact;
  const removed = await store.contacts.removePushTokens(contact._id, [{ token, key: keyOf(scope, token) }]);
  return removed ?? findContact(store, scope, identifier);
}

const keyOf = (scope: Scope, value: string): string => contactKey(scope, { kind: 'push', value });
