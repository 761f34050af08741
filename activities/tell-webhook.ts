import { randomUUID } from 'node:crypto';
import { ApplicationFailure } from '@temporalio/activity';
import { classifyWebhookAnswer, WEBHOOK_ATTEMPTS, webhookRetryDelayMs } from '../core/webhook-retry';
import type { TellInput, TellResult } from '../workflows/activities-contract';
import type { ActivityDeps } from './deps';
import { attemptBegun, attemptEnded, signedRequest } from './webhook-attempt';
import type { Due } from './webhook-due';
import { dueNow } from './webhook-due';
import { noteEndpointHealth } from './webhook-health';

/**
 * One attempt at telling an endpoint of one event. Where it `repeats` (in the workflow `webhook`) an answer that may be
 * repeated fails the activity with the interval of decisions ("Webhooks") before the next, and so does a turn-away, which
 * is no attempt.
 */
export function createTellWebhook(deps: ActivityDeps) {
  return async (input: TellInput): Promise<TellResult> => {
    const { eventId, notificationId, repeats } = input;
    let due: Due | null;
    try {
      due = await dueNow(deps, input);
    } catch (error) {
      // No request was made: whatever repeats the attempts begins with it.
      if (!repeats) return 'busy';
      throw error;
    }
    const told: Told = due ? await tell(deps, due, repeats) : { kind: 'done' };
    if (told.kind === 'done') {
      await deps.store.notifications.markTold(notificationId, eventId);
      return 'done';
    }
    if (!repeats) return told.kind;
    const type = told.kind === 'busy' ? 'ENDPOINT_BUSY' : 'WEBHOOK_RETRY';
    throw ApplicationFailure.create({ message: type, type, nextRetryDelay: told.inMs });
  };
}

type Told = { kind: 'done' } | { kind: 'retry' | 'busy'; inMs: number };

async function tell(deps: ActivityDeps, due: Due, reserve: boolean): Promise<Told> {
  const { webhookDeliveries } = deps.store;
  const { delivery, endpoint, made, waitMs } = due;
  const isTest = delivery.test === true;
  const left = (isTest ? 1 : WEBHOOK_ATTEMPTS) - made;
  if (left <= 0) {
    // The last one was cut off by its worker's death, and nobody was there to say so.
    await webhookDeliveries.end(delivery, 'failed');
    return { kind: 'done' };
  }
  if (waitMs !== null) return { kind: 'busy', inMs: waitMs };
  const turn = await deps.webhookTurns.take(endpoint._id, reserve, () => attempt(deps, due));
  if (turn.kind === 'busy') return turn;
  deps.fault('webhook-answered');
  const { meaning, record, at } = turn.result;
  const inMs = meaning === 'retry' && left > 1 ? webhookRetryDelayMs(made + 1, Math.random()) : null;
  const over = meaning === 'success' ? 'delivered' : 'failed';
  await webhookDeliveries.record(delivery._id, inMs === null ? over : 'pending', record);
  await noteEndpointHealth(deps, endpoint, { kind: meaning, at, test: isTest });
  return inMs === null ? { kind: 'done' } : { kind: 'retry', inMs };
}

/** Counts an attempt and posts it; what is to be recorded of that. */
async function attempt(deps: ActivityDeps, { delivery, endpoint, since }: Due) {
  const attemptId = randomUUID();
  const at = new Date();
  const { _id: eventId, body } = delivery;
  const request = signedRequest(deps, endpoint, { eventId, attemptId, at, body });
  // The clock of whoever asked for it once more may be ahead of ours, and the attempt counts all the same.
  const begun = attemptBegun(attemptId, new Date(Math.max(at.getTime(), since)), request);
  await deps.store.webhookDeliveries.begin(delivery, begun);
  const result = await deps.webhooks.post(request);
  return { meaning: classifyWebhookAnswer(result), record: attemptEnded(begun, result), at };
}
