import { OPEN_STATUSES } from '../core/statuses';
import type { Scope } from '../core/scope';
import { insertMany } from './insert-many';
import type { Notification, NotificationModel } from './notification-model';

type Untold = Pick<Notification, '_id' | 'applicationId' | 'environment' | 'event' | 'contactId'> & {
  untold: string[];
  untoldSince: Date;
};

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
  /** Accepted before `before` and without a known workflow, oldest first. */
  pendingStart(before: Date, limit: number): Promise<Notification[]>;
  /** Cancelled before `before` where Temporal was not told yet. */
  pendingCancel(before: Date, limit: number): Promise<string[]>;
  markCancelTold(id: string): Promise<void>;
  /** Notifications with webhook events that should have been told before `before`, oldest first. */
  pendingTell(before: Date, limit: number): Promise<Untold[]>;
  /** Puts the next look at one's untold events off, unless another event came since it was read. */
  postponeTell(untold: Untold, until: Date): Promise<void>;
  /** Says that nothing is left to do for a webhook event. */
  markTold(id: string, eventId: string): Promise<void>;
  /** Open notifications with an id after `after`, by id: the sweep's slow walk. */
  openAfter(after: string, before: Date, limit: number): Promise<Notification[]>;
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
    pendingStart: (before, limit) =>
      model
        .find({ startPending: { $lt: before } })
        .sort({ startPending: 1 })
        .limit(limit)
        .lean<Notification[]>()
        .exec(),
    pendingCancel: async (before, limit) =>
      idsOf(
        await model
          .find({ cancelPending: { $lt: before } }, { _id: 1 })
          .limit(limit)
          .lean(),
      ),
    markCancelTold: async (id) => {
      await model.updateOne({ _id: id }, { $unset: { cancelPending: 1 } });
    },
    pendingTell: (before, limit) =>
      model
        .find(
          { untoldSince: { $lt: before } },
          { untold: 1, untoldSince: 1, applicationId: 1, environment: 1, event: 1, contactId: 1 },
        )
        .sort({ untoldSince: 1 })
        .limit(limit)
        .lean<Untold[]>()
        .exec(),
    postponeTell: async ({ _id, untoldSince }, until) => {
      await model.updateOne({ _id, untoldSince }, { $set: { untoldSince: until } });
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
    openAfter: (after, before, limit) =>
      model
        .find({ status: open, _id: { $gt: after }, startedAt: { $lt: before } })
        .sort({ _id: 1 })
        .limit(limit)
        .lean<Notification[]>()
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
const idsOf = (documents: { _id: string }[]): string[] => documents.map((document) => document._id);
