import { activityInfo, ApplicationFailure } from '@temporalio/activity';
import type { Candidate } from '../core/candidates';
import type { DeliveryErrorCode } from '../core/delivery-error';
import { eventIdOf } from '../core/ids';
import type { WebhookEventType } from '../core/webhook-event';
import type {
  Attempt,
  InFlight,
  Message,
  MessageEvent,
  Notification,
  Rendered,
} from '../store/notification-model';
import type { Outcome } from '../store/outcome-change';
import type { WebhookEndpoint } from '../store/webhooks';
import { wants } from '../store/webhooks';
import type { DeliverInput, DeliverResult } from '../workflows/activities-contract';
import { ATTEMPT_DEADLINE_MS, persistently } from './attempt-budget';
import type { ActivityDeps } from './deps';
import { GONE } from './gone';
import { refuseMissing } from './missing';
import { isElsewhere } from './queue-of';
import { retryDelayMs } from './retry-delay';

/** A send that we have claimed. */
export interface Sending {
  deps: ActivityDeps;
  input: DeliverInput;
  claim: InFlight;
  notification: Notification;
  message: Message;
}

export type Settlement =
  | { kind: 'sent'; providerMessageId: string }
  | { kind: 'failed'; code: DeliveryErrorCode; message: string }
  | {
      kind: 'retry';
      code?: DeliveryErrorCode;
      retryAfterMs?: number;
      /** Who takes over at once, as `deliver`'s next attempt will find out too. */
      next?: Candidate;
    };

export interface SettleDetails {
  attempt?: Attempt | null;
  /** What this attempt rendered first. */
  rendered?: Rendered | null;
  /** The scope's endpoint when it happened; looked up where it is not given. */
  endpoint?: WebhookEndpoint | null;
}

/** Records what an attempt came to, and answers the workflow: with a result, or with a failure that is retried. */
export async function settle(
  sending: Sending,
  settlement: Settlement,
  details: SettleDetails = {},
): Promise<DeliverResult> {
  const { deps, input, claim, notification, message } = sending;
  const until = claim.at.getTime() + ATTEMPT_DEADLINE_MS;
  // The time of what happened, not of the write, which may have to wait for the database.
  const at = new Date();
  const record = async ({ attempt = null, rendered = null }: SettleDetails) => {
    const endpoint =
      settlement.kind === 'retry' || details.endpoint !== undefined
        ? details.endpoint
        : await deps.store.webhooks.ofScope(notification);
    const event = settlement.kind === 'retry' ? null : eventFor(message, settlement.kind, endpoint, at);
    const outcome: Outcome = {
      notification,
      messageId: message.id,
      token: claim.token,
      attempt,
      result: resultOf(settlement),
      rendered,
      event,
      after: input.after,
      at,
    };
    return { event, answer: await deps.store.outcomes.record(outcome) };
  };
  const recorded = await persistently(() => record(details), until).catch((error: unknown) => {
    // A write that the database refuses would be refused for ever, and each retry would send again: the outcome
    // must stand, if need be without what was said and shown.
    deps.log.error(
      { err: error, notificationId: notification._id },
      'an outcome is recorded without its details',
    );
    return persistently(() => record({}), until);
  });
  if (!recorded.answer) {
    await refuseMissing(deps, notification._id);
    return GONE;
  }
  const { status, proven } = recorded.answer;
  // The next attempt finds the message settled.
  if (proven && settlement.kind === 'failed' && status === 'running')
    throw retryFailure(input, { kind: 'retry', retryAfterMs: 0 });
  if (settlement.kind === 'retry') {
    if (status !== 'running') return { outcome: 'stopped', status, events: [] };
    const { next } = settlement;
    if (next && isElsewhere(sending, next.queue)) {
      return { outcome: 'moved', status, events: [], queue: next.queue };
    }
    throw retryFailure(input, settlement);
  }
  const stopped = status === 'stopped';
  return {
    outcome: stopped ? 'stopped' : settlement.kind,
    status,
    events: recorded.event && !proven ? [recorded.event.id] : [],
  };
}

/** Characters of a provider's answer that are kept. */
const KEPT_RESPONSE = 2000;

/** An attempt as operators read it, from its claim to now. */
export const attemptOf = (claim: InFlight, of: Omit<Attempt, 'id' | 'at' | 'durationMs'>): Attempt => ({
  id: claim.token,
  at: claim.at,
  durationMs: Date.now() - claim.at.getTime(),
  ...of,
  response: of.response?.slice(0, KEPT_RESPONSE) ?? null,
});

function resultOf(settlement: Settlement): Outcome['result'] {
  if (settlement.kind === 'failed') {
    return {
      kind: 'failed',
      error: { code: settlement.code, message: settlement.message.slice(0, KEPT_RESPONSE) },
    };
  }
  return settlement.kind === 'sent' ? settlement : { kind: 'retry' };
}

/** The webhook event that an outcome raises, where an active endpoint wants it; it is stored with the outcome. */
export function eventFor(
  message: Message,
  kind: 'sent' | 'failed',
  endpoint: WebhookEndpoint | null | undefined,
  at: Date,
): MessageEvent | null {
  const type: WebhookEventType = `delivery.${kind}`;
  if (!wants(endpoint, type)) return null;
  return { id: eventIdOf(message.id, type), type, at, endpointId: endpoint._id };
}

/** Codes only: what Temporal stores must not carry the provider's words, which name addresses. */
function retryFailure(
  input: DeliverInput,
  { code = 'PROVIDER_ERROR', retryAfterMs, next }: Settlement & { kind: 'retry' },
) {
  const remainingMs = Math.max(0, input.dueAt + input.retryForMs - Date.now());
  const nextRetryDelay = next
    ? 1
    : retryDelayMs({ attempt: activityInfo().attempt, retryAfterMs, remainingMs });
  return ApplicationFailure.create({ message: code, type: code, nextRetryDelay });
}
