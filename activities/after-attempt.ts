import type { SendResult } from '../channels/provider';
import type { Candidate } from '../core/candidates';
import { chooseProvider, movesOn } from '../core/failover';
import type { Ready } from './prepare';
import type { Sending } from './settle';

/** What an attempt says of the next one. */
export interface After {
  /** The next attempt goes to the next provider in order. */
  movesOn: boolean;
  mayHaveSent: boolean;
  /** Who takes over at once; absent: the next attempt waits its time. */
  next?: Candidate;
}

/** Whether the provider refuses us, and not the message: an operator has to put that right. */
export const isAccountRefusal = (result: SendResult): boolean =>
  result.refusedAccount === true || (result.outcome === 'transient' && result.code === 'UNAUTHORIZED');

/** Whether another provider takes over (docs/providers.md, "Several of one channel"), and who. */
export function afterAttempt(
  { notification, message }: Sending,
  { picked, application }: Ready,
  result: SendResult,
): After {
  if (result.outcome === 'sent' || result.outcome === 'permanent')
    return { movesOn: false, mayHaveSent: false };
  const { candidate, candidates } = picked;
  const { delivery } = notification;
  const mayHaveSent = result.outcome === 'unknown' || result.mayHaveSent === true;
  const earlier = message.attempts.toReversed();
  const others = earlier.findIndex(({ providerId, movesOn: moved }) => providerId !== candidate.id || moved);
  const moves = movesOn({
    outcome: result.outcome,
    refusedAccount: isAccountRefusal(result),
    mayHaveSent,
    ...(result.outcome === 'rate_limited' && { retryAfterMs: result.retryAfterMs }),
    inARow: 1 + (others === -1 ? earlier.length : others),
    delivery,
  });
  if (!moves) return { movesOn: false, mayHaveSent };
  const choice = chooseProvider({
    candidates: candidates.map(({ id }) => id),
    attempts: [{ providerId: candidate.id, movesOn: true }],
    health: application.health ?? {},
    delivery,
    nowMs: Date.now(),
  });
  const at = candidates.indexOf(candidate);
  // Behind the last one the first is tried again, in its time.
  const next =
    choice.kind === 'use' ? candidates.slice(at + 1).find(({ id }) => id === choice.id) : undefined;
  return { movesOn: true, mayHaveSent, ...(next && { next }) };
}
