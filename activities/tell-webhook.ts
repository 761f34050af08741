import { randomUUID } from 'node:crypto';
import { ApplicationFailure } from '@temporalio/activity';
import { classifyWebhookAnswer, WEBHOOK_ATTEMPTS, webhookRetryDelayMs } from '../core/webhook-retry';
import type { TellInput, TellResult } from '../workflows/activities-contract';
import type { ActivityDeps } from './deps';
import { attemptRecord, signedRequest } from './webhook-attempt';
import type { Due } from './webhook-due';
import { dueNow } from './webhook-due';
import { noteEndpointHealth } from './webhook-health';
import { triesSoFar } from './webhook-tries';

/**
 * One attempt at telling an endpoint of one event. Where it `repeats` (in the workflow `webhook`) an answer that may be
 * repeated fails the activity with the interval of decisions ("Webhooks") before the next, and so does a turn-away, which
 * is no attempt.
 */
export function createTellWebhook(deps: ActivityDeps) {
  return async (input: TellInput): Promise<TellResult> => {
    const { eventId, notificationId, repeats } = input;
    const tries = triesSoFar(input.attemptsMade);
    let due: Due | null;
    try {
      due = await dueNow(deps, input);
    } catch (error) {
      // No request was made: it is none of the attempts, and whatever repeats them begins with it.
      if (!repeats) return 'busy';
      tries.noteIdle();
      throw error;
    }
    const told: Told = due
      ? await tell(deps, due, { made: Math.max(tries.made, due.recorded), reserve: repeats })
      : { kind: 'done' };
    if (told.kind === 'done') {
      await deps.store.notifications.markTold(notificationId, eventId);
      return 'done';
    }
    if (!repeats) return told.kind;
    if (told.kind === 'busy') tries.noteIdle();
    const type = told.kind === 'busy' ? 'ENDPOINT_BUSY' : 'WEBHOOK_RETRY';
    throw ApplicationFailure.create({ message: type, type, nextRetryDelay: told.inMs });
  };
}

type Told = { kind: 'done' } | { kind: 'retry' | 'busy'; inMs: number };

async function tell(
  deps: ActivityDeps,
  due: Due,
  { made, reserve }: { made: number; reserve: boolean },
): Promise<Told> {
  const { webhookDeliveries } = deps.store;
  const { delivery, endpoint, waitMs } = due;
  const isTest = delivery.test === true;
  if (made >= WEBHOOK_ATTEMPTS) {
    // The last ones were cut off by their workers' deaths, and nobody was there to say so.
    await webhookDeliveries.record({ ...delivery, status: 'failed' }, null);
    return { kind: 'done' };
  }
  if (waitMs !== null) return { kind: 'busy', inMs: waitMs };
  const turn = await deps.webhookTurns.take(endpoint._id, reserve, () => attempt(deps, due));
  if (turn.kind === 'busy') return turn;
  deps.fault('webhook-answered');
  const { meaning, record } = turn.result;
  const repeats = meaning === 'retry' && !isTest;
  const inMs = repeats ? webhookRetryDelayMs(made + 1, Math.random()) : null;
  const over = meaning === 'success' ? 'delivered' : 'failed';
  await webhookDeliveries.record({ ...delivery, status: inMs === null ? over : 'pending' }, record);
  await noteEndpointHealth(deps, endpoint, { kind: meaning, at: record.at, test: isTest });
  return inMs === null ? { kind: 'done' } : { kind: 'retry', inMs };
}

/** Posts it; what is to be recorded of that. */
async function attempt(deps: ActivityDeps, { delivery, endpoint }: Due) {
  const attemptId = randomUUID();
  const at = new Date();
  const { _id: eventId, body } = delivery;
  const request = signedRequest(deps, endpoint, { eventId, attemptId, at, body });
  const result = await deps.webhooks.post(request);
  return { meaning: classifyWebhookAnswer(result), record: attemptRecord(attemptId, at, request, result) };
}
