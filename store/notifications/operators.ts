import { ENVIRONMENTS } from '../../core/shared/channels';
import type { Scope } from '../../core/shared/scope';
import type { NotificationStatus } from '../../core/shared/statuses';
import { countUpTo, EVERY_STATUS, listPage, type NotificationQuery } from './list';
import { type Attempt, type Message, type Notification, type NotificationModel, open } from './model';
import { findAndUpdate, hasMatched } from '../queries';

/** A line of a list, without content. */
export type NotificationLine = Pick<
  Notification,
  | '_id'
  | 'event'
  | 'status'
  | 'startedAt'
  | 'completedAt'
  | 'contactId'
  | 'contact'
  | 'retryOf'
  | 'retriedAs'
  | 'metadata'
  | 'reference'
  | 'tenant'
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
  message: Pick<Message, 'id' | 'attempts' | 'error'> | null;
  /** Search keys of its other failed messages (core/sending/failure-keys.ts). */
  failures: string[];
  /** What at most one open notification has. Absent: it may be open with others. */
  openKey?: string;
  at: Date;
}

/** Fields of a line. */
export const LINE = {
  ...{
    event: 1,
    status: 1,
    startedAt: 1,
    completedAt: 1,
    contactId: 1,
    contact: 1,
    retryOf: 1,
    retriedAs: 1,
    metadata: 1,
    reference: 1,
    tenant: 1,
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
    /** Returns one page of lines. */
    list: (query: NotificationQuery) => listPage<NotificationLine>(model, query, LINE),
    /** Returns how many match, up to `most`. */
    count: (query: Omit<NotificationQuery, 'limit'>, most: number) => countUpTo(model, query, most),
    /** Returns the notifications of some recipients, newest first. */
    ofRecipients: ({ recipients, event, from, to, limit }: RecipientQuery) =>
      model
        .find({
          recipient: { $in: recipients },
          ...(event !== undefined && { event }),
          status: EVERY_STATUS,
          startedAt: { $gte: from, ...(to && { $lt: to }) },
        })
        .sort({ startedAt: -1, _id: -1 })
        .limit(limit)
        .lean<Notification[]>()
        .exec(),
    /** Returns how many notifications of an event are open. It counts a range of an index. */
    countOpen: ({ applicationId, environment }: Scope, event: string) =>
      model.countDocuments({ applicationId, environment, event, status: open }).exec(),
    /** Returns how many notifications of a tenant are open in both environments. It counts ranges of an index. */
    countOpenOf: (applicationId: string, tenant: string) =>
      model
        .countDocuments({ tenant, applicationId, environment: { $in: [...ENVIRONMENTS] }, status: open })
        .exec(),
    /**
     * Returns how many notifications of a scope wait for a provider: their last attempts failed there, or it rests. It counts a
     * range of an index, and stops at `limit`.
     */
    countFailingAt: ({ applicationId, environment }: Scope, failingAt: string, limit: number) =>
      model.countDocuments({ failingAt, applicationId, environment, status: open }, { limit }).exec(),
    /** Stores the id of a failed notification's retry, if its last retry is still `before`. */
    markRetried: (id: string, before: string | undefined, as: string) =>
      hasMatched(
        model.updateOne(
          { _id: id, status: 'failed', contentRemoved: null, retriedAs: before ?? null },
          { $set: { retriedAs: as } },
        ),
      ),
    reopen: ({
      from: { _id, status: was, completedAt },
      status,
      message,
      failures,
      openKey,
      at,
    }: Reopening) =>
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
            ...(openKey !== undefined && { openKey }),
            ...(message && {
              'messages.$[m].status': 'queued',
              'messages.$[m].error': null,
              'messages.$[m].repeatOf': message.attempts.at(-1)?.id ?? null,
              'messages.$[m].errorBefore': message.error,
            }),
          },
          $unset: {
            ...{ backlogOf: 1, failingAt: 1, failure: 1, cancelledBy: 1 },
            ...(failures.length === 0 && { failures: 1 }),
            // The cancel gave back the numbers of warm-ups that nothing was sent with.
            ...(was === 'stopped' && { 'messages.$[w].warmUp': 1 }),
          },
        },
        {
          arrayFilters: [
            ...(message ? [{ 'm.id': message.id }] : []),
            ...(was === 'stopped' ? [{ 'w.warmUp': { $exists: true } }] : []),
          ],
        },
      ),
  };
}
