import { z } from 'zod';
import type { Contact } from '../../store/contacts/model';
import type { ApiDeps } from '../deps';
import type { PublicCall } from '../http/call';
import { findContact } from './find';
import { contactView } from './view';

/** Path of one contact (CONTACT-21). */
export const ONE_CONTACT = '/v1/contacts/:identifier';

/** What all routes of one contact have. */
export const ofOneContact = {
  tag: 'Contacts',
  scope: 'contacts',
  params: {
    identifier: z
      .string()
      .min(1)
      .describe(
        'A uuid, an external id, an e-mail address, a phone number or a Slack member id, URL-encoded: `ada%40example.com`, `%2B12025550123`.',
      )
      .meta({ examples: ['ada@example.com'] }),
  },
} as const;

/** Returns the contact that a request's path names. */
export const namedContact = (
  { caller, params }: PublicCall<{ identifier: string }, unknown, unknown>,
  { store }: ApiDeps,
): Promise<Contact> => findContact(store, caller.scope, params.identifier);

export const CONTACT_EXAMPLE = {
  uuid: '3c9c8f0a-1f6d-4a7e-9b57-2b7d0c1f8e42',
  emailAddresses: ['ada@example.com'],
  phoneNumbers: ['+12025550123'],
  name: 'Ada Lovelace',
  firstName: 'Ada',
  lastName: 'Lovelace',
  externalId: 'user-42',
  avatar: 'https://www.gravatar.com/avatar/b4c5f5b4b5d8e0f6a7c8d9e0f1a2b3c4d5e6f7a8b9c0d1e2f3a4b5c6d7e8f9a0',
  username: null,
  slack: null,
  meta: { plan: 'team' },
};

/** The example of an answer with a contact. */
export const A_CONTACT = { 'A contact': { success: true, contact: CONTACT_EXAMPLE } };

export const answerOf = (contact: Contact) => ({ contact: contactView(contact) });
