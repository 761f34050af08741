import type { Channel } from '../../core/shared/channels';
import type { SendStep, Step } from '../../core/sequences/steps';
import { type Reach, route } from '../../core/sending/routing';
import { routeOfAny } from '../../core/sending/route-of-any';
import { requestedSender, resolveSender } from '../../core/sending/sender';
import { tenantSender } from '../../core/tenants/tenant';
import { ApiError } from '../http/api-error';
import type { NotificationOrder } from './order';

/** The message that a notification begins with. */
export interface FirstSend {
  step: string;
  channel: Channel;
  address: string;
}

/** Where the first message of a notification goes. */
interface FirstRoute {
  channel: Channel;
  address: string;
  /** Name of its step, if the notification begins with it. Null: its message exists after its step is reached. */
  step: string | null;
}

/**
 * Routes the first SEND, so that what cannot be sent is refused now. Returns null if the notification does not begin with
 * it: its message exists after its step is reached.
 */
export function firstSendOf(order: NotificationOrder, reach: Reach): FirstSend | null {
  const first = firstRouteOf(order, reach);
  if (first === null) return null;
  const { step, channel, address } = first;
  return step === null ? null : { step, channel, address };
}

/** Returns where the first message goes. Null: the event sends none. Throws an ApiError if it cannot be sent. */
export function firstRouteOf(order: NotificationOrder, reach: Reach): FirstRoute | null {
  const { event, forced } = order;
  if (event.code !== undefined) {
    // Only the code knows what is sent first.
    const any = routeOfAny(event, reach, forced);
    if (!any.ok) throw new ApiError(any.code, any.message, { channel: forced });
    checkSender(order, any.channel);
    return { channel: any.channel, address: any.address, step: null };
  }
  const [first, ...others] = firstSends(event.steps);
  if (!first) return null;
  const routeOf = (send: SendStep) => route(event, send.name, reach, forced ?? send.channel);
  const routed = routeOf(first);
  const possible = routed.ok ? routed : others.map(routeOf).find(({ ok }) => ok);
  if (!possible?.ok) {
    const { code, message } = routed as Exclude<typeof routed, { ok: true }>;
    throw new ApiError(code, message, { channel: forced });
  }
  const { channel, address } = possible;
  checkSender(order, channel);
  return { channel, address, step: event.steps[0] === first ? first.name : null };
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
export function checkSender({ caller, tenant, event, body }: NotificationOrder, channel: Channel): void {
  const { application } = caller;
  const senderId = body.overrides?.sms?.sender_id;
  if (senderId !== undefined) {
    const sms = resolveSender(application, 'sms', { requested: senderId, event: undefined });
    if (!sms.ok) throw new ApiError('SENDER_UNVERIFIED', sms.message, { field: 'overrides.sms.sender_id' });
  }
  const requested = requestedSender(channel, body);
  const named = { requested, tenant: tenantSender(tenant, channel), event: event.from };
  const sender = resolveSender(application, channel, named);
  const field = body.from === undefined ? undefined : 'from';
  if (!sender.ok) throw new ApiError('SENDER_UNVERIFIED', sender.message, { field });
}
