import { ApplicationFailure } from '@temporalio/activity';
import { withDeadline } from '../../temporal/with-deadline';
import { wakeEndpoint } from '../../temporal/workflow-calls';
import type { Notification } from '../../store/notifications/model';
import type { DeliverWebhookInput, DeliverWebhookResult } from '../../workflows/activities-contract';
import { type Attempted, attemptWebhook } from './attempt';
import type { ActivityDeps } from '../deps';
import { type Due, type Dueness, dueNow } from './due';

/** Maximum time of the call that wakes an endpoint's workflow, milliseconds: with an attempt, less than the activity has. */
const WAKE_WITHIN_MS = 3_000;
/** Delay before a test event is tried again at a busy endpoint, milliseconds. */
const TEST_AGAIN_MS = 1_000;

/**
 * Makes the first attempt at an event, or the first after a redelivery was asked for. If a retry is needed or the endpoint is
 * busy, the event joins the endpoint's queue, and the caller has nothing left to do. If an earlier event goes first, the
 * activity answers `busy` or, with `repeats`, fails with the delay of its retry. It answers `elsewhere` if it may not make the
 * attempt. `raised` is the event's notification, if this process has just stored the event.
 */
export function createDeliverWebhook(
  deps: ActivityDeps,
  mayAttempt = (_due: Due): boolean => true,
): (input: DeliverWebhookInput, raised?: Notification) => Promise<DeliverWebhookResult> {
  const { store } = deps;
  return async (input, raised) => {
    const { eventId, notificationId, repeats } = input;
    const again = (inMs: number) => {
      if (!repeats) return 'busy' as const;
      const type = 'ENDPOINT_BUSY';
      throw ApplicationFailure.create({ message: type, type, nextRetryDelay: inMs });
    };
    let dueness: Dueness;
    try {
      dueness = await dueNow(deps, input, raised);
    } catch (error) {
      // No request was made, so the workflow that takes over begins with this attempt.
      if (!repeats) return 'busy';
      throw error;
    }
    if (dueness.kind === 'unseen') return 'done';
    if (dueness.kind === 'queued') {
      // The worker that queued it may have died before it woke the endpoint's workflow.
      await wake(deps, dueness.endpointId, dueness.dueAt);
      return 'done';
    }
    if (dueness.kind === 'due') {
      const { due } = dueness;
      if (!mayAttempt(due)) return 'elsewhere';
      if (due.wait && !due.wait.isQueued) return again(due.wait.inMs);
      const attempted: Attempted = due.wait ? { kind: 'busy' } : await attempt(deps, due);
      if (attempted.kind === 'busy' && due.delivery.test) return again(TEST_AGAIN_MS);
      if (attempted.kind !== 'over') {
        await queue(deps, due, attempted);
        return 'done';
      }
    }
    await store.notifications.settleEvent(notificationId, eventId);
    return 'done';
  };
}

const attempt = (deps: ActivityDeps, due: Due) =>
  attemptWebhook(deps, due, {
    patient: false,
    begin: async (begun) => {
      await deps.store.webhookDeliveries.begin(due.delivery, begun);
      return true;
    },
  });

/** Makes sure that the endpoint's queue is drained when this event is due, or earlier. */
async function queue(deps: ActivityDeps, { delivery, endpoint }: Due, attempted: Attempted): Promise<void> {
  const { webhookQueue } = deps.store;
  const dueAt = attempted.kind === 'retry' ? attempted.dueAt : deps.store.now();
  // A retry was queued with the record of its attempt.
  if (attempted.kind === 'busy') await webhookQueue.add(delivery, dueAt);
  if (await webhookQueue.hasten(endpoint._id, dueAt)) await wake(deps, endpoint._id, dueAt);
}

const wake = ({ client, taskQueue }: ActivityDeps, endpointId: string, dueAt: Date): Promise<void> =>
  withDeadline(client, WAKE_WITHIN_MS, () => wakeEndpoint(client, taskQueue, endpointId, dueAt));
