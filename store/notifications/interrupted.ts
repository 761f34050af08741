import { failureKeysOf } from '../../core/sending/failure-keys';
import type { NotificationStatus } from '../../core/shared/statuses';
import { mayBeOut } from '../../core/sending/unknown-outcome';
import type { Attempt, InFlight, Message, Notification } from './model';
import { KEPT_ATTEMPTS } from './outcome-change';

/** What is known of a send whose process died between its claim and its record: nobody knows whether it sent. */
export const interruptedAttempt = ({ provider }: Message, claim: InFlight, now: Date): Attempt => ({
  id: claim.token,
  at: claim.at,
  provider,
  durationMs: Math.max(0, now.getTime() - claim.at.getTime()),
  outcome: 'unknown',
  code: 'OUTCOME_UNKNOWN',
  response: 'The worker stopped before it could record what the provider answered.',
});

/** Whether it stands in for an outcome that was not recorded; one that was names who made the attempt. */
export const isStandIn = ({ outcome, providerId }: Attempt): boolean => outcome === 'unknown' && !providerId;

/** What the end of a run adds where messages may have gone out and no outcome says so; nothing where none may. */
export interface LeftUnknown {
  change: Record<string, unknown>;
  arrayFilters: Record<string, unknown>[];
}

/**
 * The claim that the run leaves behind becomes an attempt of its message. A notification that failed is found by
 * OUTCOME_UNKNOWN from then on, for made again it may be sent twice.
 */
export function leftUnknown(found: Notification, as: NotificationStatus, now: Date): LeftUnknown {
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
      ...(keys.length > 0 && { $addToSet: { failures: { $each: keys } } }),
    },
    // A receipt may have settled it since it was read.
    arrayFilters: attempt && cut ? [{ 'm.id': cut.id, 'm.status': 'queued' }] : [],
  };
}
