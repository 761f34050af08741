import { failureKeysOf, lastFailureOf } from '../../core/sending/failure-keys';
import type { NotificationStatus } from '../../core/shared/statuses';
import type { Message, Notification } from './model';

/**
 * Returns what the end of a failed run adds if an operator reopened the notification, and the run did not come to the message
 * that was to be repeated: the message has failed, as before.
 */
export function notRepeated({ messages }: Notification, as: NotificationStatus) {
  const message = as === 'failed' ? messages.find(isWaiting) : undefined;
  const error = message?.errorBefore;
  if (!message || !error) return { set: {}, keys: [], arrayFilters: [] };
  return {
    set: { 'messages.$[f].error': error, 'messages.$[f].status': 'failed' },
    keys: failureKeysOf(error.code, lastFailureOf(message)),
    arrayFilters: [{ 'f.id': message.id, 'f.status': 'queued' }],
  };
}

const isWaiting = ({ status, attempts, repeatOf, errorBefore }: Message): boolean =>
  status === 'queued' && Boolean(errorBefore) && (attempts.at(-1)?.id ?? null) === repeatOf;
