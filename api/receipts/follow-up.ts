import { receiptStateOf } from '../../core/receipts/state';
import type { Message, Notification } from '../../store/notifications/model';
import type { ApiDeps } from '../deps';

type Deps = Pick<ApiDeps, 'dispatcher'>;

/** Wakes the step that waits for receipts of a SEND, once they decide: any other would end its wait too early. */
export function wakeWaiting({ dispatcher }: Deps, { _id, waitsFor, messages }: Notification): void {
  if (waitsFor !== undefined && receiptStateOf(waitsFor, messages) !== 'pending') dispatcher.wake(_id);
}

/** What comes once more may do so because an API died before it answered: then what follows from it was not begun. */
export function followUp(deps: Deps, notification: Notification, { events }: Message): void {
  const { _id: notificationId, untold = [] } = notification;
  for (const { id: eventId, byReceipt } of events) {
    if (byReceipt && untold.includes(eventId))
      deps.dispatcher.tell(notification, { eventId, notificationId });
  }
  wakeWaiting(deps, notification);
}
