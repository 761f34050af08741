import { eventIdOf } from '../../core/shared/ids';
import { DELIVERY_EVENT_TYPES, webhookEventRow } from '../../core/webhooks/event';
import type { Message, MessageEvent, Notification, WarmUpTurn } from '../../store/notifications/model';
import { type Settlement, messageAfter } from '../../store/notifications/outcome-change';
import { persistently } from '../../store/persistently';
import { type WebhookEndpoint, wants } from '../../store/webhooks/endpoints';
import type { DeliverResult } from '../../workflows/activities-contract';
import { refuseMissing } from '../missing';
import { endErased } from '../sequences/end-erased';
import { ATTEMPT_DEADLINE_MS } from './deadlines';
import { codeOf, countOutcome } from './count-outcome';
import { GONE, resultOf } from './result';
import type { CallDetails, Erased, Sending } from './sending';
import { giveBackToWarmUp, numbersAfter } from './warm-up';

/**
 * Records what an attempt came to. Returns the result that the workflow acts on, or throws a failure with the delay after
 * which Temporal retries the activity.
 */
export async function settle(
  sending: Sending,
  settlement: (Settlement & Partial<CallDetails>) | Erased,
): Promise<DeliverResult> {
  const { deps, notification } = sending;
  if (settlement.kind === 'erased') {
    await endErased(deps, notification, settlement.contact);
    return GONE;
  }
  const noted = settlement.note?.();
  const { turn, unused } = numbersAfter(sending, settlement.attempt);
  try {
    const recorded = await record(sending, settlement, turn);
    if (!recorded) {
      // The execution of a page is not that of the notification.
      if (!sending.inPage) await refuseMissing(deps, notification._id);
      return GONE;
    }
    const { status, event, confirmed, decided = false, late, isReturned = !late, isWhole } = recorded;
    if (isReturned) await giveBackToWarmUp(sending, unused);
    const isRefuted = confirmed && settlement.kind === 'failed';
    logOutcome(sending, settlement);
    countOutcome(sending, settlement, decided && !isRefuted);
    const events = event && !confirmed ? [event.id] : [];
    if (event && !late && !confirmed && isNew(sending, event))
      sending.raised?.(event.id, withEvent(sending, settlement, event));
    return await resultOf(sending, settlement, { status, events, isRefuted, isWhole });
  } finally {
    await noted;
  }
}

/** A message that an operator let repeat may have raised it before. */
const isNew = ({ message }: Sending, event: MessageEvent): boolean =>
  message.events.every(({ id }) => id !== event.id);

/** Returns the notification as it is stored with the event of an outcome, as far as webhooks show it. */
function withEvent(
  { notification, message }: Sending,
  settlement: Settlement,
  event: MessageEvent,
): Notification {
  const after = messageAfter(message, settlement, event);
  return {
    ...notification,
    messages: notification.messages.map((one) => (one.id === after.id ? after : one)),
  };
}

function logOutcome({ deps, notification, message }: Sending, settlement: Settlement): void {
  const provider = settlement.attempt?.provider ?? 'none';
  const ids = { notificationId: notification._id, messageId: message.id, step: message.step };
  const code = codeOf(settlement);
  const details = { ...ids, channel: message.channel, provider, ...(code !== '' && { code }) };
  if (settlement.kind === 'failed') deps.log.info(details, 'a message failed');
  else deps.log.debug(details, `an attempt at a message: ${settlement.kind}`);
}

/** Records a settlement with its webhook event. Returns both; null if the notification is gone. */
async function record(
  { deps, input, claim, notification, message }: Sending,
  settlement: Settlement & Partial<CallDetails>,
  turn?: WarmUpTurn,
) {
  const until = claim.at.getTime() + ATTEMPT_DEADLINE_MS;
  // The time of what happened, not of the write, which may have to wait for the database.
  const at = deps.store.now();
  const ends = settlement.kind === 'sent' || settlement.kind === 'failed' ? settlement.kind : null;
  const write = async (written: Settlement) => {
    const { webhooks, outcomes } = deps.store;
    const endpoint =
      ends && settlement.endpoint === undefined ? await webhooks.ofScope(notification) : settlement.endpoint;
    const event = ends && eventFor(message, ends, endpoint, at);
    const claimed = {
      notification,
      message,
      token: claim.token,
      event,
      after: input.after,
      at,
      warmUp: turn,
    };
    const recorded = await outcomes.record(claimed, written);
    return recorded && { ...recorded, event, isWhole: written === settlement };
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
    return persistently(deps, () => write({ ...settlement, attempt: null, rendered: null }), until);
  }
}

/** Returns the webhook event of an outcome, which is stored with it; null if no active endpoint wants it. */
function eventFor(
  message: Message,
  kind: 'sent' | 'failed',
  endpoint: WebhookEndpoint | null | undefined,
  at: Date,
): MessageEvent | null {
  const type = DELIVERY_EVENT_TYPES.find((one) => webhookEventRow(one).outcome === kind);
  if (!type || !wants(endpoint, type)) return null;
  return { id: eventIdOf(message.id, type), type, at, endpointId: endpoint._id };
}
