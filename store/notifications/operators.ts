import { type FailureQuery, failureKey } from '../../core/sending/failure-keys';
import type { Place } from '../../core/shared/place';
import type { Scope } from '../../core/shared/scope';
import { type NotificationStatus, CLOSED_STATUSES, OPEN_STATUSES } from '../../core/shared/statuses';
import type { Attempt, Message, Notification, NotificationModel } from './model';

export interface NotificationQuery extends FailureQuery {
  scope: Scope;
  event?: string;
  /** Absent: every status. */
  status?: NotificationStatus;
  /** Started then or later. */
  from?: Date;
  /** Started before. */
  to?: Date;
  after?: Place;
  limit: number;
}

/** A line of a list: nothing of what a notification says. */
export type NotificationLine = Pick<
  Notification,
  '_id' | 'event' | 'status' | 'startedAt' | 'completedAt' | 'contactId' | 'retryOf' | 'retriedAs'
> & {
  messages: (Pick<Message, 'channel' | 'status' | 'provider' | 'error'> & {
    attempts: Pick<Attempt, 'providerId' | 'outcome' | 'mayHaveSent'>[];
  })[];
};

/** How a closed notification goes on. */
export interface Reopening {
  /** As it was read; where it has moved since, nothing happens. */
  from: Pick<Notification, '_id' | 'status' | 'completedAt'>;
  status: NotificationStatus;
  /** The failed message that is sent once more, also where its last attempt may have sent it. */
  message: Pick<Message, 'id' | 'attempts'> | null;
  /** What its other failed messages are found by. */
  failures: string[];
  at: Date;
}

/** What operators look for, and do with what is over. */
export interface OperatorStore {
  /** One page, newest first. Each combination of filters is a range of one index. */
  list(query: NotificationQuery): Promise<NotificationLine[]>;
  /** Says what a failed notification is made again as, where `before` is still what it was the last time. */
  markRetried(id: string, before: string | undefined, as: string): Promise<boolean>;
  reopen(reopening: Reopening): Promise<Notification | null>;
}

const ALL = [...OPEN_STATUSES, ...CLOSED_STATUSES];
const LINE = {
  ...{ event: 1, status: 1, startedAt: 1, completedAt: 1, contactId: 1, retryOf: 1, retriedAs: 1 },
  ...{ 'messages.channel': 1, 'messages.status': 1, 'messages.provider': 1, 'messages.error': 1 },
  ...{
    'messages.attempts.providerId': 1,
    'messages.attempts.outcome': 1,
    'messages.attempts.mayHaveSent': 1,
  },
};

export function createOperatorStore(model: NotificationModel): OperatorStore {
  return {
    list: (query) =>
      model
        .find(filterOf(query), LINE)
        .sort({ startedAt: -1, _id: -1 })
        .limit(query.limit)
        .lean<NotificationLine[]>()
        .exec(),
    markRetried: async (id, before, as) => {
      const marked = await model.updateOne(
        { _id: id, status: 'failed', contentRemoved: null, retriedAs: before ?? null },
        { $set: { retriedAs: as } },
      );
      return marked.matchedCount > 0;
    },
    reopen: ({ from, status, message, failures, at }) =>
      model
        .findOneAndUpdate(
          {
            ...{ _id: from._id, status: from.status, completedAt: from.completedAt, inFlight: null },
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
            $unset: { backlogOf: 1, failure: 1, ...(failures.length === 0 && { failures: 1 }) },
          },
          {
            returnDocument: 'after',
            ...(message && { arrayFilters: [{ 'm.id': message.id }] }),
          },
        )
        .lean<Notification>()
        .exec(),
  };
}

function filterOf({ scope, event, status, from, to, after, provider, errorCode }: NotificationQuery) {
  const failures = failureKey({ provider, errorCode });
  const startedAt = {
    ...(from && { $gte: from }),
    // The place is a bound too, or each page would read all before it.
    ...(after ? { $lte: after.at } : to && { $lt: to }),
  };
  return {
    ...(failures !== null && { failures }),
    applicationId: scope.applicationId,
    environment: scope.environment,
    ...(event !== undefined && { event }),
    // Every status by name, so that the index's next fields give the order.
    status: status ?? { $in: ALL },
    ...(Object.keys(startedAt).length > 0 && { startedAt }),
    ...(after && {
      $or: [{ startedAt: { $lt: after.at } }, { startedAt: after.at, _id: { $lt: after.id } }],
    }),
  };
}
