import { isUuid } from '../../core/shared/ids';
import { notificationNotFound } from '../http/api-error';
import { uuid } from '../http/formats';
import { route } from '../http/route';
import { COMPLETED, FAILED, NOTIFICATION_ID } from './examples';
import { notificationSchema, notificationView } from './view';

export const getNotification = route({
  id: 'getNotification',
  tag: 'Notifications',
  method: 'get',
  path: '/v1/notifications/:id',
  scope: 'read',
  summary: 'Read a notification with its messages',
  description: 'A sequence has one message for each SEND that ran.',
  params: { id: uuid.describe('As the send answered it.').meta({ examples: [NOTIFICATION_ID] }) },
  answer: notificationSchema,
  answered: 'The notification.',
  errors: ['NOTIFICATION_NOT_FOUND'],
  examples: { answer: { 'Sent by e-mail': COMPLETED, Failed: FAILED } },
  handler: async ({ caller, params }, { store }) => {
    const id = params.id.toLowerCase();
    const found = isUuid(id) ? await store.notifications.getInScope(id, caller.scope) : null;
    if (!found) throw notificationNotFound();
    return notificationView(found);
  },
});
