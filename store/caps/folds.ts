import { randomUUID } from 'node:crypto';
import type mongoose from 'mongoose';
import { isDuplicateKey } from '../connection';
import { findAndUpdate, hasMatched } from '../queries';
import { Mixed, schemaOf } from '../schema';

/** A message that waits for a digest. */
export interface FoldMember {
  notificationId: string;
  messageId: string;
  /** When its notification was accepted, milliseconds since 1970. */
  accepted: number;
}

/** A digest of the messages of one event to one recipient that are over a limit (CAP-10). */
export interface Fold {
  /** Also the id of its place in the limit. */
  _id: string;
  key: string;
  contactId: string | null;
  /**
   * `open:<key>` while it accepts members, and `in:<message id>` for each member until it is settled. Unique over all of them:
   * one of a key is open, and a message is in one.
   */
  slots: string[];
  members: FoldMember[];
  size: number;
  /** When the limit has a place for it. */
  closesAt: Date;
  /** Its place in the limit is reserved, and `closesAt` is the time from which that counts. */
  reserved: boolean;
  /** The notification that continues for all members, after it has closed the digest. */
  carrier: string | null;
  /** When every other member had ended. */
  settledAt: Date | null;
  removeAt: Date;
}

export interface FoldJoin {
  key: string;
  member: FoldMember;
  contactId: string | null;
  now: Date;
}

/** Maximum number of members. The next one opens another digest. */
const MAX_MEMBERS = 1000;
/** How long a digest is kept after it closes, milliseconds. A carrier may wait for its provider for days. */
const KEPT_MS = 35 * 24 * 3_600_000;

const schema = schemaOf<Fold>('cap_folds', {
  _id: { type: String, required: true },
  key: { type: String, required: true },
  contactId: { type: String, default: null },
  slots: { type: [String], required: true },
  members: { type: Mixed },
  size: { type: Number, required: true },
  closesAt: { type: Date, required: true },
  reserved: { type: Boolean, required: true },
  carrier: { type: String, default: null },
  settledAt: { type: Date, default: null },
  removeAt: { type: Date, required: true },
});
// The open one of a key, and the one of a message.
schema.index({ slots: 1 }, { unique: true });
// Erasure of a contact.
schema.index({ contactId: 1 });
schema.index({ removeAt: 1 }, { expireAfterSeconds: 0 });

const openSlot = (key: string): string => `open:${key}`;
const memberSlot = ({ messageId }: FoldMember): string => `in:${messageId}`;

/** Returns the members in the order in which their notifications were accepted. */
export const foldMembers = ({ members }: Fold): FoldMember[] =>
  members.toSorted((a, b) => a.accepted - b.accepted);

export function createFoldStore(connection: mongoose.Connection) {
  const model = connection.model<Fold>('CapFold', schema);

  const joinOpen = ({ key, member, now }: FoldJoin): Promise<Fold | null> =>
    findAndUpdate(
      model,
      {
        slots: { $eq: openSlot(key), $ne: memberSlot(member) },
        size: { $lt: MAX_MEMBERS },
        closesAt: { $gt: now },
      },
      { $push: { slots: memberSlot(member), members: member }, $inc: { size: 1 } },
    );

  async function open({ key, member, contactId, now }: FoldJoin, closesAt: Date): Promise<Fold> {
    // One that is full, or whose members were all cancelled, accepts no more.
    await model.updateOne(
      { slots: openSlot(key), $or: [{ size: { $gte: MAX_MEMBERS } }, { closesAt: { $lte: now } }] },
      { $pull: { slots: openSlot(key) } },
    );
    const fold: Fold = {
      ...{ _id: randomUUID(), key, contactId, closesAt, reserved: false, carrier: null, settledAt: null },
      ...{ slots: [openSlot(key), memberSlot(member)], members: [member], size: 1 },
      removeAt: new Date(closesAt.getTime() + KEPT_MS),
    };
    await model.insertMany([fold], { lean: true });
    return fold;
  }

  return {
    /** Joins the open digest of a key, or opens one that closes at `closesAt`. Returns the same one for the same message until it is settled. */
    join: async (joining: FoldJoin, closesAt: Date): Promise<Fold> => {
      for (;;) {
        const joined = await model
          .findOne({ slots: memberSlot(joining.member) })
          .lean<Fold>()
          .exec();
        if (joined) return joined;
        try {
          return (await joinOpen(joining)) ?? (await open(joining, closesAt));
        } catch (error) {
          // Another message has opened one, or an earlier attempt has joined one.
          if (!isDuplicateKey(error)) throw error;
        }
      }
    },
    get: (id: string) => model.findById(id).lean<Fold>().exec(),
    /** Notes that its place counts from `closesAt`. */
    reserved: async (id: string, closesAt: Date) => {
      const removeAt = new Date(closesAt.getTime() + KEPT_MS);
      await model.updateOne({ _id: id, reserved: false }, { $set: { closesAt, removeAt, reserved: true } });
    },
    /** Closes it for a new carrier. Returns false if another one has replaced the carrier that was read. */
    take: ({ _id, key, carrier }: Fold, notificationId: string) =>
      hasMatched(
        model.updateOne(
          { _id, carrier, settledAt: null },
          { $set: { carrier: notificationId }, $pull: { slots: openSlot(key) } },
        ),
      ),
    /** Frees the members' messages for another digest. */
    settle: async (id: string, at: Date) => {
      await model.updateOne({ _id: id }, { $set: { settledAt: at, slots: [`settled:${id}`] } });
    },
    removeOf: async (contactId: string) => {
      await model.deleteMany({ contactId });
    },
  };
}
