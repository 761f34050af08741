import type { DeliveryError } from '../../core/sending/delivery-error';
import { categoriesIn, unwantedBy } from '../../core/preferences/wish';
import { type Route, route } from '../../core/sending/routing';
import { sendNameOf } from '../../core/sequences/step-key';
import type { Channel } from '../../core/shared/channels';
import type { Notification } from '../../store/notifications/model';
import { reachOf } from '../../store/suppressions/reach';
import type { DeliverInput } from '../../workflows/activities-contract';
import type { ActivityDeps } from '../deps';
import type { Erased } from './sending';

/**
 * Routes a step that has no message yet. If no channel reaches the recipient, the address is null and `unroutable` says why.
 * Returns `skipped` if an optional step does not reach the recipient, and `erased`
 * if the recipient was erased.
 */
export async function routeStep(
  deps: ActivityDeps,
  input: DeliverInput,
  notification: Notification,
): Promise<
  | { kind: 'routed'; channel: Channel; address: string | null; unroutable: DeliveryError | null }
  | { kind: 'skipped' }
  | Erased
> {
  if (input.optional && !mayFallBack(input, notification)) return SKIPPED;
  const { application, event, contact } = await deps.store.sources.of(notification);
  if (notification.contactId !== null && (!contact || contact.erasingSince))
    return { kind: 'erased', contact };
  const forced = notification.forcedChannel ?? input.channel ?? undefined;
  const { to } = notification;
  const reach = await reachOf(deps, application ?? {}, notification, { to, contact });
  const missing = `Event ${notification.event} no longer exists.`;
  const isUnwanted = unwantedBy({ event, contact, categories: categoriesIn(application, notification) });
  const routed: Route = event
    ? route(event, input.step, { ...reach, isUnwanted }, forced)
    : { ok: false, code: 'TEMPLATE_MISSING', message: missing };
  const isSkipped = ({ channel, address }: { channel: Channel; address: string }): boolean =>
    reach.isSuppressed(channel, address) || isUnwanted(channel);
  if (input.optional && (!routed.ok || isSkipped(routed))) return SKIPPED;
  if (routed.ok)
    return { kind: 'routed', channel: routed.channel, address: routed.address, unroutable: null };
  const code = routed.code === 'TEMPLATE_MISSING' ? 'TEMPLATE_ERROR' : 'INVALID_RECIPIENT';
  return {
    kind: 'routed',
    channel: forced ?? event?.channels[0] ?? 'email',
    address: null,
    unroutable: { code, message: routed.message },
  };
}

/** Whether an optional step may be sent: not on a forced channel, and not on a channel that the SEND has used. */
const mayFallBack = ({ step, channel }: DeliverInput, { forcedChannel, messages }: Notification): boolean =>
  forcedChannel === null &&
  !messages.some((one) => sendNameOf(one.step) === sendNameOf(step) && one.channel === channel);

const SKIPPED = { kind: 'skipped' } as const;
