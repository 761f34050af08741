import { z } from 'zod';
import { retryOneBody } from '../../../core/schemas/operators';
import { answer, uuid } from '../../http/formats';
import { route } from '../../http/route';
import { retryNotification } from '../../notifications/retry-notification';
import { idIn, missingNotification, NOTIFICATION } from './id-in';
import { stateSchema } from './view';

export const retryOne = route({
  id: 'retryNotification',
  tag: 'Notifications',
  method: 'post',
  path: `${NOTIFICATION}/retry`,
  role: 'editor',
  audit: 'notification.retry',
  summary: 'Retry a failed notification as a new one',
  body: retryOneBody.meta({ id: 'RetryRequest' }),
  answer: answer('NotificationRetried', {
    retried: z.boolean().describe('False if it was already retried.'),
    notification: stateSchema.extend({ retry_of: uuid }),
  }),
  errors: [...missingNotification, 'ALREADY_SENT', 'CONTENT_REMOVED'],
  handler: async (call, deps) => {
    const id = await idIn(deps.store, call);
    const { notification, isNew } = await retryNotification(deps, id, call.body);
    const { _id, applicationId, status } = notification;
    await call.record({ about: [id, _id, applicationId], after: { id: _id } });
    if (isNew) await deps.dispatcher.start(notification);
    return { retried: isNew, notification: { id: _id, retry_of: id, status } };
  },
});
