import type { SendResult } from '../../channels/provider';
import type { Candidate } from '../../core/sending/candidates';
import { chooseProvider, holderOf, movesOn } from '../../core/sending/failover';
import type { Attempt } from '../../store/notifications/model';
import { KEPT_RESPONSE } from '../../store/notifications/outcome-change';
import type { Ready } from './prepare';
import type { Sending } from './sending';

/** Whether the provider refuses our account, and not the message. An operator has to fix that. */
export const isAccountRefusal = (result: SendResult): boolean =>
  result.refusedAccount === true || (result.outcome === 'transient' && result.code === 'UNAUTHORIZED');

/** Whether the attempt failed before its provider was called. Then no other provider can help. */
export const isUncalled = (result: SendResult): boolean => result.concerns === 'message';

/** Returns the attempt as operators read it, from its claim to now, and the provider that takes over at once, if any. */
export function afterAttempt(
  sending: Sending,
  ready: Ready,
  result: SendResult,
): { attempt: Attempt; next?: Candidate } {
  const { deps, claim } = sending;
  const { provider, picked, copies, origins } = ready;
  const { next, ...moves } = takeover(sending, ready, result);
  const attempt: Attempt = {
    id: claim.token,
    at: claim.at,
    durationMs: Math.max(0, deps.store.now().getTime() - claim.at.getTime()),
    ...(isUncalled(result)
      ? { provider: null, providerId: null }
      : { provider: provider.name, providerId: picked.candidate.id }),
    outcome: result.outcome,
    code: result.outcome === 'sent' ? null : result.code,
    response: result.response.slice(0, KEPT_RESPONSE),
    ...(result.outcome === 'sent' && { providerMessageId: result.providerMessageId }),
    ...moves,
    ...(copies.leftOut.length > 0 && { leftOut: copies.leftOut }),
    ...(result.copiesSent && { copiesSent: result.copiesSent }),
    ...(origins && { origins }),
  };
  return { attempt, next };
}

/** Decides whether another provider takes over, and which one (docs/guides/failover.md, "Who makes the next attempt"). */
function takeover(
  { deps, notification, message }: Sending,
  { picked, application }: Ready,
  result: SendResult,
): Pick<Attempt, 'movesOn' | 'mayHaveSent'> & { next?: Candidate } {
  if (result.outcome === 'sent' || result.outcome === 'permanent' || isUncalled(result)) return {};
  const { candidate, candidates } = picked;
  const { delivery } = notification;
  const mayHaveSent = result.outcome === 'unknown' || result.mayHaveSent === true;
  const earlier = message.attempts.toReversed();
  const others = earlier.findIndex(({ providerId, movesOn: moved }) => providerId !== candidate.id || moved);
  const moves = movesOn({
    outcome: result.outcome,
    refusedAccount: isAccountRefusal(result),
    mayHaveSent,
    isHeld:
      holderOf({ ...message, delivery, attempts: [...message.attempts, { mayHaveSent }] }) !== undefined,
    ...(result.outcome === 'rate_limited' && { retryAfterMs: result.retryAfterMs }),
    inARow: 1 + (others === -1 ? earlier.length : others),
  });
  const sent = mayHaveSent && { mayHaveSent };
  if (!moves) return { ...sent };
  const choice = chooseProvider({
    candidates: candidates.map(({ id }) => id),
    attempts: [{ providerId: candidate.id, movesOn: true }],
    health: application.health ?? {},
    paused: picked.paused,
    delivery,
    nowMs: deps.store.now().getTime(),
  });
  const at = candidates.indexOf(candidate);
  // After the last candidate the first is tried again, after its delay.
  const next =
    choice.kind === 'use' ? candidates.slice(at + 1).find(({ id }) => id === choice.id) : undefined;
  return { movesOn: true, ...sent, next };
}
