import { z } from 'zod';
import { contactsQuery, environmentQuery } from '../../../core/schemas/contact';
import { contactSchema as contact, contactAnswer, contactDeleted } from '../../contacts/view';
import { answer } from '../../http/formats';
import { adminPaths } from './operation';

const missing = ['APPLICATION_NOT_FOUND', 'CONTACT_NOT_FOUND'] as const;

export const adminContactPaths = adminPaths('Contacts', {
  'GET /admin/v1/applications/:app/contacts': {
    id: 'listContacts',
    summary: 'List the contacts of an application',
    query: contactsQuery,
    answer: answer('ContactsAnswer', {
      contacts: z.array(contact),
      total: z.int().min(0).describe('How many match, on all pages.'),
    }),
    errors: ['APPLICATION_NOT_FOUND'],
  },
  'GET /admin/v1/applications/:app/contacts/:identifier': {
    id: 'getContact',
    summary: 'View a contact',
    query: environmentQuery,
    answer: contactAnswer,
    errors: [...missing],
  },
  'DELETE /admin/v1/applications/:app/contacts/:identifier': {
    id: 'eraseContact',
    summary: 'Erase a contact, with what its notifications say of it',
    query: environmentQuery,
    answer: contactDeleted,
    errors: [...missing],
  },
});
