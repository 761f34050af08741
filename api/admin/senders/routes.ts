import type { Router } from 'express';
import { newId } from '../../../core/shared/ids';
import { createSenderBody } from '../../../core/schemas/admin';
import { senderRecordsQuery } from '../../../core/schemas/sender-records';
import { recordChange } from '../../http/access/audit';
import { ApiError, parse } from '../../http/api-error';
import type { ApiDeps } from '../../deps';
import { resource } from '../../http/resource';
import { applicationIn } from '../applications/application-in';
import { recordsOf } from './records-of';

/** Routes of verified senders: the domains, addresses and numbers that an application may send as. */
export function senderRoutes(router: Router, deps: ApiDeps): void {
  const { store, cached } = deps;

  resource(router, '/admin/v1/applications/:app/senders', {
    post: async (request, response) => {
      const application = await applicationIn(store, request);
      const { type, value } = parse(createSenderBody, request.body);
      const added = { id: newId(), type, value };
      const updated = await store.applications.addSender(application._id, added);
      cached.clear();
      const sender = updated?.senders.find((one) => one.type === type && one.value === value) ?? added;
      await recordChange(response, { about: [application._id, sender.id], after: sender });
      response.status(sender.id === added.id ? 201 : 200).json({ success: true, sender });
    },
    get: async (request, response) => {
      const { senders } = await applicationIn(store, request);
      response.json({ success: true, senders });
    },
  });

  resource(router, '/admin/v1/applications/:app/senders/:id', {
    delete: async (request, response) => {
      const application = await applicationIn(store, request);
      const id = String(request.params.id);
      const sender = application.senders.find((one) => one.id === id);
      if (!sender) throw new ApiError('SENDER_NOT_FOUND', 'This application has no such sender.');
      await store.applications.removeSender(application._id, id);
      cached.clear();
      await recordChange(response, { about: [application._id, id], before: sender });
      response.json({ success: true });
    },
  });

  resource(router, '/admin/v1/applications/:app/senders/:id/records', {
    get: async (request, response) => {
      const application = await applicationIn(store, request);
      const { selectors } = parse(senderRecordsQuery, request.query);
      const sender = application.senders.find((one) => one.id === request.params.id);
      if (!sender) throw new ApiError('SENDER_NOT_FOUND', 'This application has no such sender.');
      response.json({ success: true, sender, ...(await recordsOf(sender, application, selectors, deps)) });
    },
  });
}
