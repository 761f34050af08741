import { type RecipientResult, parseRecipient } from '../../core/sending/recipient';
import { sendBody } from '../../core/schemas/send';
import { type Channel, CHANNELS } from '../../core/shared/channels';
import { MAX_RECIPIENTS } from '../../core/shared/ids';
import { ApiError, invalid, parse } from '../http/api-error';
import type { SendDeps } from '../deps';
import type { Principal } from '../http/middleware/authenticate';
import { UnreadableLine } from './bulk/unreadable-line';
import type { Slot } from './idempotency';
import { type SendOrder, makeOrder } from './order';
import { sendAtOf } from './send-at';
import { tenantOf } from './tenant-of';

/** A send as it was requested. Nothing of it is validated. */
export interface SendRequest {
  caller: Principal;
  /** Name of the event. */
  event: string;
  /** The forced channel. */
  channel: string | undefined;
  body: unknown;
  /** When the request began that this is a page of. Absent: it is a request. */
  began?: Date;
}

/** Reads a request with its event. Throws an ApiError for the first part that is not valid. */
export async function readOrder(deps: SendDeps, request: SendRequest, slot: Slot): Promise<SendOrder> {
  const { caller } = request;
  const forced = channelOf(request.channel);
  const event = await deps.cached.event(caller.scope, request.event);
  if (!event) throw ApiError.of('EVENT_NOT_FOUND', [request.event]);
  const { to, ...body } = parse(sendBody, request.body);
  if (body.skip_waits && caller.scope.environment !== 'sandbox')
    throw invalid('skip_waits', 'is allowed in sandbox only');
  const { tenant, application } = await tenantOf(deps, caller.application, body.tenant);
  const recipients = recipientsOf(to, forced === 'slack');
  const sendAt = sendAtOf(body.send_at, request.began ?? slot.at);
  const { seed, ids, at, reservationId } = slot;
  const common = {
    ...{ caller: { ...caller, application }, tenant, event, forced, body, reservationId },
    sendAt: body.skip_waits ? null : sendAt,
    batchId: Array.isArray(to) ? seed : null,
  };
  const account = { holder: reservationId === null ? undefined : seed, at, paid: 0 };
  return makeOrder(deps, common, { recipients, ids, account });
}

function recipientsOf(to: unknown, overSlack: boolean): RecipientResult[] {
  const options = { slackChannels: overSlack, shortMembers: overSlack };
  if (to === undefined) throw invalid('to', 'is required and must be a recipient or an array of them');
  if (!Array.isArray(to)) return [parseRecipient(to, options)];
  if (to.length === 0) throw invalid('to', 'must have at least one recipient');
  if (to.length > MAX_RECIPIENTS) throw invalid('to', `must have at most ${MAX_RECIPIENTS} recipients`);
  return to.map((one: unknown, index) => {
    const path = `to[${index}]`;
    return one instanceof UnreadableLine ? one.readAt(path) : parseRecipient(one, { ...options, path });
  });
}

function channelOf(channel: string | undefined): Channel | undefined {
  if (channel === undefined) return undefined;
  if ((CHANNELS as readonly unknown[]).includes(channel)) return channel as Channel;
  throw invalid('channel', `must be one of ${CHANNELS.join(', ')}`);
}
