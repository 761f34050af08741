import { type FailureQuery, failureKey } from '../../core/sending/failure-keys';
import type { Channel } from '../../core/shared/channels';
import type { Place } from '../../core/shared/place';
import type { Scope } from '../../core/shared/scope';
import {
  type MessageStatus,
  type NotificationStatus,
  CLOSED_STATUSES,
  OPEN_STATUSES,
} from '../../core/shared/statuses';
import { type Attempt, type Message, type Notification, type NotificationModel, open } from './model';
import { afterPlace } from '../queries';

export interface NotificationQuery extends FailureQuery {
  scope: Scope;
  /** Ids of contacts of the scope, or keys of Slack channels. */
  recipients?: string[];
  event?: string;
  /** Has a message of this channel. */
  channel?: Channel;
  /** Has a message with this status. */
  messageStatus?: MessageStatus;
  /** Has all of these pairs (core/sending/metadata.ts). */
  metadata?: string[];
  reference?: string;
  /** Id of a tenant of the application. */
  tenant?: string;
  /** Id of a broadcast of the scope: its recipients. */
  broadcast?: string;
  /** Absent: every status. */
  status?: NotificationStatus | readonly NotificationStatus[];
  /** Id of the provider at which its queued message failed last, or whose rest it waits for. */
  failingAt?: string;
  /** Started then or later. */
  from?: Date;
  /** Started before. */
  to?: Date;
  after?: Place;
  limit: number;
}

/** What callers see of a notification. */
export type ShownNotification = Pick<
  Notification,
  | '_id'
  | 'event'
  | 'contact'
  | 'status'
  | 'startedAt'
  | 'completedAt'
  | 'sendAt'
  | 'digestedInto'
  | 'batchId'
  | 'ofBroadcast'
  | 'metadata'
  | 'reference'
  | 'tenant'
> & { messages: ShownMessage[] };

/** What callers see of a message. */
export type ShownMessage = Pick<Message, 'id' | 'channel' | 'status' | 'sentAt' | 'deliveredAt' | 'error'> & {
  attempts: Pick<Attempt, 'leftOut'>[];
};

const SHOWN = {
  ...{
    event: 1,
    contact: 1,
    status: 1,
    startedAt: 1,
    completedAt: 1,
    sendAt: 1,
    digestedInto: 1,
    batchId: 1,
    ofBroadcast: 1,
    metadata: 1,
    reference: 1,
    tenant: 1,
  },
  ...{ 'messages.id': 1, 'messages.channel': 1, 'messages.status': 1, 'messages.sentAt': 1 },
  ...{ 'messages.deliveredAt': 1, 'messages.error': 1, 'messages.attempts.leftOut': 1 },
} as const;

/** Naming every status lets the next fields of an index give the order. */
export const EVERY_STATUS = { $in: [...OPEN_STATUSES, ...CLOSED_STATUSES] };

/**
 * Returns the fields of one page, newest first. Each combination of the scope or recipients with an event, a status and times
 * is a range of one index, and so is each pair of metadata. What else is asked filters that range.
 */
export const listPage = <Found>(
  model: NotificationModel,
  query: NotificationQuery,
  fields: Record<string, number>,
): Promise<Found[]> =>
  model
    .find(filterOf(query), fields)
    .sort({ startedAt: -1, _id: -1 })
    .limit(query.limit)
    .lean<Found[]>()
    .exec();

/** Returns how many notifications match, up to `most`. It reads the same ranges as a page. */
export const countUpTo = (
  model: NotificationModel,
  query: Omit<NotificationQuery, 'limit'>,
  most: number,
): Promise<number> => model.countDocuments(filterOf(query)).limit(most).exec();

/** Returns one page of notifications as callers see them. */
export const listShown = (model: NotificationModel, query: NotificationQuery): Promise<ShownNotification[]> =>
  listPage(model, query, SHOWN);

/** Returns the statuses of a message that had this one: one that was delivered was sent before. */
const withLater = (status: MessageStatus) => ({
  $in: status === 'sent' ? (['sent', 'delivered'] as const) : ([status] as const),
});

function filterOf(query: Omit<NotificationQuery, 'limit'>) {
  const { scope, recipients, event, channel, metadata = [], reference, tenant, status } = query;
  const { broadcast } = query;
  const { from, to, after, provider, errorCode, failingAt, messageStatus } = query;
  const failures = failureKey({ provider, errorCode });
  const startedAt = {
    ...(from && { $gte: from }),
    // Without this bound each page would read all pages before it.
    ...(after ? { $lte: after.at } : to && { $lt: to }),
  };
  return {
    ...(failures !== null && { failures }),
    ...(failingAt !== undefined && { failingAt }),
    ...(event !== undefined && { event }),
    // One index cannot have two arrays. So with a failure too, this only filters the range of that failure.
    ...(channel !== undefined && { 'messages.channel': channel }),
    ...(messageStatus !== undefined && { 'messages.status': withLater(messageStatus) }),
    ...(metadata.length > 0 && { metadata: metadata.length === 1 ? metadata[0] : { $all: metadata } }),
    ...(reference !== undefined && { reference }),
    ...(tenant !== undefined && { tenant }),
    ...(broadcast !== undefined && { batchId: broadcast, ofBroadcast: true as const }),
    // A contact is of one scope, and has indexes of its own. A reference and a tenant have not.
    ...(recipients && { recipient: { $in: recipients } }),
    ...((!recipients || reference !== undefined || tenant !== undefined) && {
      applicationId: scope.applicationId,
      environment: scope.environment,
    }),
    status:
      typeof status === 'object'
        ? { $in: [...status] }
        : (status ?? (failingAt === undefined ? EVERY_STATUS : open)),
    ...(Object.keys(startedAt).length > 0 && { startedAt }),
    ...(after && afterPlace('startedAt', after)),
  };
}
