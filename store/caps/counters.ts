import type mongoose from 'mongoose';
import { unlessDuplicate } from '../insert';
import { Mixed, schemaOf } from '../schema';

/** A message that counts. */
interface CountedMessage {
  id: string;
  at: Date;
}

/** The last messages to one contact, address or prefix that count for a limit. */
interface StoredCounter {
  /** `<scope>:<key of the limit>:<contact's id or hash>`. */
  _id: string;
  /** At most `most`, the oldest first. */
  places: CountedMessage[];
  /** Null: they count by address, and the recipient is no contact. */
  contactId: string | null;
  /** When none of them counts any more. */
  until: Date;
}

export interface PlaceRequest {
  /** Id of the counter. */
  id: string;
  messageId: string;
  contactId: string | null;
  most: number;
  /** Messages from before do not count. */
  since: Date;
  at: Date;
  /** When the place does not count any more. */
  until: Date;
}

/** `held`: an earlier attempt has taken it. `full`: the oldest message that counts was at `oldest`. */
export type PlaceResult = { kind: 'taken' | 'held' } | { kind: 'full'; oldest: Date };

const schema = schemaOf<StoredCounter>('cap_counters', {
  _id: { type: String, required: true },
  places: { type: Mixed },
  contactId: { type: String, default: null },
  until: { type: Date, required: true },
});
schema.index({ until: 1 }, { expireAfterSeconds: 0 });
// Erasure of a contact.
schema.index({ contactId: 1 });

/** Counts the messages that limits allow (CAP-3). */
export function createCapStore(connection: mongoose.Connection) {
  const model = connection.model<StoredCounter>('CapCounter', schema);
  return {
    /**
     * Takes a place for a message. One update decides, so no two messages get the last place. The places are the last `most`
     * messages: if the oldest of them no longer counts, one more fits, and the oldest leaves.
     */
    take: async ({
      id,
      messageId,
      contactId,
      most,
      since,
      at,
      until,
    }: PlaceRequest): Promise<PlaceResult> => {
      const hasRoom = {
        $or: [{ [`places.${most - 1}`]: { $exists: false } }, { 'places.0.at': { $lt: since } }],
      };
      const place: CountedMessage = { id: messageId, at };
      for (;;) {
        const isTaken = await unlessDuplicate(
          model.updateOne(
            { _id: id, 'places.id': { $ne: messageId }, ...hasRoom },
            {
              $push: { places: { $each: [place], $slice: -most } },
              $max: { until },
              $setOnInsert: { contactId },
            },
            { upsert: true },
          ),
        );
        if (isTaken) return { kind: 'taken' };
        const found = await model.findById(id).lean<StoredCounter>().exec();
        const own = found?.places.find((one) => one.id === messageId);
        if (own && own.at >= since) return { kind: 'held' };
        if (own) await model.updateOne({ _id: id }, { $pull: { places: { id: messageId, at: own.at } } });
        else if (found && found.places.length >= most && found.places[0]!.at >= since)
          return { kind: 'full', oldest: found.places[0]!.at };
      }
    },
    /** Gives back the places of a message that will not be sent. */
    giveBack: async (ids: string[], messageId: string): Promise<void> => {
      await model.updateMany({ _id: { $in: ids } }, { $pull: { places: { id: messageId } } });
    },
    /** Removes the counters of an erased contact. */
    removeOf: async (contactId: string): Promise<void> => {
      await model.deleteMany({ contactId });
    },
  };
}
