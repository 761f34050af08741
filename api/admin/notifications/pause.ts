import { isOpen } from '../../../core/shared/statuses';
import type { Notification } from '../../../store/notifications/model';
import type { ApiDeps } from '../../deps';
import { ApiError, notificationNotFound } from '../../http/api-error';
import { route } from '../../http/route';
import { pauseOne, resumeOne } from '../../notifications/pause-one';
import { pauseAnswer, pauseRequest, pauseView } from '../pauses/view';
import { idIn, missingNotification, NOTIFICATION } from './id-in';

export const pauseNotification = route({
  id: 'pauseNotification',
  tag: 'Notifications',
  method: 'post',
  path: `${NOTIFICATION}/pause`,
  role: 'editor',
  audit: 'notification.pause',
  summary: 'Pause a notification',
  description:
    'Its next message is held when it is due, until the notification is resumed. Its waits and digests continue. A cancel still ends it.',
  body: pauseRequest,
  bodyIsOptional: true,
  answer: pauseAnswer,
  errors: missingNotification,
  handler: async (call, deps) => {
    const { store } = deps;
    const id = await idIn(store, call);
    const reason = call.body.reason ?? null;
    const before = await found(deps, id);
    await pauseOne(deps, id, { by: call.admin.name, reason });
    const after = await found(deps, id);
    if (!isOpen(after.status)) {
      const message = `Only open notifications can be paused. This one is ${after.status}.`;
      throw new ApiError('NOTIFICATION_STATE', message);
    }
    await call.record({
      about: [id, after.applicationId],
      ...{ before: { paused: before.paused !== undefined }, after: { paused: true, reason } },
    });
    return { pause: await pauseView(store, after.paused) };
  },
});

export const resumeNotification = route({
  id: 'resumeNotification',
  tag: 'Notifications',
  method: 'post',
  path: `${NOTIFICATION}/resume`,
  role: 'editor',
  audit: 'notification.resume',
  summary: 'Resume a paused notification',
  description: 'It continues at once, unless its event or its integration is paused.',
  answer: pauseAnswer,
  errors: ['NOTIFICATION_NOT_FOUND'],
  handler: async (call, deps) => {
    const id = await idIn(deps.store, call);
    const before = await found(deps, id);
    await resumeOne(deps, before);
    await call.record({
      about: [id, before.applicationId],
      ...{ before: { paused: before.paused !== undefined }, after: { paused: false } },
    });
    return { pause: null };
  },
});

async function found({ store }: Pick<ApiDeps, 'store'>, id: string): Promise<Notification> {
  const notification = await store.notifications.get(id);
  if (!notification) throw notificationNotFound();
  return notification;
}
