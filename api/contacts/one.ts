import { contactChanges, contactInput } from '../../core/contacts/shape';
import { route } from '../http/route';
import { eraseContact } from './erase-contact';
import { findForErasure } from './find';
import { A_CONTACT, answerOf, namedContact, ofOneContact, ONE_CONTACT } from './named';
import { saveContact } from './save';
import { shownContact, shownContactChanges } from './shown-fields';
import { contactAnswer, contactDeleted } from './view';

export const upsertContact = route({
  id: 'upsertContact',
  tag: 'Contacts',
  method: 'post',
  path: '/v1/contacts',
  scope: 'contacts',
  summary: 'Create or update a contact',
  description:
    'Updates the contact that has one of the identifiers, or creates one. A new address goes before the older ones, which stay. A contact has at most 50 e-mail addresses and 50 phone numbers.',
  body: contactInput,
  shown: { body: shownContact },
  answer: contactAnswer,
  answered: 'The contact.',
  errors: ['CONTACT_CONFLICT'],
  examples: {
    body: {
      'With metadata': {
        email: 'ada@example.com',
        phone: '+12025550123',
        external_id: 'user-42',
        name: 'Ada Lovelace',
        meta: { plan: 'team' },
      },
      'A field that goes to meta': { external_id: 'user-42', sign_up_source: 'fair' },
    },
    answer: A_CONTACT,
  },
  handler: async ({ caller, body: input, rawBody }, { store }) =>
    answerOf(await saveContact(store, caller.scope, { input, body: rawBody })),
});

export const getContact = route({
  ...ofOneContact,
  id: 'getContact',
  method: 'get',
  path: ONE_CONTACT,
  summary: 'Read a contact',
  answer: contactAnswer,
  answered: 'The contact.',
  errors: ['CONTACT_NOT_FOUND'],
  examples: { answer: A_CONTACT },
  handler: async (call, deps) => answerOf(await namedContact(call, deps)),
});

export const updateContact = route({
  ...ofOneContact,
  id: 'updateContact',
  method: 'patch',
  path: ONE_CONTACT,
  summary: 'Change a contact',
  body: contactChanges,
  shown: { body: shownContactChanges },
  bodyIsOptional: true,
  answer: contactAnswer,
  answered: 'The contact.',
  errors: ['CONTACT_NOT_FOUND', 'CONTACT_CONFLICT'],
  examples: {
    body: { 'A new name': { name: 'Ada King' }, 'Without phone numbers': { phone: null } },
    answer: A_CONTACT,
  },
  handler: async (call, deps) => {
    const change = { input: call.body, body: call.rawBody };
    const target = () => namedContact(call, deps);
    return answerOf(await saveContact(deps.store, call.caller.scope, change, target));
  },
});

export const deleteContact = route({
  ...ofOneContact,
  id: 'deleteContact',
  method: 'delete',
  path: ONE_CONTACT,
  summary: 'Erase a contact and everything about it',
  description:
    'Stops and removes the notifications of the contact with their messages. The answer comes after the contact is gone. A workflow removes everything else.',
  answer: contactDeleted,
  answered: 'The contact is gone.',
  errors: ['CONTACT_NOT_FOUND'],
  examples: { answer: { Erased: { success: true, deleted: true } } },
  handler: async (call, deps) => {
    await eraseContact(deps, await findForErasure(deps.store, call.caller.scope, call.params.identifier));
    return { deleted: true as const };
  },
});
