import { isUnsettled } from '../../core/sending/unknown-outcome';
import { lastFailureOf } from '../../core/sending/failure-keys';
import { isStandIn } from '../../store/notifications/interrupted';
import type { Message } from '../../store/notifications/model';
import type { Settlement } from '../../store/notifications/outcome-change';
import { closeFold } from './close-fold';
import { isHeld } from './hold';
import { prepare } from './prepare';
import { holdByGuard } from './sms-guard';
import type { CallDetails, Erased, Sending } from './sending';
import { leftOfRetryMs } from './temporal-time';
import { takePlaces } from './places';
import { transmit } from './transmit';

/** Attempts a claimed SEND. Returns what it came to; nothing is recorded yet. */
export async function attempt(sending: Sending): Promise<(Settlement & Partial<CallDetails>) | Erased> {
  const { deps, input, claim, notification, message, unroutable } = sending;
  // A cancel waited for an earlier attempt, whose worker died: the cancel wins.
  if (notification.inFlight?.marked) return { kind: 'retry' };
  const isCancelled = await orRetry(sending, () => isOfCancelled(sending));
  if (isCancelled !== false) return { kind: 'retry' };
  if (unroutable !== null) return { kind: 'failed', ...unroutable };
  if (isUnsettled(message) && notification.delivery === 'at_most_once') {
    const why = 'A send was interrupted and is not repeated (delivery: at_most_once).';
    return { kind: 'failed', code: 'OUTCOME_UNKNOWN', message: why };
  }
  // A message that is paused does not expire before it is released (PAUSE-6).
  const isOver = leftOfRetryMs(input, { claimedAt: claim.at, now: deps.store.now() }) <= 0;
  if (isOver && !(await isHeld(sending))) return expired(message);
  const { fold } = message;
  const unfolded = fold === undefined ? sending : await orRetry(sending, () => closeFold(sending, fold));
  if (!('deps' in unfolded)) return unfolded;
  const prepared = await prepare(unfolded);
  if (prepared.kind !== 'ready') return prepared;
  if (!(await isStillWanted(sending))) return { kind: 'retry', retryAfterMs: 0 };
  const held = await holdByGuard(unfolded, prepared);
  if (held) return held;
  const places = await takePlaces(unfolded, prepared);
  return places.kind === 'taken' ? transmit(unfolded, prepared, places.counters) : places;
}

/** Does something before the provider's call. If it fails, the claim is given back, because nothing has been sent. */
async function orRetry<T>(
  { deps, notification, message }: Sending,
  work: () => Promise<T>,
): Promise<T | Settlement> {
  try {
    return await work();
  } catch (err) {
    const ids = { notificationId: notification._id, messageId: message.id };
    deps.log.error({ err, ...ids }, 'a send could not be prepared; it is retried');
    return { kind: 'retry' };
  }
}

/**
 * Age of a claim after which it is checked again, milliseconds: less than the 10 s without a sign of life after which another
 * attempt may begin.
 */
const CLAIM_AGES_MS = 5_000;

/**
 * Whether the message still has to be sent. This costs a read in two cases. The last attempt was believed dead: it may live,
 * and have recorded since our claim that it sent the message. Or our claim is old, so we may be the one that was believed
 * dead, because this process stood still: another attempt may have sent the message. The next attempt finds it settled.
 */
async function isStillWanted({ deps, notification, message, claim, inPage }: Sending): Promise<boolean> {
  if (inPage && !(await inPage())) return false;
  const last = message.attempts.at(-1);
  const isOld = deps.store.now().getTime() - claim.at.getTime() > CLAIM_AGES_MS;
  if (!isOld && !(last && isStandIn(last))) return true;
  return deps.store.claims.isWanted(notification._id, claim, message.id).catch(() => false);
}

/**
 * Whether the broadcast of a recipient is cancelled (BROADCAST-7). Then it cancels the notification, which may be before its turn:
 * the outcome of the attempt stops it. A recipient in a page is asked about with the page.
 */
async function isOfCancelled({ deps: { store }, notification, inPage }: Sending): Promise<boolean> {
  const { _id, ofBroadcast, batchId } = notification;
  if (!ofBroadcast || inPage || batchId === null) return false;
  const broadcast = await store.broadcasts.get(batchId);
  if (broadcast?.state !== 'cancelled') return false;
  await store.notifications.cancel(_id, store.now(), `broadcast ${batchId}`);
  return true;
}

/** `retry_for` is over (MESSAGE-3). */
function expired(message: Message): Settlement {
  return { kind: 'failed', code: 'EXPIRED', message: `Not sent in time${whyExpired(message)}` };
}

function whyExpired({ attempts, rest }: Message): string {
  const last = lastFailureOf({ attempts, rest });
  if (last && last === rest)
    return `: the provider had been cooling down since ${rest.since.toISOString()}, after it failed with ${rest.code}.`;
  const said = attempts.at(-1)?.response;
  return said ? `; the last attempt said: ${said}` : ': retry_for was over before a first attempt.';
}
