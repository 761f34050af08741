import { contactKey } from '../../core/contacts/keys';
import { joinTokens, splitTokens } from '../../core/contacts/push-tokens';
import type { Contact } from '../../store/contacts/model';
import type { Message } from '../../store/notifications/model';
import type { Sending } from './sending';

/**
 * Where a message goes now. A repeated push leaves out the devices that its contact has lost since the first attempt,
 * those that a provider called gone among them; null where none is left.
 */
export function addressNow(message: Message, contact: Contact | null): string | null {
  const { channel, address, attempts } = message;
  if (channel !== 'push' || address === null || contact === null || attempts.length === 0) return address;
  return joinTokens(splitTokens(address).filter((token) => contact.pushTokens.includes(token)));
}

/** Takes tokens that a provider calls gone from the contact. Where that fails the next send meets them again. */
export async function forgetDevices(sending: Sending, gone: readonly string[] = []): Promise<void> {
  const { deps, notification, message } = sending;
  if (gone.length === 0 || notification.contactId === null) return;
  try {
    const keyOf = (value: string): string => contactKey(notification, { kind: 'push', value });
    const tokens = gone.map((token) => ({ token, key: keyOf(token) }));
    await deps.store.contacts.removePushTokens(notification.contactId, tokens);
  } catch (error) {
    const told = { err: error, notificationId: notification._id, messageId: message.id };
    deps.log.error(told, 'push tokens that are gone could not be taken from their contact');
  }
}
