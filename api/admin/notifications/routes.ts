import { z } from 'zod';
import { notificationNotFound } from '../../http/api-error';
import { answer } from '../../http/formats';
import { route } from '../../http/route';
import { cancelNotification } from '../../sending/cancel-notifications';
import { detailsOf } from './details';
import { idIn, NOTIFICATION } from './id-in';
import { notificationDetails, stateSchema } from './view';

export const getNotification = route({
  id: 'getNotification',
  tag: 'Notifications',
  method: 'get',
  path: NOTIFICATION,
  role: 'viewer',
  summary: 'View a notification with its attempts and what was rendered',
  description: 'The beginning of the id is enough if no other notification has it.',
  answer: answer('NotificationDetailsAnswer', { notification: notificationDetails }),
  errors: ['NOTIFICATION_NOT_FOUND'],
  handler: async (call, deps) => ({ notification: await detailsOf(deps, await idIn(deps.store, call)) }),
});

export const cancelOne = route({
  id: 'cancelNotification',
  tag: 'Notifications',
  method: 'post',
  path: `${NOTIFICATION}/cancel`,
  role: 'editor',
  audit: 'notification.cancel',
  summary: 'Cancel a notification',
  answer: answer('NotificationCancelled', {
    cancelled: z.boolean().describe('False if the notification had already ended.'),
    notification: stateSchema,
  }),
  errors: ['NOTIFICATION_NOT_FOUND'],
  handler: async (call, deps) => {
    const id = await idIn(deps.store, call);
    const cancelled = await cancelNotification(deps, id, `admin key ${call.admin.name}`);
    const found = await deps.store.notifications.get(id);
    if (!found) throw notificationNotFound();
    const { applicationId, status } = found;
    await call.record({ about: [id, applicationId], after: { cancelled, status } });
    return { cancelled, notification: { id, status } };
  },
});
