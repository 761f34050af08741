import { randomUUID } from 'node:crypto';
import type mongoose from 'mongoose';
import { isDuplicateKey } from '../connection';
import { schemaOf } from '../schema';
import { findAndUpdate, hasMatched } from '../queries';

/** A window that combines the notifications of one event for one recipient. */
export interface DigestWindow {
  _id: string;
  /** Identifies the notifications that are combined. */
  key: string;
  contactId: string | null;
  /**
   * `open:<key>` while it accepts members, and `in:<notification id>` for each member, in the order in which they came.
   * Unique over all windows: one window per key is open, and a notification is in one window, also after a retry.
   */
  slots: string[];
  /** When each member was accepted, milliseconds since 1970, in the order of `slots`. */
  accepted: number[];
  size: number;
  closesAt: Date;
  /** The member that continues for all members, after it has closed the window. */
  carrier: string | null;
  /** When every other member had ended. */
  settledAt: Date | null;
}

export interface DigestJoin {
  notificationId: string;
  acceptedAt: Date;
  contactId: string | null;
  key: string;
  /** When the window closes if it is opened now. */
  closesAt: Date;
}

/** Maximum number of members, which keeps the document small. The next member opens another window. */
const MAX_MEMBERS = 1000;

const schema = schemaOf<DigestWindow>('digests', {
  _id: { type: String, required: true },
  key: { type: String, required: true },
  contactId: { type: String, default: null },
  slots: { type: [String], required: true },
  accepted: { type: [Number], default: [] },
  size: { type: Number, required: true },
  closesAt: { type: Date, required: true },
  carrier: { type: String, default: null },
  settledAt: { type: Date, default: null },
});
schema.index({ slots: 1 }, { unique: true });
// Erasure of a contact.
schema.index({ contactId: 1 });
// Retention.
schema.index({ closesAt: 1 });

/** Returns the members in the order in which their sends were accepted. Workers may add them in another order. */
export function membersOf({ slots, accepted }: DigestWindow): string[] {
  const ids = slots.flatMap((slot) => (slot.startsWith(MEMBER) ? slot.slice(MEMBER.length) : []));
  // If an older worker has added a member, its time is unknown. The order in which they came is used then.
  if (accepted?.length !== ids.length) return ids;
  const order = [...ids.keys()].sort((a, b) => (accepted[a] ?? 0) - (accepted[b] ?? 0));
  return order.map((index) => ids[index] ?? '');
}

const MEMBER = 'in:';
const memberSlot = (notificationId: string): string => `${MEMBER}${notificationId}`;
const openSlot = (key: string): string => `open:${key}`;

export function createDigestStore(connection: mongoose.Connection) {
  const model = connection.model<DigestWindow>('Digest', schema);
  const of = (notificationId: string): Promise<DigestWindow | null> =>
    model
      .findOne({ slots: memberSlot(notificationId) })
      .lean<DigestWindow>()
      .exec();

  const joinOpen = ({ key, notificationId, acceptedAt }: DigestJoin): Promise<DigestWindow | null> =>
    findAndUpdate(
      model,
      // A unique index does not compare within one document, which another attempt of this activity may have joined.
      { slots: { $eq: openSlot(key), $ne: memberSlot(notificationId) }, size: { $lt: MAX_MEMBERS } },
      {
        $push: { slots: memberSlot(notificationId), accepted: acceptedAt.getTime() },
        $inc: { size: 1 },
      },
    );

  async function open(joining: DigestJoin): Promise<DigestWindow> {
    const { notificationId, acceptedAt, contactId, key, closesAt } = joining;
    // A full window accepts no more members, and stays until it closes.
    await model.updateOne(
      { slots: openSlot(key), size: { $gte: MAX_MEMBERS } },
      { $pull: { slots: openSlot(key) } },
    );
    const members = {
      slots: [openSlot(key), memberSlot(notificationId)],
      accepted: [acceptedAt.getTime()],
      size: 1,
    };
    const window = {
      _id: randomUUID(),
      key,
      contactId,
      ...members,
      closesAt,
      carrier: null,
      settledAt: null,
    };
    await model.insertMany([window], { lean: true });
    return window;
  }

  return {
    /** Joins the open window, or opens one. Returns the same window if the notification has already joined it. */
    join: async (joining: DigestJoin) => {
      for (;;) {
        const joined = await of(joining.notificationId);
        if (joined) return joined;
        try {
          return (await joinOpen(joining)) ?? (await open(joining));
        } catch (error) {
          // Another notification has opened a window, or an earlier attempt has joined one.
          if (!isDuplicateKey(error)) throw error;
        }
      }
    },
    of,
    /** Extends a window, unless it has changed since it was read. Returns it as it is after that. */
    prolong: async ({ _id, closesAt: from }: DigestWindow, closesAt: Date) => {
      await model.updateOne({ _id, closesAt: from, carrier: null, settledAt: null }, { $set: { closesAt } });
      return model.findById(_id).lean<DigestWindow>().exec();
    },
    /** Closes the window for a new carrier. Returns false if another one has replaced the carrier that was read. */
    take: ({ _id, key, carrier }: DigestWindow, notificationId: string) =>
      hasMatched(
        model.updateOne(
          { _id, carrier, settledAt: null },
          { $set: { carrier: notificationId }, $pull: { slots: openSlot(key) } },
        ),
      ),
    settle: async (id: string, at: Date) => {
      await model.updateOne({ _id: id }, { $set: { settledAt: at } });
    },
    removeOf: async (contactId: string) => {
      await model.deleteMany({ contactId });
    },
  };
}
