import { z } from 'zod';
import { contactsQuery, environmentQuery } from '../../../core/schemas/contact';
import { eraseContact } from '../../contacts/erase-contact';
import { findForErasure } from '../../contacts/find';
import { contactAnswer, contactDeleted, contactSchema, contactView } from '../../contacts/view';
import { answer } from '../../http/formats';
import { route } from '../../http/route';
import { applicationIn } from '../applications/application-in';
import { CONTACT, contactIn, CONTACTS, missingContact } from './contact-in';

export const listContacts = route({
  id: 'listContacts',
  tag: 'Contacts',
  method: 'get',
  path: CONTACTS,
  role: 'viewer',
  summary: 'List the contacts of an application',
  query: contactsQuery,
  answer: answer('ContactsAnswer', {
    contacts: z.array(contactSchema),
    total: z.int().min(0).describe('How many match, on all pages.'),
  }),
  errors: ['APPLICATION_NOT_FOUND'],
  handler: async (call, { store }) => {
    const { _id: applicationId } = await applicationIn(store, call);
    const { environment, ...query } = call.query;
    const scope = { applicationId, environment };
    const { contacts, total } = await store.contacts.list({ scope, ...query });
    return { contacts: contacts.map(contactView), total };
  },
});

export const getContact = route({
  id: 'getContact',
  tag: 'Contacts',
  method: 'get',
  path: CONTACT,
  role: 'viewer',
  summary: 'View a contact',
  query: environmentQuery,
  answer: contactAnswer,
  errors: missingContact,
  handler: async (call, deps) => ({ contact: contactView(await contactIn(call, deps)) }),
});

export const removeContact = route({
  id: 'eraseContact',
  tag: 'Contacts',
  method: 'delete',
  path: CONTACT,
  role: 'owner',
  audit: 'contact.erase',
  summary: 'Erase a contact and its notifications',
  query: environmentQuery,
  answer: contactDeleted,
  errors: missingContact,
  handler: async (call, deps) => {
    const contact = await contactIn(call, deps, findForErasure);
    const { _id, applicationId, environment } = contact;
    await eraseContact(deps, contact);
    await call.record({ about: [applicationId, _id], before: { id: _id, environment } });
    return { deleted: true as const };
  },
});
