import type { NotificationStatus } from '../core/statuses';
import { ATTEMPT_DEADLINE_MS, persistently } from './attempt-budget';
import { refuseMissing } from './missing';
import type { Sending } from './settle';

/**
 * Gives a claim back without an attempt; with `waits` the notification is `waiting` from then on. A cancel that waited
 * for the claim gets its way. Gives the notification's status, null when it was erased.
 */
export async function giveBack(sending: Sending, waits: boolean): Promise<NotificationStatus | null> {
  const { deps, input, claim, notification, message } = sending;
  const record = () =>
    deps.store.outcomes.record({
      notification,
      messageId: message.id,
      token: claim.token,
      attempt: null,
      result: { kind: 'retry', waits },
      rendered: null,
      event: null,
      after: input.after,
      at: new Date(),
    });
  const recorded = await persistently(record, claim.at.getTime() + ATTEMPT_DEADLINE_MS);
  if (!recorded) await refuseMissing(deps, notification._id);
  return recorded && recorded.status;
}
