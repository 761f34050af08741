import { randomUUID } from 'node:crypto';
import { classifyWebhookAnswer, WEBHOOK_ATTEMPTS, webhookRetryDelayMs } from '../../core/webhooks/retry';
import type { WebhookAttempt } from '../../store/webhooks/deliveries';
import type { ActivityDeps } from '../deps';
import { attemptBegun, attemptEnded, signedRequest } from './request';
import type { Due } from './due';
import { noteEndpointHealth } from './endpoint-health';

/**
 * What became of an event: it is over; it waits for its retry until `dueAt`; the endpoint had no room, so that no attempt
 * was made; or somebody else has taken it meanwhile.
 */
export type Told = { kind: 'over' | 'busy' | 'elsewhere' } | { kind: 'retry'; dueAt: Date };

export interface HowToTell {
  /** Whether it waits for room for as long as a request may take. */
  patient: boolean;
  /** Counts an attempt before its request; false if the event is no longer there to be told. */
  begin: (attempt: WebhookAttempt) => Promise<boolean>;
}

/** Makes one attempt at an event, if the endpoint has room, and records it with what follows from it. */
export async function attemptWebhook(deps: ActivityDeps, due: Due, how: HowToTell): Promise<Told> {
  const { webhookDeliveries } = deps.store;
  const { delivery, endpoint, made } = due;
  const isTest = delivery.test === true;
  const left = (isTest ? 1 : WEBHOOK_ATTEMPTS) - made;
  if (left <= 0) {
    // The last one was cut off by its worker's death, and nobody was there to say so.
    await webhookDeliveries.end(delivery, 'failed');
    return { kind: 'over' };
  }
  const turn = await deps.endpointConcurrency.take(endpoint._id, how.patient, () => post(deps, due, how));
  if (turn.kind === 'busy') return turn;
  if (turn.result === null) return { kind: 'elsewhere' };
  deps.fault('webhook-answered');
  const { meaning, record, at } = turn.result;
  const inMs = meaning === 'retry' && left > 1 ? webhookRetryDelayMs(made + 1, Math.random()) : null;
  const dueAt = inMs === null ? null : new Date(Date.now() + inMs);
  if (dueAt) await webhookDeliveries.recordRetry(delivery, record, dueAt);
  else await webhookDeliveries.record(delivery._id, meaning === 'success' ? 'delivered' : 'failed', record);
  await noteEndpointHealth(deps, endpoint, { kind: meaning, at, test: isTest });
  return dueAt ? { kind: 'retry', dueAt } : { kind: 'over' };
}

/** Counts an attempt and posts it; what is to be recorded of that, null if it was not to be made. */
async function post(deps: ActivityDeps, { delivery, endpoint, since }: Due, { begin }: HowToTell) {
  const attemptId = randomUUID();
  const at = new Date();
  const { _id: eventId, body } = delivery;
  const request = signedRequest(deps, endpoint, { eventId, attemptId, at, body });
  // The clock of whoever asked for it once more may be ahead of ours, and the attempt counts all the same.
  const begun = attemptBegun(attemptId, new Date(Math.max(at.getTime(), since)), request);
  if (!(await begin(begun))) return null;
  const result = await deps.webhooks.post(request);
  return { meaning: classifyWebhookAnswer(result), record: attemptEnded(begun, result), at };
}
