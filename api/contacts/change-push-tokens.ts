import { MAX_PUSH_TOKENS } from '../../core/contacts/fields';
import { contactKey } from '../../core/contacts/keys';
import type { Scope } from '../../core/shared/scope';
import type { Contact } from '../../store/contacts/model';
import type { Store } from '../../store/store';
import { ApiError } from '../http/api-error';
import { findContact } from './find';

/**
 * Adds a device's token to a contact. For a token that it already has, only the time of its registration changes. If
 * another contact has the token too, both keep it, because only the app knows who is signed in.
 */
export async function addPushToken(
  store: Store,
  scope: Scope,
  identifier: string,
  token: string,
): Promise<Contact> {
  for (;;) {
    const contact = await findContact(store, scope, identifier);
    const at = store.now();
    if (contact.pushTokens.includes(token)) {
      if (await store.contacts.renewPushToken(contact._id, token, at)) return contact;
      continue;
    }
    if (contact.pushTokens.length >= MAX_PUSH_TOKENS) {
      const message = `token: a contact can have at most ${MAX_PUSH_TOKENS} push tokens. Remove one first.`;
      throw new ApiError('VALIDATION_ERROR', message, { field: 'token' });
    }
    const added = await store.contacts.addPushToken(contact._id, { token, key: keyOf(scope, token), at });
    // Null: the contact has changed since it was read.
    if (added) return added;
  }
}

/** Removes a device's token from a contact. A token that it does not have changes nothing. */
export async function removePushToken(
  store: Store,
  scope: Scope,
  identifier: string,
  token: string,
): Promise<Contact> {
  const contact = await findContact(store, scope, identifier);
  if (!contact.pushTokens.includes(token)) return contact;
  const removed = await store.contacts.removePushToken(contact._id, { token, key: keyOf(scope, token) });
  return removed ?? findContact(store, scope, identifier);
}

const keyOf = (scope: Scope, value: string): string => contactKey(scope, { kind: 'push', value });
