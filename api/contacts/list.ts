import { z } from 'zod';
import { contactQuery } from '../../core/schemas/contact';
import { answer } from '../http/formats';
import { route } from '../http/route';
import { CONTACT_EXAMPLE } from './named';
import { contactSchema, contactView } from './view';

const { limit, offset, search } = contactQuery.shape;

export const listContacts = route({
  id: 'listContacts',
  tag: 'Contacts',
  method: 'get',
  path: '/v1/contacts',
  scope: 'contacts',
  summary: 'List contacts',
  query: contactQuery,
  shown: {
    query: contactQuery.extend({
      limit: limit.describe('Contacts of one page.'),
      offset: offset.describe('Contacts to skip.'),
      search: search
        .unwrap()
        .optional()
        .describe('Beginning of a name, e-mail address, phone number or external id.'),
    }),
  },
  answer: answer('ContactList', {
    data: z.object({
      contacts: z.array(contactSchema),
      total: z.int().min(0).describe('How many match, on all pages.'),
      limit: z.int(),
      offset: z.int(),
    }),
  }),
  answered: 'One page of the contacts.',
  examples: {
    answer: {
      'One contact': {
        success: true,
        data: { contacts: [CONTACT_EXAMPLE], total: 1, limit: 50, offset: 0 },
      },
    },
  },
  handler: async ({ caller: { scope }, query }, { store }) => {
    const { contacts, total } = await store.contacts.list({ scope, ...query });
    const { limit, offset } = query;
    return { data: { contacts: contacts.map(contactView), total, limit, offset } };
  },
});
