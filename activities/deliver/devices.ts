import pMap from 'p-map';
import { contactKey } from '../../core/contacts/keys';
import type { GoneToken } from '../../channels/provider';
import { joinTokens, splitTokens } from '../../core/contacts/push-tokens';
import type { Contact } from '../../store/contacts/model';
import type { Sending } from './sending';

/**
 * Returns the address that a message goes to now, or null if there is none. A push leaves out the devices that its contact has
 * lost since the message was routed, for example because a provider reported them as gone. `to` may name a token of another
 * contact. That is kept while somebody has it, and only such a token costs a read.
 */
export async function addressNow(
  { deps, notification, message }: Pick<Sending, 'deps' | 'notification' | 'message'>,
  contact: Contact | null,
): Promise<string | null> {
  const { channel, address } = message;
  if (channel !== 'push' || address === null || contact === null) return address;
  const isTheirs = (token: string): boolean => contact.pushTokens.includes(token);
  const foreign = splitTokens(notification.to.push ?? '').filter((token) => !isTheirs(token));
  const keys = foreign.map((value) => contactKey(notification, { kind: 'push', value }));
  const owners = keys.length > 0 ? await deps.store.contacts.findByKeys(keys) : [];
  const named = foreign.filter((token) => owners.some(({ pushTokens }) => pushTokens.includes(token)));
  return joinTokens(splitTokens(address).filter((token) => isTheirs(token) || named.includes(token)));
}

/**
 * Removes the tokens that a provider reports as gone from the contact, unless a token was registered after the provider
 * found it gone, or again since `contact` was read. If that fails, the next send finds them again.
 */
export async function forgetDevices(
  { deps, notification, message }: Sending,
  contact: Contact | null,
  gone: readonly GoneToken[] = [],
): Promise<void> {
  if (gone.length === 0 || contact === null) return;
  const times = new Map(contact.pushTokenTimes?.map(({ token, at }) => [token, at]));
  try {
    await pMap(
      gone,
      async ({ token, since }) => {
        const registeredAt = times.get(token) ?? null;
        if (since && registeredAt && registeredAt > since) return;
        const key = contactKey(notification, { kind: 'push', value: token });
        await deps.store.contacts.forgetPushToken(contact._id, { token, key, registeredAt });
      },
      { concurrency: REMOVED_AT_ONCE },
    );
  } catch (error) {
    deps.log.error(
      { err: error, notificationId: notification._id, messageId: message.id },
      'unregistered push tokens could not be removed from their contact',
    );
  }
}

/** Maximum number of concurrent removals. They all update one document. */
const REMOVED_AT_ONCE = 5;
