import type { ClaimRequest, ClaimResult } from '../store/claims';
import type { DeliveryError } from '../core/delivery-error';
import { addressOf } from '../core/contact-fields';
import type { Addresses, Route } from '../core/routing';
import { route } from '../core/routing';
import { sendNameOf } from '../core/step-key';
import { SUPPRESSIBLE } from '../core/suppression';
import { suppressedAmong } from '../store/suppress';
import { newMessage } from '../store/new-message';
import type { Notification } from '../store/notification-model';
import type { DeliverInput } from '../workflows/activities-contract';
import { persistently } from './attempt-budget';
import type { ActivityDeps } from './deps';
import { endErased } from './end-erased';

/**
 * Reaches a step that has no message yet: routes it, and adds and claims its message in one update, which is tried until
 * `until` while MongoDB is away. A step that cannot be routed gets its message too, which then fails with `unroutable`.
 */
export async function beginStep(
  deps: ActivityDeps,
  input: DeliverInput,
  { request, until }: { request: ClaimRequest; until: number },
  notification: Notification,
): Promise<{ found: ClaimResult | { kind: 'skipped' | 'erased' }; unroutable: DeliveryError | null }> {
  if (input.optional && !mayFallBack(input, notification)) return SKIPPED;
  const { store } = deps;
  const [application, event, contact] = await Promise.all([
    store.applications.get(notification.applicationId),
    store.events.get(notification, notification.event),
    notification.contactId === null ? null : store.contacts.get(notification.contactId),
  ]);
  // A contact that was erased is told nothing, not even that it could not be reached.
  if (notification.contactId !== null && (!contact || contact.erasingSince)) {
    await endErased(deps, notification, contact);
    return { found: { kind: 'erased' }, unroutable: null };
  }
  const forced = notification.forcedChannel ?? input.channel ?? undefined;
  const addresses: Addresses = (channel) =>
    notification.to[channel] ?? (contact && addressOf(contact, channel));
  const isSuppressed = await suppressedAmong(
    deps,
    application ?? {},
    SUPPRESSIBLE.flatMap((channel) => {
      const address = addresses(channel);
      return address === null ? [] : { scope: notification, channel, address };
    }),
  );
  const routed: Route = event
    ? route(event, input.step, { addresses, isSuppressed }, forced)
    : {
        ok: false,
        code: 'TEMPLATE_MISSING',
        message: `Event ${notification.event} does not exist any more.`,
      };
  if (input.optional && !(routed.ok && !isSuppressed(routed.channel, routed.address))) return SKIPPED;
  const channel = routed.ok ? routed.channel : (forced ?? event?.channels[0] ?? 'email');
  const message = newMessage({
    notificationId: notification._id,
    step: input.step,
    channel,
    address: routed.ok ? routed.address : null,
    at: request.claim.at,
  });
  const begun = await persistently(() => store.claims.begin(request, message), until);
  const found: ClaimResult = begun
    ? { kind: 'claimed', notification: begun, message }
    : await persistently(() => store.claims.claim(request), until);
  if (routed.ok || found.kind !== 'claimed' || found.message.address !== null)
    return { found, unroutable: null };
  const code = routed.code === 'TEMPLATE_MISSING' ? 'TEMPLATE_ERROR' : 'INVALID_RECIPIENT';
  return { found, unroutable: { code, message: routed.message } };
}

/** A forced channel holds for every SEND, and a channel that the SEND went over already is no other one. */
const mayFallBack = ({ step, channel }: DeliverInput, { forcedChannel, messages }: Notification): boolean =>
  forcedChannel === null &&
  !messages.some((one) => sendNameOf(one.step) === sendNameOf(step) && one.channel === channel);

const SKIPPED = { found: { kind: 'skipped' }, unroutable: null } as const;
