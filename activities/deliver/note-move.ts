import type { SendResult } from '../../channels/provider';
import { contactKey } from '../../core/contacts/keys';
import type { Contact } from '../../store/contacts/model';
import type { Ready } from './prepare';
import type { Sending } from './sending';

/**
 * Gives the contact the new id of its Telegram chat, if it still has the old one. If that fails, the next message goes to
 * the old id, and Telegram names the new one again.
 */
export async function noteMove(
  { deps, notification, message }: Sending,
  { contact, address }: Ready,
  { movedTo }: SendResult,
): Promise<void> {
  if (movedTo === undefined || contact === null || contact.telegram !== address) return;
  try {
    const keyOf = (value: string) => contactKey(notification, { kind: 'telegram', value });
    const others = contact.identifiers.filter((key) => key !== keyOf(address));
    const meta = { ...(JSON.parse(contact.meta) as Record<string, unknown>), telegram: movedTo };
    const moved: Contact = {
      ...contact,
      telegram: movedTo,
      meta: JSON.stringify(meta),
      identifiers: [...others, keyOf(movedTo)],
      updatedAt: new Date(),
    };
    if (await deps.store.contacts.replace(moved)) return;
    // Another contact has the new id, or this one has changed since it was read: then its revision is another.
    await deps.store.contacts.replace({ ...moved, identifiers: others });
  } catch (error) {
    deps.log.error(
      { err: error, notificationId: notification._id, messageId: message.id },
      'the new id of a Telegram chat was not stored; the next message repeats it',
    );
  }
}
