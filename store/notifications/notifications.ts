import type { Scope } from '../../core/shared/scope';
import { idRange } from '../id-range';
import { insertMany } from '../insert';
import { EVER, findAndUpdate, idsOf, pendingBy, updateDirectly } from '../queries';
import { listShown, type NotificationQuery } from './list';
import { type MessageEvent, type Notification, type NotificationModel, open } from './model';

/** A notification with webhook events that are not delivered yet. */
export type WithUndelivered = Pick<
  Notification,
  '_id' | 'applicationId' | 'environment' | 'event' | 'contactId' | 'startedAt'
> & {
  untold: string[];
  untoldSince: Date;
  messages: { events: Pick<MessageEvent, 'id' | 'byReceipt'>[] }[];
};

/** A cancelled notification whose workflow may not know it yet. */
type PendingCancel = Pick<Notification, '_id' | 'completedAt'> & { cancelPending: Date };

/** An open notification, as the sweep compares it with its execution. */
export type OpenOne = Pick<Notification, '_id' | 'reopenedAt' | 'startPending'>;

/** Reading and inserting notifications, and the queries of the sweep. */
export function createNotificationStore(model: NotificationModel) {
  const starts = pendingBy<Notification, Notification>(model, 'startPending');
  const cancels = pendingBy<Notification, PendingCancel>(model, 'cancelPending', PENDING_CANCEL);
  const undelivered = pendingBy<Notification, WithUndelivered>(model, 'untoldSince', UNDELIVERED_FIELDS);
  const get = (id: string) => model.findById(id).lean<Notification>().exec();
  /** Returns those of the arrays that have no other notifications than these. */
  const withoutOthers = async (batchIds: string[], ids: string[]): Promise<string[]> => {
    const alone: string[] = [];
    for (const batchId of new Set(batchIds))
      if (!(await model.exists({ batchId, _id: { $nin: ids } }))) alone.push(batchId);
    return alone;
  };
  return {
    /** Stores notifications, which accepts them. One that is already stored stays as it is. Returns the ids of those. */
    insertAll: async (notifications: Notification[]) =>
      new Set(idsOf(await insertMany(model, notifications))),
    /** Returns the reservation of the request that made one of these; null if there is none. */
    reservationOf: async (ids: string[]) => {
      const found = model.findOne({ _id: { $in: ids } }, { reservationId: 1 });
      return (await found.lean<Pick<Notification, 'reservationId'>>().exec())?.reservationId ?? null;
    },
    /** Returns those of the ids that exist. */
    existing: async (ids: string[]) => {
      const found = model.find({ _id: { $in: ids } }, { _id: 1 }).batchSize(ids.length + 1);
      return new Set(idsOf(await found.lean()));
    },
    get,
    /** Returns notifications whose id begins with `start`. */
    startingWith: (start: string, limit: number) =>
      model
        .find({ _id: idRange(start) })
        .limit(limit)
        .lean<Notification[]>()
        .exec(),
    getInScope: async (id: string, { applicationId, environment }: Scope) => {
      const found = await get(id);
      return found?.applicationId === applicationId && found.environment === environment ? found : null;
    },
    /** Notes that the recipient used the code. Returns null if that is noted already, or there is no such notification. */
    follow: (_id: string, at: Date) =>
      findAndUpdate(model, { _id, followedAt: null }, { $set: { followedAt: at } }),
    /** Returns one page of notifications as callers see them. */
    list: (query: NotificationQuery) => listShown(model, query),
    /** Returns the ids that a cancel of this event for this recipient, and of this reference, affects. */
    openOf: async (recipients: string[], event: string, reference?: string) =>
      idsOf(await model.find(openTo(recipients, event, reference), { _id: 1 }).lean()),
    /** Returns those that a signal for this event and this recipient, and of this reference, is for. */
    openInCode: (recipients: string[], event: string, reference?: string) =>
      model
        .find(
          { ...openTo(recipients, event, reference), code: { $exists: true } },
          { sendAt: 1, startPending: 1 },
        )
        .lean<Pick<Notification, '_id' | 'sendAt' | 'startPending'>[]>()
        .exec(),
    /** Records that these have a workflow. */
    markStarted: async (ids: string[]) => {
      await model.updateMany({ _id: { $in: ids } }, { $unset: { startPending: 1 } });
    },
    /**
     * Returns notifications accepted before `before` without a known workflow, of the applications after `after`: by
     * application, oldest first, with the fields that the start of a workflow needs.
     */
    pendingStart: ({ before, after, limit }: { before: Date; after: string; limit: number }) =>
      model
        .find({ applicationId: { $gt: after }, startPending: { $gt: EVER, $lt: before } }, NOT_TO_START)
        .sort({ applicationId: 1, startPending: 1 })
        .limit(limit)
        .lean<Notification[]>()
        .exec(),
    /** Postpones the sweep's next attempt at a start. */
    postponeStart: starts.postpone,
    /** Returns notifications cancelled before `before` whose workflow may not know it yet, oldest first. */
    pendingCancel: cancels.due,
    /** Postpones the sweep's next attempt at a cancel. */
    postponeCancel: cancels.postpone,
    /** Records that the workflow knows of the cancel. */
    clearPendingCancel: async (id: string) => {
      await model.updateOne({ _id: id }, { $unset: { cancelPending: 1 } });
    },
    /** Returns notifications whose webhook events were due before `before`, oldest first. */
    undelivered: undelivered.due,
    /** Postpones the sweep's next look at the webhook events of a notification. */
    postponeDelivery: undelivered.postpone,
    /** Postpones the sweep's next look at the webhook events of many, unless one is due after `before` or at once. */
    postponeDeliveries: undelivered.postponeAll,
    /** Makes the next round of the sweep deliver the events that receipts raised. */
    hastenDelivery: async (_id: string) => {
      await model.updateOne({ _id, untoldSince: { $ne: null } }, { $set: { untoldSince: EVER } });
    },
    /** Records that a webhook event needs no more delivery. */
    settleEvent: async (id: string, eventId: string) => {
      const only = { _id: id, untold: { $eq: [eventId] } };
      if (await updateDirectly(model, only, { $unset: { untold: 1, untoldSince: 1 } })) return;
      await model.updateOne({ _id: id }, { $pull: { untold: eventId } });
      // Of two concurrent calls each may have found the other's event.
      await model.updateOne({ _id: id, untold: { $eq: [] } }, { $unset: { untold: 1, untoldSince: 1 } });
    },
    /** Returns those of the ids that are open. */
    openAmong: (ids: string[]) =>
      model
        .find({ _id: { $in: ids }, status: open }, OPEN_ONE)
        .lean<OpenOne[]>()
        .exec(),
    /** Returns open notifications with an id after `after`, by id, for the sweep's check of all of them. */
    openAfter: (after: string, before: Date, limit: number) =>
      model
        .find({ status: open, _id: { $gt: after }, startedAt: { $lt: before } }, OPEN_ONE)
        .sort({ _id: 1 })
        .limit(limit)
        .lean<OpenOne[]>()
        .exec(),
    /** Returns the ids of a recipient's notifications, for its erasure. */
    idsOf: async (recipient: string, limit: number) =>
      idsOf(await model.find({ recipient }, { _id: 1 }).limit(limit).lean()),
    /**
     * Returns what an erasure removes with these notifications of one scope: their arrays, reservations and webhook events, and
     * the holders of the shares of a quota that end with them.
     */
    tracesOf: async (ids: string[]) => {
      const found = await model.find({ _id: { $in: ids } }, TRACES).lean<Traces[]>();
      const alone = found.filter(({ batchId }) => batchId === null);
      const keyed = found.filter(({ reservationId }) => reservationId !== null);
      return {
        scope: found[0] ?? null,
        // The seed of a request's ids: the id of a single notification, or of the array. While others of an array exist, its
        // share stays: a repeat that finishes the request finds it, and otherwise the sweep settles it.
        holders: [
          ...keyed.flatMap(({ _id, batchId }) => (batchId === null ? _id : [])),
          ...(await withoutOthers(
            keyed.flatMap(({ batchId }) => batchId ?? []),
            ids,
          )),
        ],
        // What a broadcast sends is about nobody, and others still get it.
        batchIds: [
          ...new Set(found.flatMap(({ batchId, ofBroadcast }) => (ofBroadcast ? [] : (batchId ?? [])))),
        ],
        // The reservation of an array stays: its answer has ids only, and without it a repeat would send to all recipients again.
        reservationIds: alone.flatMap(({ reservationId }) => reservationId ?? []),
        eventIds: found.flatMap(({ messages }) =>
          messages.flatMap(({ events }) => events.map(({ id }) => id)),
        ),
      };
    },
    /** Returns whether a notification of an array is open. */
    isBatchOpen: async (batchId: string) => (await model.exists({ batchId, status: open })) !== null,
    remove: async (ids: string[]) => {
      await model.deleteMany({ _id: { $in: ids } });
    },
  };
}

const openTo = (recipients: string[], event: string, reference?: string) => ({
  recipient: { $in: recipients },
  event,
  status: open,
  ...(reference !== undefined && { reference }),
});

const PENDING_CANCEL = { cancelPending: 1, completedAt: 1 };
type Traces = Pick<
  Notification,
  '_id' | 'applicationId' | 'environment' | 'batchId' | 'ofBroadcast' | 'reservationId' | 'messages'
>;
const TRACES = {
  ...{ applicationId: 1, environment: 1, batchId: 1, ofBroadcast: 1, reservationId: 1 },
  'messages.events.id': 1,
};
const OPEN_ONE = { reopenedAt: 1, startPending: 1 };
const UNDELIVERED_FIELDS = {
  ...{ untold: 1, untoldSince: 1, startedAt: 1, applicationId: 1, environment: 1, event: 1, contactId: 1 },
  ...{ 'messages.events.id': 1, 'messages.events.byReceipt': 1 },
} as const;
const NOT_TO_START = {
  ...{ payload: 0, overrides: 0, contact: 0, to: 0 },
  ...{ 'messages.rendered': 0, 'messages.attempts': 0, 'messages.receipts': 0, 'messages.events': 0 },
};
