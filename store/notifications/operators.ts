import { type FailureQuery, failureKey } from '../../core/sending/failure-keys';
import type { Channel } from '../../core/shared/channels';
import type { Place } from '../../core/shared/place';
import type { Scope } from '../../core/shared/scope';
import { type NotificationStatus, CLOSED_STATUSES, OPEN_STATUSES } from '../../core/shared/statuses';
import { type Attempt, type Message, type Notification, type NotificationModel, open } from './model';
import { findAndUpdate, hasMatched } from '../queries';

export interface NotificationQuery extends FailureQuery {
  scope: Scope;
  /** Id of a contact of the scope. */
  recipient?: string;
  event?: string;
  /** Has a message of this channel. */
  channel?: Channel;
  /** Absent: every status. */
  status?: NotificationStatus;
  /** Started then or later. */
  from?: Date;
  /** Started before. */
  to?: Date;
  after?: Place;
  limit: number;
}

/** A line of a list, without content. */
export type NotificationLine = Pick<
  Notification,
  '_id' | 'event' | 'status' | 'startedAt' | 'completedAt' | 'contactId' | 'contact' | 'retryOf' | 'retriedAs'
> & {
  messages: (Pick<Message, 'channel' | 'status' | 'address' | 'provider' | 'error' | 'rest'> & {
    attempts: Pick<Attempt, 'at' | 'provider' | 'providerId' | 'outcome' | 'code' | 'mayHaveSent'>[];
  })[];
};

/** What concerned some recipients. */
export interface RecipientQuery extends Pick<NotificationQuery, 'event' | 'to' | 'limit'> {
  /** Ids of contacts. */
  recipients: string[];
  from: Date;
}

/** How a closed notification continues. */
export interface Reopening {
  /** As it was read. If it has changed since then, nothing happens. */
  from: Pick<Notification, '_id' | 'status' | 'completedAt'>;
  status: NotificationStatus;
  /** The failed message that is sent again, even if its last attempt may have sent it. */
  message: Pick<Message, 'id' | 'attempts'> | null;
  /** Search keys of its other failed messages (core/sending/failure-keys.ts). */
  failures: string[];
  at: Date;
}

const ALL = [...OPEN_STATUSES, ...CLOSED_STATUSES];
const LINE = {
  ...{
    event: 1,
    status: 1,
    startedAt: 1,
    completedAt: 1,
    contactId: 1,
    contact: 1,
    retryOf: 1,
    retriedAs: 1,
  },
  ...{ 'messages.channel': 1, 'messages.status': 1, 'messages.address': 1, 'messages.provider': 1 },
  ...{
    'messages.error': 1,
    'messages.rest': 1,
    'messages.attempts.at': 1,
    'messages.attempts.provider': 1,
    'messages.attempts.providerId': 1,
    'messages.attempts.outcome': 1,
    'messages.attempts.code': 1,
    'messages.attempts.mayHaveSent': 1,
  },
};

/** Lists, retries and reopening for operators. */
export function createOperatorStore(model: NotificationModel) {
  return {
    /** Returns one page, newest first. Each combination of filters is a range of one index. */
    list: (query: NotificationQuery) =>
      model
        .find(filterOf(query), LINE)
        .sort({ startedAt: -1, _id: -1 })
        .limit(query.limit)
        .lean<NotificationLine[]>()
        .exec(),
    /** Returns the notifications of some recipients, newest first. */
    ofRecipients: ({ recipients, event, from, to, limit }: RecipientQuery) =>
      model
        .find({
          recipient: { $in: recipients },
          ...(event !== undefined && { event }),
          startedAt: { $gte: from, ...(to && { $lt: to }) },
        })
        .sort({ startedAt: -1, _id: -1 })
        .limit(limit)
        .lean<Notification[]>()
        .exec(),
    /** Returns how many notifications of an event are open. It counts a range of an index. */
    countOpen: ({ applicationId, environment }: Scope, event: string) =>
      model.countDocuments({ applicationId, environment, event, status: open }).exec(),
    /** Stores the id of a failed notification's retry, if its last retry is still `before`. */
    markRetried: (id: string, before: string | undefined, as: string) =>
      hasMatched(
        model.updateOne(
          { _id: id, status: 'failed', contentRemoved: null, retriedAs: before ?? null },
          { $set: { retriedAs: as } },
        ),
      ),
    reopen: ({ from: { _id, status: was, completedAt }, status, message, failures, at }: Reopening) =>
      findAndUpdate(
        model,
        {
          ...{ _id, status: was, completedAt, inFlight: null },
          ...{ contentRemoved: null, retriedAs: null, cancelPending: null },
        },
        {
          $set: {
            ...{ status, completedAt: null, reopenedAt: at, startPending: at },
            ...(failures.length > 0 && { failures }),
            ...(message && {
              'messages.$[m].status': 'queued',
              'messages.$[m].error': null,
              'messages.$[m].repeatOf': message.attempts.at(-1)?.id ?? null,
            }),
          },
          $unset: { backlogOf: 1, failure: 1, cancelledBy: 1, ...(failures.length === 0 && { failures: 1 }) },
        },
        message ? { arrayFilters: [{ 'm.id': message.id }] } : {},
      ),
  };
}

function filterOf(query: NotificationQuery) {
  const { scope, recipient, event, channel, status, from, to, after, provider, errorCode } = query;
  const failures = failureKey({ provider, errorCode });
  const startedAt = {
    ...(from && { $gte: from }),
    // Without this bound each page would read all pages before it.
    ...(after ? { $lte: after.at } : to && { $lt: to }),
  };
  return {
    ...(failures !== null && { failures }),
    ...(event !== undefined && { event }),
    // One index cannot have two arrays. So with a failure too, this only filters the range of that failure.
    ...(channel !== undefined && { 'messages.channel': channel }),
    ...(recipient === undefined
      ? {
          applicationId: scope.applicationId,
          environment: scope.environment,
          // Naming every status lets the next fields of the index give the order.
          status: status ?? { $in: ALL },
        }
      : // A contact is of one scope, and has an index of its own.
        { recipient, ...(status !== undefined && { status }) }),
    ...(Object.keys(startedAt).length > 0 && { startedAt }),
    ...(after && {
      $or: [{ startedAt: { $lt: after.at } }, { startedAt: after.at, _id: { $lt: after.id } }],
    }),
  };
}
