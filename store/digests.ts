import { randomUUID } from 'node:crypto';
import mongoose from 'mongoose';
import { isDuplicateKey } from './connection';

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
  size: number;
  closesAt: Date;
  /** The member that goes on for all of them, once it has closed the window. */
  carrier: string | null;
  /** When every other member had ended into the carrier. */
  settledAt: Date | null;
}

export interface DigestJoin {
  notificationId: string;
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

/** The members of a window, first come first. */
export const membersOf = ({ slots }: DigestWindow): string[] =>
  slots.flatMap((slot) => (slot.startsWith(MEMBER) ? slot.slice(MEMBER.length) : []));

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

  const joinOpen = ({ key, notificationId }: DigestJoin): Promise<DigestWindow | null> =>
    model
      .findOneAndUpdate(
        { slots: openSlot(key), size: { $lt: MOST_MEMBERS } },
        { $addToSet: { slots: memberSlot(notificationId) }, $inc: { size: 1 } },
        { returnDocument: 'after' },
      )
      .lean<DigestWindow>()
      .exec();

  async function open({ notificationId, contactId, key, closesAt }: DigestJoin): Promise<DigestWindow> {
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
