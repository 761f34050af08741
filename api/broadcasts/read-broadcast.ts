import type { z } from 'zod';
import type { AudienceOf } from '../../core/broadcasts/broadcast';
import { readLocalTime } from '../../core/broadcasts/local-time';
import type { EventDefinition } from '../../core/events/definition';
import type { broadcastBody, broadcastPreviewBody } from '../../core/schemas/broadcasts';
import { hasTemplate } from '../../core/sending/routing';
import { CHANNELS, type Channel } from '../../core/shared/channels';
import type { Scope } from '../../core/shared/scope';
import type { Store } from '../../store/store';
import type { SendDeps } from '../deps';
import { ApiError, invalid } from '../http/api-error';
import type { Principal } from '../http/middleware/authenticate';
import { checkSender } from '../sending/first-send';
import { makeOrder, type NotificationOrder, refuseMisfits } from '../sending/order';
import { sendAtOf } from '../sending/send-at';
import { tenantOf } from '../sending/tenant-of';

/** What a broadcast sends and to whom, validated. */
export interface BroadcastOrder extends NotificationOrder {
  audience: AudienceOf;
}

/** Reads what a broadcast sends and to whom. Throws an ApiError for the first part that is not valid (BROADCAST-1). */
export async function readBroadcast(
  deps: SendDeps,
  caller: Principal,
  { event: name, body, id, at }: { event: string; body: () => Content; id: string; at: Date },
): Promise<BroadcastOrder> {
  if (caller.application.subscription !== 'active') throw ApiError.of('SUBSCRIPTION_INACTIVE', []);
  const event = await deps.cached.event(caller.scope, name);
  if (!event) throw ApiError.of('EVENT_NOT_FOUND', [name]);
  const { to, payload, language, overrides, tenant: tenantId } = body();
  const { tenant, application } = await tenantOf(deps, caller.application, tenantId);
  const common: NotificationOrder = {
    ...{ caller: { scope: caller.scope, application }, tenant, event, batchId: id },
    ...{ body: { payload, language, overrides }, sendAt: null, reservationId: null },
  };
  const none = { recipients: [], ids: [], account: { at, paid: 0 } };
  refuseMisfits(makeOrder(deps, common, none));
  checkSenders(common);
  return { ...common, audience: await audienceOf(deps.store, caller.scope, to) };
}

type Content = z.output<typeof broadcastPreviewBody>;

/** Returns when a broadcast begins, and at which time of day its recipients get it. */
export function timesOf(
  { send_at: text }: Pick<z.output<typeof broadcastBody>, 'send_at'>,
  at: Date,
): { sendAt: Date | null; localTime: string | null } {
  const localTime = text === undefined ? null : readLocalTime(text);
  return { sendAt: localTime === null ? sendAtOf(text, at) : null, localTime };
}

/** Refuses an event of which no channel can be sent: it has no template, or no verified sender. */
export function checkSenders(order: NotificationOrder): void {
  const { event } = order;
  const channels = CHANNELS.filter((channel) => sendsOver(event, channel));
  if (channels.length === 0)
    throw new ApiError('TEMPLATE_MISSING', `Event ${event.name} has no template for any channel.`);
  const refused = channels.flatMap((channel) => {
    try {
      checkSender(order, channel);
      return [];
    } catch (error) {
      return [error];
    }
  });
  if (refused.length === channels.length) throw refused[0];
}

const sendsOver = (event: EventDefinition, channel: Channel): boolean =>
  event.channels.includes(channel) &&
  ['', ...Object.keys(event.stepTemplates)].some((step) => hasTemplate(event, step, channel));

async function audienceOf({ topics, segments }: Store, scope: Scope, to: Content['to']): Promise<AudienceOf> {
  if (to.topic !== undefined) {
    const found = await topics.get(scope, to.topic);
    if (found) return { topicId: found._id, topic: found.topic };
    throw invalid('to.topic', `must be a topic of this environment. There is no topic ${to.topic}`);
  }
  if (to.segment === undefined) return { all: true };
  const found = await segments.get(scope, to.segment);
  if (found) return { segment: found.segment, filter: found.filter };
  throw invalid('to.segment', `must be a segment of this environment. There is no segment ${to.segment}`);
}
