import { z } from 'zod';
import { notificationNotFound } from '../http/api-error';
import { answer, uuid } from '../http/formats';
import { route } from '../http/route';
import { refuseOverBacklog } from '../sending/backlog';
import { cancelNotification } from '../sending/cancel-notifications';
import { NOTIFICATION_ID } from './examples';
import { ofOne, ownId } from './of-one';
import { retryNotification } from './retry-notification';
import { notificationSchema } from './view';

const state = notificationSchema.pick({ id: true, status: true });

export const cancelNotificationById = route({
  ...ofOne,
  id: 'cancelNotification',
  path: '/v1/notifications/:id/cancel',
  summary: 'Cancel one notification',
  description:
    'As the cancel of an event, for one notification. A repeat is harmless: `cancelled` is false, and `status` says how it ended.',
  answer: answer('NotificationCancelled', {
    cancelled: z.boolean().describe('Whether it was open and ended `stopped`.'),
    notification: state,
  }),
  answered: 'What the cancel has done, and the status after it.',
  errors: ['NOTIFICATION_NOT_FOUND'],
  examples: {
    answer: {
      'It was waiting': {
        success: true,
        cancelled: true,
        notification: { id: NOTIFICATION_ID, status: 'stopped' },
      },
    },
  },
  handler: async (call, deps) => {
    const { label, prefix } = call.caller.key;
    const id = await ownId(call, deps);
    const cancelled = await cancelNotification(deps, id, `API key ${label ?? prefix}`);
    const found = await deps.store.notifications.get(id);
    if (!found) throw notificationNotFound();
    return { cancelled, notification: { id, status: found.status } };
  },
});

export const retryNotificationById = route({
  ...ofOne,
  id: 'retryNotification',
  path: '/v1/notifications/:id/retry',
  summary: 'Retry a failed notification as a new one',
  description:
    'Only a failed notification of which nothing was sent. The new one has its payload, and the event and the contact as they are now. It uses no quota. A repeat answers with the same new notification.',
  answer: answer('NotificationRetried', {
    retried: z.boolean().describe('False if it was retried before: the notification is that retry.'),
    notification: state.extend({ retry_of: uuid.describe('The failed notification.') }),
  }),
  answered: 'The new notification, which is durable and will be sent.',
  errors: [
    'NOTIFICATION_NOT_FOUND',
    'NOTIFICATION_STATE',
    'ALREADY_SENT',
    'CONTENT_REMOVED',
    'EVENT_NOT_FOUND',
    'CONTACT_NOT_FOUND',
    'TEMPLATE_MISSING',
    'IDENTIFIER_MISSING',
    'SENDER_UNVERIFIED',
  ],
  examples: {
    answer: {
      'A new notification': {
        success: true,
        retried: true,
        notification: {
          id: '5b0c6a8e-6f5e-5b3c-9d5a-3f0f7e2f1c44',
          status: 'running',
          retry_of: NOTIFICATION_ID,
        },
      },
    },
  },
  handler: async (call, deps) => {
    refuseOverBacklog(deps, call.caller);
    const id = await ownId(call, deps);
    const { notification, isNew } = await retryNotification(deps, id, { again: false });
    if (isNew) await deps.dispatcher.start(notification);
    const { _id, status } = notification;
    return { retried: isNew, notification: { id: _id, status, retry_of: id } };
  },
});
