import { ApplicationFailure } from '@temporalio/activity';
import { inTime } from '../../temporal/with-deadline';
import { wakeEndpoint } from '../../temporal/workflow-calls';
import type { DeliverWebhookInput, DeliverWebhookResult } from '../../workflows/activities-contract';
import { type Told, attemptWebhook } from './attempt';
import type { ActivityDeps } from '../deps';
import { type Due, type Dueness, dueNow } from './due';

/** How long Temporal may take to hear that an event waits, milliseconds: with an attempt less than the activity may take. */
const WAKE_WITHIN_MS = 3_000;
/** How long a test event waits before it looks for room again, milliseconds. */
const TEST_AGAIN_MS = 1_000;

/**
 * The first attempt at an event, or the first after somebody asked for it once more. If it may be repeated, or the
 * endpoint has no room, the event joins the endpoint's queue, and nothing is left to its caller. If it may not go yet and
 * `repeats`, the activity fails with the time after which it looks again.
 */
export function createDeliverWebhook(deps: ActivityDeps) {
  const { store } = deps;
  return async (input: DeliverWebhookInput): Promise<DeliverWebhookResult> => {
    const { eventId, notificationId, repeats } = input;
    const again = (inMs: number): DeliverWebhookResult => {
      if (!repeats) return 'busy';
      const type = 'ENDPOINT_BUSY';
      throw ApplicationFailure.create({ message: type, type, nextRetryDelay: inMs });
    };
    let dueness: Dueness;
    try {
      dueness = await dueNow(deps, input);
    } catch (error) {
      // No request was made: whatever repeats the attempts begins with it.
      if (!repeats) return 'busy';
      throw error;
    }
    if (dueness.kind === 'queued') {
      // Whoever queued it may have died before it said so.
      await wake(deps, dueness.endpointId, dueness.dueAt);
      return 'done';
    }
    if (dueness.kind === 'due') {
      const { due } = dueness;
      if (due.wait && !due.wait.isQueued) return again(due.wait.inMs);
      const told: Told = due.wait ? { kind: 'busy' } : await tell(deps, due);
      if (told.kind === 'busy' && due.delivery.test) return again(TEST_AGAIN_MS);
      if (told.kind !== 'over') {
        await queue(deps, due, told);
        return 'done';
      }
    }
    await store.notifications.settleEvent(notificationId, eventId);
    return 'done';
  };
}

const tell = (deps: ActivityDeps, due: Due) =>
  attemptWebhook(deps, due, {
    patient: false,
    begin: async (attempt) => {
      await deps.store.webhookDeliveries.begin(due.delivery, attempt);
      return true;
    },
  });

/** Has the endpoint's queue looked at when this event is due, unless it is looked at before that. */
async function queue(deps: ActivityDeps, { delivery, endpoint }: Due, told: Told): Promise<void> {
  const { webhookQueue } = deps.store;
  const dueAt = told.kind === 'retry' ? told.dueAt : new Date();
  // A retry was queued with the record of its attempt.
  if (told.kind === 'busy') await webhookQueue.add(delivery, dueAt);
  if (await webhookQueue.hasten(endpoint._id, dueAt)) await wake(deps, endpoint._id, dueAt);
}

const wake = ({ client, taskQueue }: ActivityDeps, endpointId: string, dueAt: Date): Promise<void> =>
  inTime(client, WAKE_WITHIN_MS, () => wakeEndpoint(client, taskQueue, endpointId, dueAt));
