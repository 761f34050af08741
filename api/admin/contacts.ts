import type { Request, Router } from 'express';
import { contactsQuery, environmentQuery } from '../../core/schemas/contact';
import type { Contact } from '../../store/contacts/model';
import { eraseContact } from '../contacts/erase-contact';
import { findContact } from '../contacts/find';
import { contactView } from '../contacts/view';
import type { ApiDeps } from '../deps';
import { parse } from '../http/api-error';
import { resource } from '../http/resource';
import { recordChange } from '../http/access/audit';
import { applicationIn } from './applications';

/** Routes of operators for contacts: list, view, erase. */
export function adminContactRoutes(router: Router, deps: ApiDeps): void {
  const { store } = deps;
  const path = '/admin/v1/applications/:app/contacts';
  const named = async (request: Request): Promise<Contact> => {
    const { _id: applicationId } = await applicationIn(store, request);
    const { environment } = parse(environmentQuery, request.query);
    return findContact(store, { applicationId, environment }, String(request.params.identifier));
  };

  resource(router, path, {
    get: async (request, response) => {
      const { _id: applicationId } = await applicationIn(store, request);
      const { environment, ...query } = parse(contactsQuery, request.query);
      const { contacts, total } = await store.contacts.list({
        scope: { applicationId, environment },
        ...query,
      });
      response.json({ success: true, contacts: contacts.map(contactView), total });
    },
  });

  resource(router, `${path}/:identifier`, {
    get: async (request, response) => {
      response.json({ success: true, contact: contactView(await named(request)) });
    },
    delete: async (request, response) => {
      const contact = await named(request);
      const { _id, applicationId, environment } = contact;
      await eraseContact(deps, contact);
      await recordChange(response, { about: [applicationId, _id], before: { id: _id, environment } });
      response.json({ success: true, deleted: true });
    },
  });
}
