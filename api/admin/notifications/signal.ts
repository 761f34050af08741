import { z } from 'zod';
import { signalOneBody } from '../../../core/schemas/operators';
import { isOpen } from '../../../core/shared/statuses';
import { ApiError, notificationNotFound } from '../../http/api-error';
import type { ApiDeps } from '../../deps';
import { answer, uuid } from '../../http/formats';
import { route } from '../../http/route';
import { idIn, missingNotification, NOTIFICATION } from './id-in';

export const signalOne = route({
  id: 'signalNotification',
  tag: 'Notifications',
  method: 'post',
  path: `${NOTIFICATION}/signal`,
  role: 'editor',
  audit: 'notification.signal',
  summary: 'Signal the sequence in code of a notification',
  body: signalOneBody.meta({ id: 'SignalOne' }),
  answer: answer('NotificationSignalled', {
    checked: z.boolean().describe('False if no worker answered, so the name could not be checked.'),
    notification: z.object({ id: uuid }),
  }),
  errors: missingNotification,
  handler: async (call, deps) => {
    const { name, args = [] } = call.body;
    const id = await idIn(deps.store, call);
    const checked = await signalNotification(deps, id, { name, args });
    await call.record({ about: [id], after: { name } });
    return { checked, notification: { id } };
  },
});

/**
 * Signals the sequence in code that a notification runs. Returns whether a worker confirmed that the sequence has this
 * signal. If no worker answers, Temporal keeps the signal. Throws an ApiError if there is nothing to signal.
 */
async function signalNotification(
  { store, dispatcher }: ApiDeps,
  id: string,
  signal: { name: string; args: unknown[] },
): Promise<boolean> {
  const found = await store.notifications.get(id);
  if (!found) throw notificationNotFound();
  if (found.code === undefined)
    throw refused('The event of the notification runs steps. Only a sequence in code handles signals.');
  if (!isOpen(found.status))
    throw refused(`The notification is ${found.status}, so nothing waits for a signal.`);
  const signalled = await dispatcher.signal(id, signal, found.sendAt);
  switch (signalled?.kind) {
    case undefined:
      throw new ApiError('UNAVAILABLE', 'Temporal does not answer. Try again in a moment.');
    case 'over':
      throw refused(
        'The workflow of the notification has ended or has not begun yet. Try again in a moment.',
      );
    case 'unknown':
      throw new ApiError('VALIDATION_ERROR', noSuchSignal(found.code, signal.name, signalled.known), {
        field: 'name',
      });
    case 'signalled':
      return signalled.checked;
  }
}

const noSuchSignal = (sequence: string, name: string, known: string[]): string =>
  `The sequence ${sequence} has no signal "${name}" at this time. It has ${known.length > 0 ? known.join(', ') : 'none'}.`;

const refused = (message: string): ApiError => new ApiError('NOTIFICATION_STATE', message);
