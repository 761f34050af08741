import { isOpen } from '../../../core/shared/statuses';
import { ApiError } from '../../http/api-error';
import type { ApiDeps } from '../../deps';

/**
 * Signals the sequence in code that a notification runs. Gives whether its workflow was seen to have that signal: where no
 * worker answers Temporal keeps it. ApiError where there is nothing to signal.
 */
export async function signalNotification(
  { store, dispatcher }: ApiDeps,
  id: string,
  name: string,
): Promise<{ checked: boolean }> {
  const found = await store.notifications.get(id);
  if (!found) throw new ApiError('NOTIFICATION_NOT_FOUND', 'There is no notification with this id.');
  if (found.code === undefined)
    throw refused('Its event runs steps, which take no signals; a sequence in code does.');
  if (!isOpen(found.status)) throw refused(`It is ${found.status}; nothing waits for a signal any more.`);
  const signalled = await dispatcher.signal(id, name);
  switch (signalled?.kind) {
    case undefined:
      throw new ApiError('UNAVAILABLE', 'Temporal does not answer; try again in a moment.');
    case 'over':
      throw refused('Its workflow is over, or has not begun yet; try again in a moment.');
    case 'unknown':
      throw new ApiError('VALIDATION_ERROR', noSuchSignal(found.code, name, signalled.known), {
        field: 'name',
      });
    case 'signalled':
      return { checked: signalled.checked };
  }
}

const noSuchSignal = (sequence: string, name: string, known: string[]): string =>
  `The sequence ${sequence} has no signal "${name}" now; it has ${known.length > 0 ? known.join(', ') : 'none'}.`;

const refused = (message: string): ApiError => new ApiError('NOTIFICATION_STATE', message);
