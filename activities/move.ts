import type { DeliverResult } from '../workflows/activities-contract';
import { ATTEMPT_DEADLINE_MS, persistently } from './attempt-budget';
import type { Sending } from './settle';

/**
 * Gives a claim back without an attempt, so that the workflow schedules the send on the queue of the integration
 * `queue` (null: of all). A cancel that waited for the claim gets its way.
 */
export async function move(sending: Sending, queue: string | null): Promise<DeliverResult> {
  const { deps, input, claim, notification, message } = sending;
  const record = () =>
    deps.store.outcomes.record({
      notification,
      messageId: message.id,
      token: claim.token,
      attempt: null,
      result: { kind: 'retry' },
      rendered: null,
      event: null,
      after: input.after,
      at: new Date(),
    });
  const recorded = await persistently(record, claim.at.getTime() + ATTEMPT_DEADLINE_MS);
  if (!recorded) return { outcome: 'gone', status: 'stopped', events: [] };
  const { status } = recorded;
  if (status !== 'running') return { outcome: 'stopped', status, events: [] };
  return { outcome: 'moved', status, events: [], queue };
}
