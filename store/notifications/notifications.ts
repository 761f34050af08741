import { OPEN_STATUSES } from '../../core/shared/statuses';
import type { Scope } from '../../core/shared/scope';
import { insertMany } from '../insert-many';
import type { MessageEvent, Notification, NotificationModel } from './model';

/** What says when the sweep looks at a notification, and for what. */
export type PendingField = 'startPending' | 'cancelPending' | 'untoldSince' | 'wakePending';

/** A notification with webhook events that are not told yet. */
export type Untold = Pick<
  Notification,
  '_id' | 'applicationId' | 'environment' | 'event' | 'contactId' | 'startedAt'
> & {
  untold: string[];
  untoldSince: Date;
  messages: { events: Pick<MessageEvent, 'id' | 'byReceipt'>[] }[];
};

/** An open notification, as the sweep compares it with its execution. */
export type OpenOne = Pick<Notification, '_id' | 'reopenedAt' | 'startPending'>;

/** Reading and inserting notifications, and what the sweep looks for. */
export interface NotificationStore {
  /** Makes notifications durable: from here on they are accepted. One that is there already stays as it is. */
  insertAll(notifications: Notification[]): Promise<void>;
  /** Those of the ids that exist. */
  existing(ids: string[]): Promise<Set<string>>;
  get(id: string): Promise<Notification | null>;
  getInScope(id: string, scope: Scope): Promise<Notification | null>;
  /** Ids of what a cancel of this event for this recipient means. */
  openOf(recipient: string, event: string): Promise<string[]>;
  /** Says that these have a workflow. */
  markStarted(ids: string[]): Promise<void>;
  /**
   * Accepted before `before` and without a known workflow, of the applications behind `after`: by application, oldest
   * first, and without what the start of a workflow does not need.
   */
  pendingStart(of: { before: Date; after: string; limit: number }): Promise<Notification[]>;
  /** Cancelled before `before` where Temporal was not told yet, oldest first. */
  pendingCancel(
    before: Date,
    limit: number,
  ): Promise<(Pick<Notification, '_id' | 'completedAt'> & { cancelPending: Date })[]>;
  markCancelTold(id: string): Promise<void>;
  /** Notifications with webhook events that should have been told before `before`, oldest first. */
  pendingTell(before: Date, limit: number): Promise<Untold[]>;
  /** Puts the sweep's next look at one off, unless its mark was set anew since it was read as `from`. */
  postpone(id: string, field: PendingField, from: Date, until: Date): Promise<void>;
  /** Puts the sweep's next look at the webhook events of many off, unless one was raised or hastened since `before`. */
  postponeTell(ids: string[], before: Date, until: Date): Promise<void>;
  /** Has the sweep tell one's events that receipts raised in its next round. */
  hastenTell(id: string): Promise<void>;
  /** Says that nothing is left to do for a webhook event. */
  markTold(id: string, eventId: string): Promise<void>;
  /** Those of the ids that are open. */
  openAmong(ids: string[]): Promise<OpenOne[]>;
  /** Open notifications with an id after `after`, by id: the sweep's slow walk. */
  openAfter(after: string, before: Date, limit: number): Promise<OpenOne[]>;
  /** Ids of a recipient's notifications, for its erasure. */
  idsOf(recipient: string, limit: number): Promise<string[]>;
  /** What else an erasure has to remove with these. */
  tracesOf(ids: string[]): Promise<NotificationTraces>;
  /** Whether a notification of an array is still open. */
  isBatchOpen(batchId: string): Promise<boolean>;
  remove(ids: string[]): Promise<void>;
}

/** What hangs on some notifications. */
export interface NotificationTraces {
  /** Arrays that they came in. */
  batchIds: string[];
  /** Idempotency reservations of requests that were for them alone. */
  reservationIds: string[];
  /** Webhook events that they raised. */
  eventIds: string[];
}

export function createNotificationStore(model: NotificationModel): NotificationStore {
  return {
    insertAll: async (notifications) => {
      await insertMany(model, notifications);
    },
    existing: async (ids) => {
      const found = model.find({ _id: { $in: ids } }, { _id: 1 }).batchSize(ids.length + 1);
      return new Set(idsOf(await found.lean()));
    },
    get: (id) => model.findById(id).lean<Notification>().exec(),
    getInScope: async (id, { applicationId, environment }) => {
      const found = await model.findById(id).lean<Notification>().exec();
      return found?.applicationId === applicationId && found.environment === environment ? found : null;
    },
    openOf: async (recipient, event) =>
      idsOf(await model.find({ recipient, event, status: open }, { _id: 1 }).lean()),
    markStarted: async (ids) => {
      await model.updateMany({ _id: { $in: ids } }, { $unset: { startPending: 1 } });
    },
    pendingStart: ({ before, after, limit }) =>
      model
        .find({ applicationId: { $gt: after }, startPending: { $gt: EVER, $lt: before } }, NOT_TO_START)
        .sort({ applicationId: 1, startPending: 1 })
        .limit(limit)
        .lean<Notification[]>()
        .exec(),
    pendingCancel: (before, limit) =>
      model
        .find({ cancelPending: { $lt: before } }, { cancelPending: 1, completedAt: 1 })
        .sort({ cancelPending: 1 })
        .limit(limit)
        .lean<(Pick<Notification, '_id' | 'completedAt'> & { cancelPending: Date })[]>()
        .exec(),
    markCancelTold: async (id) => {
      await model.updateOne({ _id: id }, { $unset: { cancelPending: 1 } });
    },
    pendingTell: (before, limit) =>
      model
        .find(
          { untoldSince: { $lt: before } },
          {
            untold: 1,
            untoldSince: 1,
            startedAt: 1,
            applicationId: 1,
            environment: 1,
            event: 1,
            contactId: 1,
            'messages.events.id': 1,
            'messages.events.byReceipt': 1,
          },
        )
        .sort({ untoldSince: 1 })
        .limit(limit)
        .lean<Untold[]>()
        .exec(),
    postpone: async (_id, field, from, until) => {
      await model.updateOne({ _id, [field]: from }, { $set: { [field]: until } });
    },
    postponeTell: async (ids, before, until) => {
      await model.updateMany(
        { _id: { $in: ids }, untoldSince: { $gt: EVER, $lt: before } },
        { $set: { untoldSince: until } },
      );
    },
    hastenTell: async (_id) => {
      await model.updateOne({ _id, untoldSince: { $ne: null } }, { $set: { untoldSince: EVER } });
    },
    markTold: async (id, eventId) => {
      const last = await model.updateOne(
        { _id: id, untold: { $eq: [eventId] } },
        { $unset: { untold: 1, untoldSince: 1 } },
      );
      if (last.matchedCount > 0) return;
      await model.updateOne({ _id: id }, { $pull: { untold: eventId } });
      // Two at once may both have found the other's.
      await model.updateOne({ _id: id, untold: { $eq: [] } }, { $unset: { untold: 1, untoldSince: 1 } });
    },
    openAmong: (ids) =>
      model
        .find({ _id: { $in: ids }, status: open }, OPEN_ONE)
        .lean<OpenOne[]>()
        .exec(),
    openAfter: (after, before, limit) =>
      model
        .find({ status: open, _id: { $gt: after }, startedAt: { $lt: before } }, OPEN_ONE)
        .sort({ _id: 1 })
        .limit(limit)
        .lean<OpenOne[]>()
        .exec(),
    idsOf: async (recipient, limit) => idsOf(await model.find({ recipient }, { _id: 1 }).limit(limit).lean()),
    tracesOf: async (ids) => {
      const found = await model
        .find({ _id: { $in: ids } }, { batchId: 1, reservationId: 1, 'messages.events.id': 1 })
        .lean<Pick<Notification, 'batchId' | 'reservationId' | 'messages'>[]>();
      const alone = found.filter(({ batchId }) => batchId === null);
      return {
        batchIds: [...new Set(found.flatMap(({ batchId }) => batchId ?? []))],
        // An array's answer names notifications only, and without it a repeat would send to all of them again.
        reservationIds: alone.flatMap(({ reservationId }) => reservationId ?? []),
        eventIds: found.flatMap(({ messages }) =>
          messages.flatMap(({ events }) => events.map(({ id }) => id)),
        ),
      };
    },
    isBatchOpen: async (batchId) => (await model.exists({ batchId, status: open })) !== null,
    remove: async (ids) => {
      await model.deleteMany({ _id: { $in: ids } });
    },
  };
}

const open = { $in: [...OPEN_STATUSES] };
/** Before any date: the index of what has no workflow lacks documents without one. */
const EVER = new Date(0);
const OPEN_ONE = { reopenedAt: 1, startPending: 1 };
const NOT_TO_START = {
  ...{ payload: 0, overrides: 0, contact: 0, to: 0 },
  ...{ 'messages.rendered': 0, 'messages.attempts': 0, 'messages.receipts': 0, 'messages.events': 0 },
};
const idsOf = (documents: { _id: string }[]): string[] => documents.map((document) => document._id);
