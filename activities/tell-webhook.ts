import { randomUUID } from 'node:crypto';
import { ApplicationFailure } from '@temporalio/activity';
import { classifyWebhookAnswer, WEBHOOK_ATTEMPTS, webhookRetryDelayMs } from '../core/webhook-retry';
import { signWebhook } from '../core/webhook-signature';
import type { WebhookAttempt } from '../store/webhook-deliveries';
import type { WebhookEndpoint } from '../store/webhooks';
import type { TellInput, TellResult } from '../workflows/activities-contract';
import type { WebhookResult } from '../webhooks/sender';
import type { ActivityDeps } from './deps';
import type { Due } from './webhook-due';
import { dueNow } from './webhook-due';
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
    const due = await dueNow(deps, input).catch((error: unknown) => {
      tries.noteIdle();
      throw error;
    });
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
  if (made >= WEBHOOK_ATTEMPTS) {
    // The last ones were cut off by their workers' deaths, and nobody was there to say so.
    await webhookDeliveries.record({ ...delivery, status: 'failed' }, null);
    return { kind: 'done' };
  }
  if (waitMs !== null) return { kind: 'busy', inMs: waitMs };
  const turn = await deps.webhookTurns.take(endpoint._id, reserve, () => attempt(deps, due));
  if (turn.kind === 'busy') return turn;
  const { meaning, record } = turn.result;
  const inMs = meaning === 'retry' ? webhookRetryDelayMs(made + 1, Math.random()) : null;
  const over = meaning === 'success' ? 'delivered' : 'failed';
  await webhookDeliveries.record({ ...delivery, status: inMs === null ? over : 'pending' }, record);
  return inMs === null ? { kind: 'done' } : { kind: 'retry', inMs };
}

/** Posts it; what is to be recorded of that. */
async function attempt(deps: ActivityDeps, { delivery, endpoint }: Due) {
  const attemptId = randomUUID();
  const at = new Date();
  const { _id: eventId, body } = delivery;
  const result = await post(deps, endpoint, { eventId, attemptId, at, body });
  return { meaning: classifyWebhookAnswer(result), record: attemptRecord(attemptId, at, result) };
}

function post(
  deps: ActivityDeps,
  endpoint: WebhookEndpoint,
  { eventId, attemptId, at, body }: { eventId: string; attemptId: string; at: Date; body: string },
): Promise<WebhookResult> {
  const headers = signWebhook({
    secret: endpoint.signingSecret,
    body,
    timestamp: Math.floor(at.getTime() / 1000),
    eventId,
    attemptId,
    brand: deps.webhookBrand,
  });
  return deps.webhooks.post({ url: endpoint.url, headers, body });
}

function attemptRecord(id: string, at: Date, result: WebhookResult): WebhookAttempt {
  const { durationMs } = result;
  return result.kind === 'answered'
    ? { id, at, durationMs, status: result.status, answer: result.answerStart, error: null }
    : { id, at, durationMs, status: null, answer: null, error: `${result.reason}: ${result.error}` };
}
