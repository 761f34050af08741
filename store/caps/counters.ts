import type mongoose from 'mongoose';
import { unlessDuplicate } from '../insert';
import { hasMatched } from '../queries';
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
  /** The last `most`, the oldest first. A place that is reserved has the time from which it counts. */
  places: CountedMessage[];
  /** The places that are reserved for digests, also those that have left `places`. Absent: there are none. */
  reserved?: CountedMessage[];
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

/** The reservation of a place for a digest, whose id is `placeId`. */
export interface PlaceReservation extends Pick<PlaceRequest, 'id' | 'contactId' | 'most' | 'since' | 'at'> {
  placeId: string;
  /** Returns when a place does not count any more. */
  freeAt: (at: Date) => Date;
}

/** `held`: an earlier attempt has taken it. `full`: the oldest message that counts was at `oldest`. */
export type PlaceResult = { kind: 'taken' | 'held' } | { kind: 'full'; oldest: Date };

const schema = schemaOf<StoredCounter>('cap_counters', {
  _id: { type: String, required: true },
  places: { type: Mixed },
  reserved: { type: Mixed },
  contactId: { type: String, default: null },
  until: { type: Date, required: true },
});
schema.index({ until: 1 }, { expireAfterSeconds: 0 });
// Erasure of a contact.
schema.index({ contactId: 1 });

/** Reservations kept of a counter. Without its reservation, a digest takes the next one. */
const MOST_RESERVED = 1000;

const placeIn = (counter: StoredCounter | null, id: string): CountedMessage | undefined =>
  [...(counter?.reserved ?? []), ...(counter?.places ?? [])].find((one) => one.id === id);

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
            { _id: id, 'places.id': { $ne: messageId }, 'reserved.id': { $ne: messageId }, ...hasRoom },
            {
              $push: { places: { $each: [place], $sort: { at: 1 }, $slice: -most } },
              $max: { until },
              $setOnInsert: { contactId },
            },
            { upsert: true },
          ),
        );
        if (isTaken) return { kind: 'taken' };
        const found = await model.findById(id).lean<StoredCounter>().exec();
        const own = placeIn(found, messageId);
        if (own && own.at >= since) return { kind: 'held' };
        const mine = { id: messageId, at: own?.at };
        if (own) await model.updateOne({ _id: id }, { $pull: { places: mine, reserved: mine } });
        else if (found && found.places.length >= most && found.places[0]!.at >= since)
          return { kind: 'full', oldest: found.places[0]!.at };
      }
    },
    /**
     * Reserves the next place that becomes free. Returns from when it counts. It takes the room that the oldest place will
     * leave, so each message that comes later finds the next one. A repeat with the same id returns the same place.
     */
    reserve: async ({ id, placeId, contactId, most, since, at, freeAt }: PlaceReservation): Promise<Date> => {
      for (;;) {
        const found = await model.findById(id).lean<StoredCounter>().exec();
        const own = placeIn(found, placeId);
        if (own) return own.at;
        const oldest = found && found.places.length >= most ? found.places[0] : undefined;
        const from = oldest && oldest.at >= since ? freeAt(oldest.at) : at;
        const free = { _id: id, 'places.id': { $ne: placeId }, 'reserved.id': { $ne: placeId } };
        const place = { $each: [{ id: placeId, at: from }], $sort: { at: 1 as const } };
        const change = {
          $push: { places: { ...place, $slice: -most }, reserved: { ...place, $slice: -MOST_RESERVED } },
          $max: { until: freeAt(from) },
        };
        const isReserved = oldest
          ? await hasMatched(
              model.updateOne(
                { ...free, places: { $size: most }, 'places.0.id': oldest.id, 'places.0.at': oldest.at },
                change,
              ),
            )
          : await unlessDuplicate(
              model.updateOne(
                { ...free, [`places.${most - 1}`]: { $exists: false } },
                { ...change, $setOnInsert: { contactId } },
                { upsert: true },
              ),
            );
        if (isReserved) return from;
      }
    },
    /** Gives back the places of a message that will not be sent. */
    giveBack: async (ids: string[], messageId: string): Promise<void> => {
      await model.updateMany(
        { _id: { $in: ids } },
        { $pull: { places: { id: messageId }, reserved: { id: messageId } } },
      );
    },
    /** Removes the counters of an erased contact. */
    removeOf: async (contactId: string): Promise<void> => {
      await model.deleteMany({ contactId });
    },
  };
}
