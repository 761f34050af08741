import { failureKeysOf } from '../../core/sending/failure-keys';
import type { NotificationStatus } from '../../core/shared/statuses';
import { mayBeOut } from '../../core/sending/unknown-outcome';
import type { Attempt, InFlight, Message, Notification } from './model';
import { KEPT_ATTEMPTS } from './outcome-change';

/** Returns the attempt for a send whose process stopped between its claim and its record, so that its outcome is unknown. */
export const interruptedAttempt = ({ provider }: Message, claim: InFlight, now: Date): Attempt => ({
  id: claim.token,
  at: claim.at,
  provider,
  durationMs: Math.max(0, now.getTime() - claim.at.getTime()),
  outcome: 'unknown',
  code: 'OUTCOME_UNKNOWN',
  response: 'The worker stopped before it could record what the provider answered.',
});

/** Whether it replaces an outcome that was not recorded. A recorded attempt has a provider. */
export const isStandIn = ({ outcome, providerId }: Attempt): boolean => outcome === 'unknown' && !providerId;

/**
 * Returns what the end of a run adds if messages may have been sent without a recorded outcome. A claim without an
 * outcome becomes an attempt of its message. A failed notification gets the search key OUTCOME_UNKNOWN, because a retry
 * may send it twice.
 */
export function leftUnknown(found: Notification, as: NotificationStatus, now: Date) {
  const { inFlight, messages } = found;
  const cut =
    inFlight && messages.findLast(({ step, status }) => step === inFlight.step && status === 'queued');
  const attempt = inFlight && cut ? interruptedAttempt(cut, inFlight, now) : null;
  const unknown = messages.flatMap((message) => {
    if (message === cut) return attempt ?? [];
    return mayBeOut(message) ? (message.attempts.at(-1) ?? []) : [];
  });
  const keys = as === 'failed' ? unknown.flatMap((one) => failureKeysOf('OUTCOME_UNKNOWN', one)) : [];
  return {
    change: {
      ...(attempt && {
        $push: { 'messages.$[m].attempts': { $each: [attempt], $slice: -KEPT_ATTEMPTS } },
      }),
    },
    keys,
    // A receipt may have changed the message since it was read.
    arrayFilters: attempt && cut ? [{ 'm.id': cut.id, 'm.status': 'queued' }] : [],
  };
}
