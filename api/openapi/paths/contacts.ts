import { z } from 'zod';
import type { ZodOpenApiPathsObject } from 'zod-openapi';
import { operation } from '../operation';
import {
  contactAnswer,
  contactChangesRequest,
  contactDeleted,
  contactList,
  contactRequest,
  pushTokenRequest,
} from '../schemas/contact';

const CONTACT = {
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

const identifier = z
  .string()
  .min(1)
  .describe(
    'A uuid, an external id, an e-mail address, a phone number or a Slack member id, URL-encoded: `ada%40example.com`, `%2B12025550123`.',
  )
  .meta({ examples: ['ada@example.com'] });

const path = z.object({ identifier });

/** The answer of most contact routes. */
const oneContact = {
  description: 'The contact.',
  schema: contactAnswer,
  examples: { 'A contact': { success: true, contact: CONTACT } },
};

const pushToken = {
  tag: 'Contacts',
  parameters: { path },
  body: { schema: pushTokenRequest, examples: { 'A device': { token: 'fcm-token-of-the-device' } } },
  answer: oneContact,
  errors: ['CONTACT_NOT_FOUND' as const],
};

/** Contacts and their device tokens (docs/reference/rules/contacts.md). */
export const contactPaths: ZodOpenApiPathsObject = {
  '/v1/contacts': {
    get: operation({
      id: 'listContacts',
      tag: 'Contacts',
      summary: 'List contacts',
      parameters: {
        query: z.object({
          limit: z.int().min(1).max(100).optional().meta({ default: 50 }).describe('Contacts of one page.'),
          offset: z.int().min(0).max(10_000).optional().meta({ default: 0 }).describe('Contacts to skip.'),
          search: z
            .string()
            .max(255)
            .optional()
            .describe('Beginning of a name, e-mail address, phone number or external id.'),
        }),
      },
      answer: {
        description: 'One page of the contacts.',
        schema: contactList,
        examples: {
          'One contact': { success: true, data: { contacts: [CONTACT], total: 1, limit: 50, offset: 0 } },
        },
      },
    }),
    post: operation({
      id: 'upsertContact',
      tag: 'Contacts',
      summary: 'Create or update a contact',
      description:
        'A contact that has one of the identifiers is updated, else a new one is made. A new address goes before the older ones, which stay, 50 e-mail addresses and 50 phone numbers at most.',
      body: {
        schema: contactRequest,
        examples: {
          'With metadata': {
            email: 'ada@example.com',
            phone: '+12025550123',
            external_id: 'user-42',
            name: 'Ada Lovelace',
            meta: { plan: 'team' },
          },
          'A field that goes to meta': { external_id: 'user-42', sign_up_source: 'fair' },
        },
      },
      answer: oneContact,
      errors: ['CONTACT_CONFLICT'],
    }),
  },
  '/v1/contacts/{identifier}': {
    get: operation({
      id: 'getContact',
      tag: 'Contacts',
      summary: 'Read a contact',
      parameters: { path },
      answer: oneContact,
      errors: ['CONTACT_NOT_FOUND'],
    }),
    patch: operation({
      id: 'updateContact',
      tag: 'Contacts',
      summary: 'Change a contact',
      parameters: { path },
      body: {
        schema: contactChangesRequest,
        examples: { 'A new name': { name: 'Ada King' }, 'Without phone numbers': { phone: null } },
        optional: true,
      },
      answer: oneContact,
      errors: ['CONTACT_NOT_FOUND', 'CONTACT_CONFLICT'],
    }),
    delete: operation({
      id: 'deleteContact',
      tag: 'Contacts',
      summary: 'Erase a contact and everything about it',
      description:
        'Its notifications are stopped and removed with their messages. The answer comes when the contact is gone; the rest follows.',
      parameters: { path },
      answer: {
        description: 'The contact is gone.',
        schema: contactDeleted,
        examples: { Erased: { success: true, deleted: true } },
      },
      errors: ['CONTACT_NOT_FOUND'],
    }),
  },
  '/v1/contacts/{identifier}/push-tokens': {
    post: operation({
      ...pushToken,
      id: 'addPushToken',
      summary: 'Add a device token to a contact',
      description: 'Adding one that is there is fine.',
    }),
    delete: operation({
      ...pushToken,
      id: 'removePushToken',
      summary: 'Remove a device token from a contact',
      description: 'Removing one that is not there is fine.',
    }),
  },
};
