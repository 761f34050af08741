import { z } from 'zod';
import { notificationListFields, notificationListQuery } from '../../core/schemas/notifications';
import { pairOf } from '../../core/sending/metadata';
import { nextCursor, placeOf } from '../http/cursor';
import { answer, next } from '../http/formats';
import { route } from '../http/route';
import { oneRecipient, recipientKeys } from '../sending/one-recipient';
import { COMPLETED } from './examples';
import { notificationSchema, notificationView } from './view';

export const listNotifications = route({
  id: 'listNotifications',
  tag: 'Notifications',
  method: 'get',
  path: '/v1/notifications',
  scope: 'read',
  summary: 'List notifications',
  description: 'The newest first. A filter that nothing matches gives an empty page.',
  query: notificationListQuery,
  shown: { query: notificationListFields },
  answer: answer('NotificationList', { notifications: z.array(notificationSchema), next }),
  answered: 'One page of the notifications.',
  examples: { answer: { 'One notification': { success: true, notifications: [COMPLETED], next: null } } },
  handler: async ({ caller, query }, deps) => {
    const { contact, metadata = {}, since: from, until: to, after, broadcast, ...others } = query;
    const filters = {
      ...{ ...others, from, to, scope: caller.scope, after: placeOf(after) },
      broadcast: broadcast?.toLowerCase(),
      metadata: Object.entries(metadata).map(([name, value]) => pairOf(name, value)),
    };
    const recipients =
      contact === undefined ? undefined : await recipientKeys(deps, caller, oneRecipient(contact, 'contact'));
    // An unknown contact has none.
    const found =
      recipients?.length === 0 ? [] : await deps.store.notifications.list({ ...filters, recipients });
    return {
      notifications: found.map(notificationView),
      next: nextCursor(found, query.limit, ({ startedAt }) => startedAt),
    };
  },
});
