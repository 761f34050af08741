import type { Message, Notification } from '../notifications/model';
import type { Store } from '../store';

type Stores = {
  notifications: Pick<Store['notifications'], 'get'>;
  sweepState: Pick<Store['sweepState'], 'confirmPrimary'>;
};

/**
 * Returns the message that a report is about, with its notification; null if there is none. A primary that was deposed does
 * not show what was accepted since, and the report would be lost (OUTAGE-6). Throws if no primary can be confirmed.
 */
export async function findMessage(
  stores: Stores,
  { notificationId, messageId }: { notificationId: string; messageId: string },
): Promise<{ notification: Notification; message: Message } | null> {
  const find = async () => {
    const notification = await stores.notifications.get(notificationId);
    const message = notification?.messages.find(({ id }) => id === messageId);
    return notification && message ? { notification, message } : null;
  };
  const found = await find();
  if (found) return found;
  await stores.sweepState.confirmPrimary();
  return find();
}
