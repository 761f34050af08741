import { z } from 'zod';
import { guardedPrefix } from '../../core/caps/sms-guard';
import { notificationNotFound } from '../http/api-error';
import { answer, timestamp, uuid } from '../http/formats';
import { route } from '../http/route';
import { NOTIFICATION_ID } from './examples';
import { ofOne, ownId } from './of-one';

export const followNotification = route({
  ...ofOne,
  id: 'followNotification',
  path: '/v1/notifications/:id/followed',
  summary: 'Say that the recipient used the code',
  description:
    'For the [SMS guard](guides/limits.md#sms-pumping), which holds the SMS to a prefix if too few of its recipients use their codes. A repeat is harmless: `followed` is false.',
  answer: answer('NotificationFollowed', {
    followed: z.boolean().describe('Whether it was not followed before.'),
    notification: z.object({
      id: uuid,
      followed_at: timestamp.describe('When the first of these calls came.'),
    }),
  }),
  answered: 'When the recipient used the code.',
  errors: ['NOTIFICATION_NOT_FOUND'],
  examples: {
    answer: {
      'The first call': {
        success: true,
        followed: true,
        notification: { id: NOTIFICATION_ID, followed_at: '2026-03-01T09:00:00.000Z' },
      },
    },
  },
  handler: async (call, deps) => {
    const { store } = deps;
    const { scope, application } = call.caller;
    const id = await ownId(call, deps);
    const now = store.now();
    const followed = await store.notifications.follow(id, now);
    for (const message of followed?.messages ?? []) {
      const prefix = guardedPrefix(application.smsGuard, followed?.event ?? '', message);
      const sent = message.attempts.find(({ outcome }) => outcome === 'sent');
      if (prefix === null || !sent) continue;
      await store.smsGuard
        .followed({ scope, prefix }, sent.at, now)
        .catch((err: unknown) => deps.log.warn({ err, notificationId: id }, 'a follow-up was not counted'));
    }
    const at = followed?.followedAt ?? (await store.notifications.get(id))?.followedAt;
    // It was removed since.
    if (!at) throw notificationNotFound();
    return { followed: followed !== null, notification: { id, followed_at: at.toISOString() } };
  },
});
