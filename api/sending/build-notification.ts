import type { z } from 'zod';
import type { Channel } from '../../core/shared/channels';
import type { sendBody } from '../../core/schemas/send';
import { firstQueueOf } from '../../core/sending/candidates';
import { addressesOf } from '../../core/sending/reach';
import { type Reach, route } from '../../core/sending/routing';
import { routeOfAny } from '../../core/sending/route-of-any';
import { scopeKey } from '../../core/shared/scope';
import type { EventDefinition, SendStep, Step } from '../../core/events/definition';
import { isWait } from '../../core/sequences/is-wait';
import { requestedSender, resolveSender } from '../../core/sending/sender';
import type { Contact } from '../../store/contacts/model';
import type { OpenNotification } from '../../store/notifications/content';
import { newMessage } from '../../store/notifications/new-message';
import type { Message, Notification } from '../../store/notifications/model';
import { ApiError } from '../http/api-error';
import type { Principal } from '../http/middleware/authenticate';

/** The validated part of a request that all its recipients share. */
export interface SendOrder {
  caller: Principal;
  event: EventDefinition;
  forced?: Channel;
  body: z.output<typeof sendBody>;
  /** When the first step begins. Null: at once. */
  sendAt: Date | null;
  /** Id of the answer to an array. Null for a single recipient. */
  batchId: string | null;
  /** The idempotency reservation that the notifications come from. */
  reservationId: string | null;
}

/** The part of an order that a notification is made from. */
export type NotificationOrder = Omit<SendOrder, 'body'> & {
  body: Omit<SendOrder['body'], 'to'>;
};

/** Returns what a notification to a Slack channel has instead of a contact's id. */
export const slackRecipient = ({ scope }: Principal, channel: string): string =>
  `${scopeKey(scope)}:slack:${channel}`;

/**
 * Returns the notification of one recipient as it becomes durable. It is accepted at `at`, by the database's clock. Throws an
 * ApiError if it cannot be sent.
 */
export function buildNotification(
  order: NotificationOrder,
  id: string,
  recipient: {
    id: string;
    contact: Contact | null;
    to: Notification['to'];
    isSuppressed: Reach['isSuppressed'];
  },
  at: Date,
): OpenNotification {
  const { caller, event, forced, body } = order;
  const { contact, to, isSuppressed } = recipient;
  const putOff = order.sendAt !== null && order.sendAt > at;
  const first = firstMessages(order, id, at, {
    addresses: addressesOf({ to, contact }),
    isSuppressed,
  });
  const messages = putOff ? [] : first;
  const sendQueue = queueOf(order, messages[0]);
  const shared = order.batchId !== null;
  const waits = putOff || (!body.skip_waits && isWait(event.steps[0]));
  return {
    _id: id,
    ...caller.scope,
    event: event.name,
    recipient: recipient.id,
    contactId: contact?._id ?? null,
    contact: {
      email: contact ? (to.email ?? contact.emails[0] ?? null) : null,
      name: contact?.name ?? null,
    },
    status: waits ? 'waiting' : 'running',
    startedAt: at,
    ...(order.sendAt && { sendAt: order.sendAt }),
    ...(body.skip_waits && { skipWaits: true }),
    completedAt: null,
    batchId: order.batchId,
    reservationId: order.reservationId,
    payload: shared ? null : JSON.stringify(body.payload ?? {}),
    overrides: shared || !body.overrides ? null : JSON.stringify(body.overrides),
    language: body.language ?? null,
    from: body.from ?? null,
    forcedChannel: forced ?? null,
    to,
    steps: event.steps,
    ...(event.code !== undefined && { code: event.code }),
    ...(event.sensitive && { sensitive: true }),
    delivery: event.delivery,
    retryForMs: event.retryForMs,
    priority: event.priority ?? 'normal',
    ...(sendQueue !== null && { sendQueue }),
    startPending: at,
    // A notification that begins with a WAIT, or waits for `send_at`, needs no worker yet.
    ...(waits ? {} : { backlogOf: caller.application._id }),
    inFlight: null,
    messages,
  };
}

/** Routes the first SEND, so that what cannot be sent is refused now. Its message exists after its step is reached. */
function firstMessages(order: NotificationOrder, notificationId: string, at: Date, reach: Reach): Message[] {
  const { event, forced } = order;
  if (event.code !== undefined) {
    // Only the code knows what is sent first.
    const any = routeOfAny(event, reach, forced);
    if (!any.ok) throw new ApiError(any.code, any.message, { channel: forced });
    checkSender(order, any.channel);
    return [];
  }
  const [first, ...others] = firstSends(event.steps);
  if (!first) return [];
  const routeOf = (send: SendStep) => route(event, send.name, reach, forced ?? send.channel);
  const routed = routeOf(first);
  const possible = routed.ok ? routed : others.map(routeOf).find(({ ok }) => ok);
  if (!possible?.ok) {
    const { code, message } = routed as Exclude<typeof routed, { ok: true }>;
    throw new ApiError(code, message, { channel: forced });
  }
  const { channel, address } = possible;
  checkSender(order, channel);
  if (event.steps[0] !== first) return [];
  const retriedUntil = new Date(at.getTime() + event.retryForMs);
  return [newMessage({ notificationId, step: first.name, channel, address, at, retriedUntil })];
}

/** Returns the queue of the first SEND. If that has changed when it runs, `deliver` moves it. */
function queueOf({ caller, event }: NotificationOrder, first: Message | undefined): string | null {
  if (first === undefined) return null;
  const { application, scope } = caller;
  const { channel, address } = first;
  const request = { application, environment: scope.environment, channel, address: address ?? '' };
  return firstQueueOf(request, event.delivery);
}

/** Returns the SENDs that may be the first: those in branches, up to the first SEND outside of a branch. */
function firstSends(steps: Step[]): SendStep[] {
  const found: SendStep[] = [];
  for (const step of steps) {
    if (step.type === 'send') return [...found, step];
    if (step.type === 'condition') found.push(...firstSends(step.then), ...firstSends(step.else));
    if (step.type === 'end') return found;
  }
  return found;
}

/** Refuses a sender that is not verified, even if the channel does not use it. */
function checkSender({ caller, event, body }: NotificationOrder, channel: Channel): void {
  const { application } = caller;
  const senderId = body.overrides?.sms?.sender_id;
  if (senderId !== undefined) {
    const sms = resolveSender(application, 'sms', { requested: senderId, event: undefined });
    if (!sms.ok) throw new ApiError('SENDER_UNVERIFIED', sms.message, { field: 'overrides.sms.sender_id' });
  }
  const requested = requestedSender(channel, body);
  const sender = resolveSender(application, channel, { requested, event: event.from });
  const field = body.from === undefined ? undefined : 'from';
  if (!sender.ok) throw new ApiError('SENDER_UNVERIFIED', sender.message, { field });
}
