import type { Router } from 'express';
import { newId } from '../../../core/ids';
import { createSenderBody } from '../../../core/schemas/admin';
import { ApiError, parse } from '../../api-error';
import type { ApiDeps } from '../../deps';
import { resource } from '../../resource';
import { applicationIn } from './applications';

/** Verified senders: domains, addresses and numbers that the application may send as. */
export function senderRoutes(router: Router, { store, cached }: ApiDeps): void {
  resource(router, '/admin/v1/applications/:app/senders', {
    post: async (request, response) => {
      const application = await applicationIn(store, request);
      const { type, value } = parse(createSenderBody, request.body);
      const added = { id: newId(), type, value };
      const updated = await store.applications.addSender(application._id, added);
      cached.clear();
      const sender = updated?.senders.find((one) => one.type === type && one.value === value) ?? added;
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
      if (!application.senders.some((sender) => sender.id === id)) {
        throw new ApiError('SENDER_NOT_FOUND', 'This application has no such sender.');
      }
      await store.applications.removeSender(application._id, id);
      cached.clear();
      response.json({ success: true });
    },
  });
}
