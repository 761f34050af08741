import type { z } from 'zod';
import type { Channel } from '../../core/channels';
import { addressOf } from '../../core/contact-fields';
import type { EventDefinition } from '../../core/event-definition';
import { newId } from '../../core/ids';
import type { Recipient } from '../../core/recipient';
import { route } from '../../core/routing';
import type { sendBody } from '../../core/schemas/send';
import { scopeKey } from '../../core/scope';
import { requestedSender, resolveSender } from '../../core/sender';
import type { Contact } from '../../store/contact-model';
import { newMessage } from '../../store/new-message';
import type { Message, Notification } from '../../store/notification-model';
import { ApiError } from '../api-error';
import type { ContactPlan } from '../contacts/resolve-contact';
import { commitContact, findOwners, ownerOf, planContact } from '../contacts/resolve-contact';
import type { ApiDeps } from '../deps';
import type { Caller } from '../middleware/authenticate';

/** One recipient's send, validated. */
export interface SendRequest {
  caller: Caller;
  event: EventDefinition;
  forced?: Channel;
  recipient: Recipient;
  body: z.output<typeof sendBody>;
}

/**
 * Accepts a send (design: Where a send commits): resolves the contact, routes, checks the sender, and makes the
 * notification durable. All refusals happen before anything is written.
 */
export async function acceptSend(deps: ApiDeps, request: SendRequest): Promise<Notification> {
  const { store, dispatcher, fault } = deps;
  const notification = await prepare(deps, request);
  await store.notifications.insert(notification);
  fault('after-insert');
  await dispatcher.start(notification);
  return notification;
}

async function prepare(deps: ApiDeps, request: SendRequest): Promise<Notification> {
  const { recipient } = request;
  if (recipient.kind === 'slack_channel') {
    const key = slackRecipient(request.caller, recipient.channel);
    return build(request, { id: key, contact: null, to: { slack: recipient.channel } });
  }
  for (;;) {
    const plan = await planRecipient(deps, request.caller, recipient);
    const notification = build(request, { id: plan.contact._id, contact: plan.contact, to: recipient.to });
    if (await commitContact(deps.store, plan)) return notification;
  }
}

async function planRecipient(
  { store }: ApiDeps,
  { scope }: Caller,
  { input, uuid }: Extract<Recipient, { kind: 'contact' }>,
): Promise<ContactPlan> {
  const owners = await findOwners(store, scope, input, uuid);
  return planContact(scope, owners, ownerOf(owners, input), input);
}

/** What a notification to a Slack channel has instead of a contact's id. */
export const slackRecipient = ({ scope }: Caller, channel: string): string =>
  `${scopeKey(scope)}:slack:${channel}`;

function build(
  { caller, event, forced, body }: SendRequest,
  recipient: { id: string; contact: Contact | null; to: Notification['to'] },
): Notification {
  const { contact, to } = recipient;
  const at = new Date();
  const _id = newId();
  const messages = firstMessages({ caller, event, forced, body }, _id, at, (channel) => {
    return to[channel] ?? (contact && addressOf(contact, channel));
  });
  return {
    _id,
    ...caller.scope,
    event: event.name,
    recipient: recipient.id,
    contactId: contact?._id ?? null,
    contact: { email: contact ? (to.email ?? contact.emails[0] ?? null) : null, name: contact?.name ?? null },
    status: event.steps[0]?.type === 'wait' ? 'waiting' : 'running',
    startedAt: at,
    completedAt: null,
    payload: JSON.stringify(body.payload ?? {}),
    overrides: body.overrides ? JSON.stringify(body.overrides) : null,
    language: body.language ?? null,
    from: body.from ?? null,
    forcedChannel: forced ?? null,
    to,
    steps: event.steps,
    delivery: event.delivery,
    retryForMs: event.retryForMs,
    startPending: at,
    inFlight: null,
    messages,
  };
}

/** Routes the first SEND, so that what cannot be sent is refused now; its message exists once its step is reached. */
function firstMessages(
  { caller, event, forced, body }: Omit<SendRequest, 'recipient'>,
  notificationId: string,
  at: Date,
  addresses: (channel: Channel) => string | null,
): Message[] {
  const first = event.steps.find((step) => step.type === 'send');
  if (!first) return [];
  const routed = route(event, first.name, addresses, forced ?? first.channel);
  if (!routed.ok) throw new ApiError(routed.code, routed.message, { channel: forced });
  const { channel, address } = routed;
  const requested = requestedSender(channel, body);
  const sender = resolveSender(caller.application, channel, { requested, event: event.from });
  if (!sender.ok)
    throw new ApiError('SENDER_UNVERIFIED', sender.message, { field: senderField(body, requested) });
  if (event.steps[0] !== first) return [];
  return [newMessage({ notificationId, step: first.name, channel, address, at })];
}

/** Where the body names a sender; nowhere when it is the event's or the application's. */
function senderField({ from }: SendRequest['body'], requested: string | null): string | undefined {
  if (requested === null) return undefined;
  return requested === from ? 'from' : 'overrides.sms.sender_id';
}
