import { causeOf, lastFailureOf } from '../../core/sending/failure-keys';
import { mayBeOut } from '../../core/sending/unknown-outcome';
import { wasHandedOver } from '../../core/shared/statuses';
import type { NotificationLine } from '../../store/notifications/operators';
import { PARTLY_SENT } from './retry-notification';

const UNKNOWN = 'OUTCOME_UNKNOWN';

/** Whether it failed so, or expired after a last attempt that did. */
const hasUnknownOutcome = (message: NotificationLine['messages'][number]): boolean =>
  message.error !== null &&
  [message.error.code, causeOf(message.error.code, lastFailureOf(message))].includes(UNKNOWN);

/** Returns why a failed notification is left out of a retry of many. Null if it gives no reason itself. */
export function retryRefusal(
  { messages, retriedAs }: Pick<NotificationLine, 'messages' | 'retriedAs'>,
  { errorCode }: { errorCode?: string },
): { code: string; error: string } | null {
  // A marked one was begun, so it is finished.
  if (retriedAs === undefined && messages.some(wasHandedOver))
    return { code: 'ALREADY_SENT', error: `${PARTLY_SENT}.` };
  if (errorCode === UNKNOWN) return null;
  if (messages.some((message) => hasUnknownOutcome(message) || mayBeOut(message))) {
    const error =
      'A message may have been sent. To retry it anyway, filter by the error_code OUTCOME_UNKNOWN or retry it by its id.';
    return { code: UNKNOWN, error };
  }
  return null;
}
