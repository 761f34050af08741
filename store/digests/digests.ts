import { randomUUID } from 'node:crypto';
import mongoose from 'mongoose';
import { isDuplicateKey } from '../connection';

/** A window in which the notifications of one event for one recipient are gathered. */
export interface DigestWindow {
  _id: string;
  /** What is gathered together. */
  key: string;
  contactId: string | null;
  /**
   * `open:<key>` as long as it takes members in, and `in:<notification id>` for each member, in the order in which they
   * came. Unique over all windows: there is one to join, and a notification is in one only, whatever is repeated.
   */
  slots: string[];
  /** When each member was accepted, milliseconds since 1970, in the order of `slots`. */
  accepted: number[];
  size: number;
  closesAt: Date;
  /** The member that goes on for all of them, once it has closed the window. */
  carrier: string | null;
  /** When every other member had ended into the carrier. */
  settledAt: Date | null;
}

export interface DigestJoin {
  notificationId: string;
  acceptedAt: Date;
  contactId: string | null;
  /** What is gathered together. */
  key: string;
  /** When a window closes that is opened now. */
  closesAt: Date;
}

export interface DigestStore {
  /** Joins the window that is open, or opens one; the same window again where it was joined before. */
  join(joining: DigestJoin): Promise<DigestWindow>;
  of(notificationId: string): Promise<DigestWindow | null>;
  /** Lets a window that nobody has closed stay open until later, where it is as it was read; gives it as it is then. */
  prolong(window: DigestWindow, closesAt: Date): Promise<DigestWindow | null>;
  /** Closes the window for a new carrier, where it still has the one that was read; false where somebody was faster. */
  take(window: DigestWindow, notificationId: string): Promise<boolean>;
  settle(id: string, at: Date): Promise<void>;
  removeOf(contactId: string): Promise<void>;
}

/** A document stays small, and a message with more than this helps nobody; what comes behind it opens the next window. */
const MOST_MEMBERS = 1000;

const schema = new mongoose.Schema<DigestWindow>(
  {
    _id: { type: String, required: true },
    key: { type: String, required: true },
    contactId: { type: String, default: null },
    slots: { type: [String], required: true },
    accepted: { type: [Number], default: [] },
    size: { type: Number, required: true },
    closesAt: { type: Date, required: true },
    carrier: { type: String, default: null },
    settledAt: { type: Date, default: null },
  },
  { collection: 'digests', versionKey: false, strict: 'throw', _id: false },
);
schema.index({ slots: 1 }, { unique: true });
// Erasure of a contact.
schema.index({ contactId: 1 });
// Retention.
schema.index({ closesAt: 1 });

/** The members of a window in the order in which their sends were accepted: workers may bring them in another. */
export function membersOf({ slots, accepted }: DigestWindow): string[] {
  const ids = slots.flatMap((slot) => (slot.startsWith(MEMBER) ? slot.slice(MEMBER.length) : []));
  // Where an older worker has brought some of them nobody knows of all; then it is the order in which they came.
  if (accepted?.length !== ids.length) return ids;
  const order = [...ids.keys()].sort((a, b) => (accepted[a] ?? 0) - (accepted[b] ?? 0));
  return order.map((index) => ids[index] ?? '');
}

const MEMBER = 'in:';
const memberSlot = (notificationId: string): string => `${MEMBER}${notificationId}`;
const openSlot = (key: string): string => `open:${key}`;

export function createDigestStore(connection: mongoose.Connection): DigestStore {
  const model = connection.model<DigestWindow>('Digest', schema);
  const of = (notificationId: string): Promise<DigestWindow | null> =>
    model
      .findOne({ slots: memberSlot(notificationId) })
      .lean<DigestWindow>()
      .exec();

  const joinOpen = ({ key, notificationId, acceptedAt }: DigestJoin): Promise<DigestWindow | null> =>
    model
      .findOneAndUpdate(
        // A unique index says nothing of one document: an attempt that is still at work may have joined it.
        { slots: { $eq: openSlot(key), $ne: memberSlot(notificationId) }, size: { $lt: MOST_MEMBERS } },
        {
          $push: { slots: memberSlot(notificationId), accepted: acceptedAt.getTime() },
          $inc: { size: 1 },
        },
        { returnDocument: 'after' },
      )
      .lean<DigestWindow>()
      .exec();

  async function open(joining: DigestJoin): Promise<DigestWindow> {
    const { notificationId, acceptedAt, contactId, key, closesAt } = joining;
    // A full window takes nobody in any more, and waits for its time.
    await model.updateOne(
      { slots: openSlot(key), size: { $gte: MOST_MEMBERS } },
      { $pull: { slots: openSlot(key) } },
    );
    const slots = [openSlot(key), memberSlot(notificationId)];
    const window = {
      _id: randomUUID(),
      key,
      contactId,
      slots,
      accepted: [acceptedAt.getTime()],
      size: 1,
      closesAt,
      carrier: null,
      settledAt: null,
    };
    await model.insertMany([window], { lean: true });
    return window;
  }

  return {
    join: async (joining) => {
      for (;;) {
        const joined = await of(joining.notificationId);
        if (joined) return joined;
        try {
          return (await joinOpen(joining)) ?? (await open(joining));
        } catch (error) {
          // Another notification opened one meanwhile, or an attempt before this one joined.
          if (!isDuplicateKey(error)) throw error;
        }
      }
    },
    of,
    prolong: async ({ _id, closesAt: from }, closesAt) => {
      await model.updateOne({ _id, closesAt: from, carrier: null, settledAt: null }, { $set: { closesAt } });
      return model.findById(_id).lean<DigestWindow>().exec();
    },
    take: async ({ _id, key, carrier }, notificationId) => {
      const taken = await model.updateOne(
        { _id, carrier, settledAt: null },
        { $set: { carrier: notificationId }, $pull: { slots: openSlot(key) } },
      );
      return taken.matchedCount > 0;
    },
    settle: async (id, at) => {
      await model.updateOne({ _id: id }, { $set: { settledAt: at } });
    },
    removeOf: async (contactId) => {
      await model.deleteMany({ contactId });
    },
  };
}
