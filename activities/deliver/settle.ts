import { eventIdOf } from '../../core/shared/ids';
import { WEBHOOK_EVENT_TYPES, webhookEventRow } from '../../core/webhooks/event';
import type { Message, MessageEvent, Note, Rest } from '../../store/notifications/model';
import { type Outcome, KEPT_RESPONSE } from '../../store/notifications/outcome-change';
import type { Recorded } from '../../store/notifications/outcomes';
import { persistently } from '../../store/persistently';
import { type WebhookEndpoint, wants } from '../../store/webhooks/endpoints';
import type { DeliverResult } from '../../workflows/activities-contract';
import { refuseMissing } from '../missing';
import { endErased } from '../sequences/end-erased';
import { ATTEMPT_DEADLINE_MS } from './deadlines';
import { codeOf, countOutcome } from './count-outcome';
import { GONE, resultOf } from './result';
import type { AttemptDetails, Recordable, Sending, Settlement } from './sending';

/**
 * Records what an attempt came to. Returns the result that the workflow acts on, or throws a failure with the delay after
 * which Temporal retries the activity.
 */
export async function settle(sending: Sending, settlement: Settlement): Promise<DeliverResult> {
  const { deps, notification } = sending;
  try {
    if (settlement.kind !== 'erased') {
      const recorded = await record(sending, settlement);
      if (recorded) {
        const decided = recorded.decided === true && !isRefuted(settlement, recorded);
        logOutcome(sending, settlement);
        countOutcome(sending, settlement, decided);
        return await resultOf(sending, settlement, recorded);
      }
      await refuseMissing(deps, notification._id);
    } else await endErased(deps, notification, settlement.contact);
    return GONE;
  } finally {
    await settlement.beside;
  }
}

function logOutcome({ deps, notification, message }: Sending, settlement: Recordable): void {
  const provider = settlement.attempt?.provider ?? 'none';
  const ids = { notificationId: notification._id, messageId: message.id, step: message.step };
  const code = codeOf(settlement);
  const details = { ...ids, channel: message.channel, provider, ...(code !== '' && { code }) };
  if (settlement.kind === 'failed') deps.log.info(details, 'a message failed');
  else deps.log.debug(details, `an attempt at a message: ${settlement.kind}`);
}

/** Returns what was recorded, with the webhook event that was stored in the same update; null if the notification is gone. */
async function record(
  { deps, input, claim, notification, message }: Sending,
  settlement: Recordable,
): Promise<(Recorded & { event: MessageEvent | null }) | null> {
  const until = claim.at.getTime() + ATTEMPT_DEADLINE_MS;
  // The time of what happened, not of the write, which may have to wait for the database.
  const at = deps.store.now();
  const ends = settlement.kind === 'sent' || settlement.kind === 'failed' ? settlement.kind : null;
  const write = async ({ attempt = null, rendered = null }: AttemptDetails) => {
    const { webhooks, outcomes } = deps.store;
    const endpoint =
      ends && settlement.endpoint === undefined ? await webhooks.ofScope(notification) : settlement.endpoint;
    const event = ends && eventFor(message, ends, endpoint, at);
    const recorded = await outcomes.record({
      notification,
      messageId: message.id,
      token: claim.token,
      attempt,
      result: outcomeOf(settlement),
      rendered,
      event,
      note: noteOf(settlement, message.step, at),
      rest: restOf(settlement),
      after: input.after,
      at,
    });
    return recorded && { ...recorded, event };
  };
  try {
    return await persistently(deps, () => write(settlement), until);
  } catch (error) {
    // The database would refuse this write for ever, and each retry would send again. So the outcome is recorded, if need
    // be without the provider's answer and the rendered message.
    deps.log.error(
      { err: error, notificationId: notification._id, messageId: message.id },
      'an outcome is recorded without its details',
    );
    return persistently(deps, () => write({}), until);
  }
}

/** Whether a receipt has proved sent what this attempt records as failed. */
const isRefuted = ({ kind }: Recordable, { confirmed }: Recorded): boolean => kind === 'failed' && confirmed;

function outcomeOf(settlement: Recordable): Outcome['result'] {
  switch (settlement.kind) {
    case 'sent':
      return { kind: 'sent', providerMessageId: settlement.providerMessageId };
    case 'failed':
      return {
        kind: 'failed',
        error: { code: settlement.code, message: settlement.message.slice(0, KEPT_RESPONSE) },
      };
    case 'retry':
      return { kind: 'retry' };
    case 'released':
      return { kind: 'retry', waits: 'until' in settlement };
  }
}

function noteOf(settlement: Recordable, step: string, at: Date): Note | undefined {
  if (settlement.kind !== 'released' || !('until' in settlement)) return undefined;
  return { at, step, code: 'QUIET_HOURS', detail: new Date(settlement.until).toISOString() };
}

function restOf(settlement: Recordable): Rest | undefined {
  if (settlement.kind !== 'retry' || !settlement.rest) return undefined;
  const { until: _until, ...rest } = settlement.rest;
  return rest;
}

/** Returns the webhook event of an outcome, which is stored with it; null if no active endpoint wants it. */
function eventFor(
  message: Message,
  kind: 'sent' | 'failed',
  endpoint: WebhookEndpoint | null | undefined,
  at: Date,
): MessageEvent | null {
  const type = WEBHOOK_EVENT_TYPES.find((one) => webhookEventRow(one).outcome === kind);
  if (!type || !wants(endpoint, type)) return null;
  return { id: eventIdOf(message.id, type), type, at, endpointId: endpoint._id };
}
