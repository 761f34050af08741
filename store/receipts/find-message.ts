import type { Message, Notification } from '../notifications/model';
import { findConfirmed } from '../maintenance/find-confirmed';
import type { Store } from '../store';

type Stores = Parameters<typeof findConfirmed>[0] & { notifications: Pick<Store['notifications'], 'get'> };

/** Returns the message that a report is about, with its notification; null if there is none. Throws if no primary can be confirmed. */
export const findMessage = (
  stores: Stores,
  { notificationId, messageId }: { notificationId: string; messageId: string },
): Promise<{ notification: Notification; message: Message } | null> =>
  findConfirmed(stores, async () => {
    const notification = await stores.notifications.get(notificationId);
    const message = notification?.messages.find(({ id }) => id === messageId);
    return notification && message ? { notification, message } : null;
  });
