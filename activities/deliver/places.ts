import type { SendResult } from '../../channels/provider';
import { cappedMessage, type LimitOn } from '../../core/caps/limits-on';
import { isHashed, subjectOf } from '../../core/caps/subject';
import { freeAt, windowAt } from '../../core/caps/window';
import { scopeKey } from '../../core/shared/scope';
import type { PlaceRequest } from '../../store/caps/counters';
import { addressKey, keyOf } from '../../store/suppressions/suppress';
import type { Settlement } from '../../store/notifications/outcome-change';
import { fold, isFolded, placeIdOf } from './fold';
import type { Ready } from './prepare';
import type { Sending } from './sending';

interface Taken {
  kind: 'taken';
  /** Ids of the counters that have a place for the message. */
  counters: string[];
}

/**
 * Takes a place for a message in each limit that applies to it, just before its provider is called. A message that holds its
 * place from an earlier attempt takes no second one. Returns what the attempt came to if a limit has no place.
 */
export async function takePlaces(sending: Sending, ready: Ready): Promise<Taken | Settlement> {
  const { deps, notification, message } = sending;
  const placeId = placeIdOf(message);
  const taken: string[] = [];
  const counters: string[] = [];
  try {
    for (const on of ready.limits) {
      const at = deps.store.now();
      const window = windowAt(on.limit, at);
      const id = await counterOf(sending, ready, on);
      // The application was removed.
      if (id === null) continue;
      const request: PlaceRequest = {
        ...{ id, messageId: placeId, contactId: notification.contactId, most: on.limit.most },
        ...{ since: window.since, at, until: freeAt(on.limit, at) },
      };
      const result = await deps.store.caps.take(request);
      if (result.kind === 'full') {
        const waits = isFolded(notification, on);
        // Another digest will have other places, also in the limits that come after this one.
        const isOther = waits && message.attempts.length === 0;
        const back = isOther ? await countersOf(sending, ready) : taken;
        if (back.length > 0) await deps.store.caps.giveBack(back, placeId);
        if (waits) return await fold(sending, ready, { ...request, on });
        const why = cappedMessage(on, freeAt(on.limit, result.oldest));
        return { kind: 'failed', code: 'CAPPED', message: why };
      }
      counters.push(id);
      if (result.kind === 'taken') taken.push(id);
    }
    if (counters.length > 0) deps.fault('place-taken');
    return { kind: 'taken', counters };
  } catch (error) {
    deps.log.error(
      { err: error, notificationId: notification._id, messageId: message.id },
      'a limit could not be counted; the send is retried',
    );
    return { kind: 'retry' };
  }
}

/** Gives back the places of a message that its provider has permanently refused, unless an earlier attempt may have sent it (CAP-5). Never rejects. */
export async function giveBackPlaces(
  { deps, notification, message }: Sending,
  counters: string[],
  { outcome }: Pick<SendResult, 'outcome'>,
): Promise<void> {
  const mayHaveBeenSent = message.attempts.some(
    (one) => one.mayHaveSent === true || one.outcome === 'unknown' || one.outcome === 'sent',
  );
  if (counters.length === 0 || outcome !== 'permanent' || mayHaveBeenSent) return;
  await deps.store.caps.giveBack(counters, placeIdOf(message)).catch((error: unknown) => {
    deps.log.error(
      { err: error, notificationId: notification._id, messageId: message.id },
      'a refused message keeps its place in a limit until the period is over',
    );
  });
}

async function countersOf(sending: Sending, ready: Ready): Promise<string[]> {
  const ids = await Promise.all(ready.limits.map((on) => counterOf(sending, ready, on)));
  return ids.filter((id) => id !== null);
}

/** Returns the id of the counter of a limit for a message; null if the application was removed. */
async function counterOf(
  { deps, notification, message: { channel } }: Sending,
  { application, address }: Ready,
  { limit, key }: LimitOn,
): Promise<string | null> {
  const { applicationId, contactId } = notification;
  const addressee = { contactId, channel, address };
  let hashKey: string | null = '';
  if (isHashed(limit.of, addressee))
    hashKey = application.suppressionKey
      ? keyOf(deps.vault, application.suppressionKey, notification)
      : await addressKey(deps, applicationId);
  if (hashKey === null) return null;
  return `${scopeKey(notification)}:${key}:${subjectOf(limit.of, addressee, hashKey)}`;
}
