import { z } from 'zod';
import { contactsQuery, environmentQuery } from '../../../core/schemas/contact';
import { eraseContact } from '../../contacts/erase-contact';
import { findContact, findForErasure } from '../../contacts/find';
import { contactAnswer, contactDeleted, contactSchema, contactView } from '../../contacts/view';
import type { Contact } from '../../../store/contacts/model';
import type { ApiDeps } from '../../deps';
import type { AdminCall } from '../../http/call';
import { answer } from '../../http/formats';
import { route } from '../../http/route';
import { applicationIn } from '../applications/application-in';

const CONTACTS = '/admin/v1/applications/:app/contacts';
const missing = ['APPLICATION_NOT_FOUND', 'CONTACT_NOT_FOUND'] as const;

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
  path: `${CONTACTS}/:identifier`,
  role: 'viewer',
  summary: 'View a contact',
  query: environmentQuery,
  answer: contactAnswer,
  errors: missing,
  handler: async (call, deps) => ({ contact: contactView(await contactIn(call, deps)) }),
});

export const removeContact = route({
  id: 'eraseContact',
  tag: 'Contacts',
  method: 'delete',
  path: `${CONTACTS}/:identifier`,
  role: 'owner',
  audit: 'contact.erase',
  summary: 'Erase a contact and its notifications',
  query: environmentQuery,
  answer: contactDeleted,
  errors: missing,
  handler: async (call, deps) => {
    const contact = await contactIn(call, deps, findForErasure);
    const { _id, applicationId, environment } = contact;
    await eraseContact(deps, contact);
    await call.record({ about: [applicationId, _id], before: { id: _id, environment } });
    return { deleted: true as const };
  },
});

/** Returns the contact that a request's path names. */
async function contactIn(
  call: AdminCall<{ app: string; identifier: string }, z.output<typeof environmentQuery>, unknown>,
  { store }: ApiDeps,
  find = findContact,
): Promise<Contact> {
  const { _id: applicationId } = await applicationIn(store, call);
  return find(store, { applicationId, ...call.query }, call.params.identifier);
}
