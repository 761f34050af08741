import { categoriesIn, unwantedBy } from '../../core/preferences/wish';
import { firstQueueOf } from '../../core/sending/candidates';
import { type Metadata, storedMetadata } from '../../core/sending/metadata';
import { payloadOver } from '../../core/sending/payload-over';
import { openKeyOf } from '../../core/sending/reference';
import { addressesOf } from '../../core/sending/reach';
import type { RecipientWarning } from '../../core/sending/recipient-warnings';
import type { Reach } from '../../core/sending/routing';
import { scopeKey } from '../../core/shared/scope';
import { isWait } from '../../core/sequences/steps';
import type { Contact } from '../../store/contacts/model';
import type { OpenNotification } from '../../store/notifications/content';
import { newMessage } from '../../store/notifications/new-message';
import type { Note, Notification } from '../../store/notifications/model';
import type { Principal } from '../http/middleware/authenticate';
import { firstSendOf } from './first-send';
import { metadataFor, type NotificationOrder, referenceFor } from './order';

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
    /** Its own, before those of the request. */
    payload?: Record<string, unknown>;
    metadata?: Metadata;
    reference?: string;
    language?: string;
    warnings?: RecipientWarning[];
  },
  at: Date,
): OpenNotification {
  const { caller, event, forced, body } = order;
  const { application, scope } = caller;
  const { environment } = scope;
  const { contact, to, isSuppressed } = recipient;
  const putOff = order.sendAt !== null && order.sendAt > at;
  const isUnwanted = unwantedBy({ event, contact, categories: categoriesIn(application, scope) });
  const routed = firstSendOf(order, { addresses: addressesOf({ to, contact }), isSuppressed, isUnwanted });
  const first = putOff ? null : routed;
  const retriedUntil = new Date(at.getTime() + event.retryForMs);
  const messages = first ? [newMessage({ ...first, notificationId: id, at, retriedUntil })] : [];
  // If that has changed when it runs, `deliver` moves it.
  const now = { delivery: event.delivery, nowMs: at.getTime() };
  const sendQueue = first && firstQueueOf({ application, environment, ...first }, now);
  const shared = order.batchId !== null;
  const own = recipient.payload ?? null;
  const { warnings = [] } = recipient;
  const reference = referenceFor(body, recipient.reference);
  const metadata = storedMetadata(metadataFor(body, recipient.metadata));
  const waits = putOff || (!body.skip_waits && isWait(event.steps[0]));
  return {
    _id: id,
    ...scope,
    event: event.name,
    ...(event.version !== undefined && { eventVersion: event.version }),
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
    // Of an array, only what is not shared.
    payload: shared ? own && JSON.stringify(own) : JSON.stringify(payloadOver(body.payload, own ?? {})),
    overrides: shared || !body.overrides ? null : JSON.stringify(body.overrides),
    language: recipient.language ?? body.language ?? null,
    from: body.from ?? null,
    ...(metadata && { metadata }),
    ...(reference !== undefined && { reference }),
    ...(order.tenant && { tenant: order.tenant.id }),
    ...(reference !== undefined &&
      body.if_open && {
        ifOpen: body.if_open,
        openKey: openKeyOf({
          ...{ event: event.name, recipient: recipient.id, reference },
          tenant: order.tenant?.id,
        }),
      }),
    forcedChannel: forced ?? null,
    to,
    steps: event.steps,
    ...(event.code !== undefined && { code: event.code }),
    ...(event.sensitive && { sensitive: true }),
    delivery: event.delivery,
    retryForMs: event.retryForMs,
    priority: event.priority ?? 'normal',
    ...(sendQueue !== null && { sendQueue }),
    ...(warnings.length > 0 && { notes: warnings.map((warning) => noteOf(warning, at)) }),
    startPending: at,
    // A notification that begins with a WAIT, or waits for `send_at`, needs no worker yet.
    ...(waits ? {} : { backlogOf: application._id }),
    inFlight: null,
    messages,
  };
}

const noteOf = ({ code, field, meant }: RecipientWarning, at: Date): Note => ({
  ...{ at, code, step: null, detail: field },
  ...(meant !== undefined && { meant }),
});
