import type { Router } from 'express';
import { contactChanges, contactInput } from '../../core/schemas/contact';
import { parse } from '../api-error';
import { contactView } from '../contacts/contact-view';
import { findContact } from '../contacts/find-contact';
import { saveContact } from '../contacts/save-contact';
import type { ApiDeps } from '../deps';
import { callerOf } from '../middleware/authenticate';
import { resource } from '../resource';

/** Contacts (interface 4.5 to 4.8). */
export function contactRoutes(router: Router, { store, dispatcher }: ApiDeps): void {
  resource(router, '/v1/contacts', {
    post: async (request, response) => {
      const { scope } = callerOf(response);
      const contact = await saveContact(store, scope, parse(contactInput, request.body));
      response.json({ success: true, contact: contactView(contact) });
    },
  });

  resource(router, '/v1/contacts/:identifier', {
    get: async (request, response) => {
      const contact = await findContact(store, callerOf(response).scope, String(request.params.identifier));
      response.json({ success: true, contact: contactView(contact) });
    },
    patch: async (request, response) => {
      const { scope } = callerOf(response);
      const input = parse(contactChanges, request.body);
      const target = () => findContact(store, scope, String(request.params.identifier));
      response.json({ success: true, contact: contactView(await saveContact(store, scope, input, target)) });
    },
    delete: async (request, response) => {
      const contact = await findContact(store, callerOf(response).scope, String(request.params.identifier));
      await store.contacts.tombstone(contact._id, new Date());
      await dispatcher.startErasure(contact._id);
      response.json({ success: true, deleted: true });
    },
  });
}
