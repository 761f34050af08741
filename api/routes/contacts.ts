import type { Request, Response, Router } from 'express';
import {
  contactChanges,
  contactInput,
  contactPath,
  contactQuery,
  pushTokenBody,
} from '../../core/schemas/contact';
import type { Contact } from '../../store/contact-model';
import { parse } from '../api-error';
import { contactView } from '../contacts/contact-view';
import { contactNotFound, findContact } from '../contacts/find-contact';
import { addPushToken, removePushToken } from '../contacts/push-tokens';
import { forgetSuppressed } from '../contacts/forget-suppressed';
import { saveContact } from '../contacts/save-contact';
import type { ApiDeps } from '../deps';
import { callerOf } from '../middleware/authenticate';
import { resource } from '../resource';

/** Contacts (interface 4.5 to 4.9). */
export function contactRoutes(router: Router, deps: ApiDeps): void {
  const { store, dispatcher } = deps;
  const named = (request: Request, response: Response): Promise<Contact> =>
    findContact(store, callerOf(response).scope, identifierOf(request));

  resource(router, '/v1/contacts', {
    get: async (request, response) => {
      const { limit, offset, search } = parse(contactQuery, request.query);
      const { scope } = callerOf(response);
      const { contacts, total } = await store.contacts.list({ scope, search, limit, offset });
      response.json({ success: true, data: { contacts: contacts.map(contactView), total, limit, offset } });
    },
    post: async (request, response) => {
      const { scope } = callerOf(response);
      answer(response, await saveContact(store, scope, parse(contactInput, request.body)));
    },
  });

  resource(router, '/v1/contacts/:identifier', {
    get: async (request, response) => answer(response, await named(request, response)),
    patch: async (request, response) => {
      const { scope } = callerOf(response);
      const input = parse(contactChanges, request.body);
      answer(response, await saveContact(store, scope, input, () => named(request, response)));
    },
    delete: async (request, response) => {
      const contact = await named(request, response);
      const { _id } = contact;
      await forgetSuppressed(deps, contact);
      // False where another request has just erased it.
      if (!(await store.contacts.tombstone(_id, new Date()))) throw contactNotFound();
      await dispatcher.startErasure(_id);
      response.json({ success: true, deleted: true });
    },
  });

  resource(router, '/v1/contacts/:identifier/push-tokens', {
    post: async (request, response) => {
      const { token } = parse(pushTokenBody, request.body);
      const { scope } = callerOf(response);
      answer(response, await addPushToken(store, scope, identifierOf(request), token));
    },
    delete: async (request, response) => {
      const { token } = parse(pushTokenBody, request.body);
      const { scope } = callerOf(response);
      answer(response, await removePushToken(store, scope, identifierOf(request), token));
    },
  });
}

const identifierOf = (request: Request): string => parse(contactPath, request.params).identifier;

const answer = (response: Response, contact: Contact): void => {
  response.json({ success: true, contact: contactView(contact) });
};
