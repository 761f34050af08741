import { isUnsettled } from '../../core/sending/unknown-outcome';
import { lastFailureOf } from '../../core/sending/failure-keys';
import { isStandIn } from '../../store/notifications/interrupted';
import type { Message } from '../../store/notifications/model';
import { prepare } from './prepare';
import type { Sending, Settlement } from './sending';
import { leftOfRetryMs } from './temporal-time';
import { transmit } from './transmit';

/** Attempts a claimed SEND. Returns what it came to; nothing is recorded yet. */
export async function attempt(sending: Sending): Promise<Settlement> {
  const { deps, input, claim, notification, message, unroutable } = sending;
  // A cancel waited for an earlier attempt, whose worker died: the cancel wins.
  if (notification.inFlight?.marked) return { kind: 'retry' };
  if (unroutable !== null) return { kind: 'failed', ...unroutable };
  if (isUnsettled(message) && notification.delivery === 'at_most_once') {
    const why = 'A send was interrupted and is not repeated (delivery: at_most_once).';
    return { kind: 'failed', code: 'OUTCOME_UNKNOWN', message: why };
  }
  if (leftOfRetryMs(input, { claimedAt: claim.at, now: deps.store.now() }) <= 0) return expired(message);
  const prepared = await prepare(sending);
  if (prepared.kind !== 'ready') return prepared;
  return (await isStillWanted(sending)) ? transmit(sending, prepared) : { kind: 'retry', retryAfterMs: 0 };
}

/**
 * Whether the message still has to be sent. Only if its last attempt was believed dead this costs a read: that attempt may
 * live, and have recorded since our claim that it sent the message. Then the next attempt finds the message settled.
 */
async function isStillWanted({ deps, notification, message, claim }: Sending): Promise<boolean> {
  const last = message.attempts.at(-1);
  if (!last || !isStandIn(last)) return true;
  return deps.store.claims.isWanted(notification._id, claim, message.id).catch(() => false);
}

/** `retry_for` is over (MESSAGE-3). */
function expired(message: Message): Settlement {
  return { kind: 'failed', code: 'EXPIRED', message: `Not sent in time${whyExpired(message)}` };
}

function whyExpired({ attempts, rest }: Message): string {
  const last = lastFailureOf({ attempts, rest });
  if (last && last === rest)
    return `: the provider rested since ${rest.since.toISOString()}, after it failed with ${rest.code}.`;
  const said = attempts.at(-1)?.response;
  return said ? `; the last attempt said: ${said}` : ': retry_for was over before a first attempt.';
}
