import { contactKey } from '../../core/contacts/keys';
import { joinTokens, splitTokens } from '../../core/contacts/push-tokens';
import type { Contact } from '../../store/contacts/model';
import type { Message } from '../../store/notifications/model';
import type { Sending } from './sending';

/**
 * Returns the address that a message goes to now, or null if there is none. A repeated push leaves out the devices that its
 * contact has lost since the first attempt, for example because a provider reported them as gone.
 */
export function addressNow(message: Message, contact: Contact | null): string | null {
  const { channel, address, attempts } = message;
  if (channel !== 'push' || address === null || contact === null || attempts.length === 0) return address;
  return joinTokens(splitTokens(address).filter((token) => contact.pushTokens.includes(token)));
}

/** Removes the tokens that a provider reports as gone from the contact. If that fails, the next send finds them again. */
export async function forgetDevices(sending: Sending, gone: readonly string[] = []): Promise<void> {
  const { deps, notification, message } = sending;
  if (gone.length === 0 || notification.contactId === null) return;
  try {
    const keyOf = (value: string): string => contactKey(notification, { kind: 'push', value });
    const tokens = gone.map((token) => ({ token, key: keyOf(token) }));
    await deps.store.contacts.removePushTokens(notification.contactId, tokens);
  } catch (error) {
    deps.log.error(
      { err: error, notificationId: notification._id, messageId: message.id },
      'push tokens that are gone could not be removed from their contact',
    );
  }
}
