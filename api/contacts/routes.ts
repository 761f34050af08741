import type { Request, Response, Router } from 'express';
import {
  contactChanges,
  contactInput,
  contactPath,
  contactQuery,
  pushTokenBody,
} from '../../core/schemas/contact';
import type { Contact } from '../../store/contacts/model';
import { parse } from '../http/api-error';
import { contactView } from './view';
import { eraseContact } from './erase';
import { findContact } from './find';
import { addPushToken, removePushToken } from './push-tokens';
import { saveContact } from './save';
import type { ApiDeps } from '../deps';
import { callerOf } from '../http/middleware/authenticate';
import { resource } from '../http/resource';

/** Routes of contacts (docs/reference/rules/contacts.md). */
export function contactRoutes(router: Router, deps: ApiDeps): void {
  const { store } = deps;
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
      const { body } = request as { body: unknown };
      answer(response, await saveContact(store, scope, { input: parse(contactInput, body), body }));
    },
  });

  resource(router, '/v1/contacts/:identifier', {
    get: async (request, response) => answer(response, await named(request, response)),
    patch: async (request, response) => {
      const { scope } = callerOf(response);
      const { body } = request as { body: unknown };
      const change = { input: parse(contactChanges, body), body };
      answer(response, await saveContact(store, scope, change, () => named(request, response)));
    },
    delete: async (request, response) => {
      await eraseContact(deps, await named(request, response));
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
