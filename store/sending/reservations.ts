import type mongoose from 'mongoose';
import { insertNew } from '../insert';
import { hasMatched } from '../queries';
import { Mixed, schemaOf } from '../schema';

/** The reservation that a request with an idempotency key makes first (IDEMPOTENCY-9). */
export interface Reservation {
  /** `<scope>:<key>`. */
  _id: string;
  fingerprint: string;
  /** Fingerprint with each number as it was sent; empty if all are their doubles. Earlier releases stored none. */
  exactFingerprint?: string;
  /** Id of the notification, or the seed of the ids of an array's notifications. */
  seed: string;
  /** The process's token that may finish or free it. A takeover changes it. */
  owner: string;
  reservedAt: Date;
  /** The answer's status and body as JSON text; null: nothing is committed yet. */
  answer: { status: number; body: string } | null;
  expiresAt: Date;
}

const schema = schemaOf<Reservation>('reservations', {
  _id: { type: String, required: true },
  fingerprint: { type: String, required: true },
  exactFingerprint: { type: String },
  seed: { type: String, required: true },
  owner: { type: String, required: true },
  reservedAt: { type: Date, required: true },
  answer: { type: Mixed, default: null },
  expiresAt: { type: Date, required: true },
});
// Removes expired reservations some time later. Each read checks the time itself.
schema.index({ expiresAt: 1 }, { expireAfterSeconds: 0 });

export function createReservationStore(connection: mongoose.Connection) {
  const model = connection.model<Reservation>('Reservation', schema);
  return {
    /** Stores the reservation and returns null, or returns the one that is already stored. */
    reserve: async (reservation: Reservation) => {
      for (;;) {
        if (await insertNew(model, reservation)) return null;
        const standing = await model.findById(reservation._id).lean<Reservation>().exec();
        if (standing) return standing;
      }
    },
    isAnswered: async (_id: string) => (await model.exists({ _id, answer: { $ne: null } })) !== null,
    /** Makes `owner` the owner of a reservation. Returns false if it has changed since it was read. */
    takeOver: ({ _id, owner: from }: Reservation, owner: string, reservedAt: Date) =>
      hasMatched(model.updateOne({ _id, owner: from, answer: null }, { $set: { owner, reservedAt } })),
    /** Replaces an expired reservation. Returns false if it has changed since it was read. */
    renew: ({ owner: from }: Reservation, { _id, ...fresh }: Reservation) =>
      hasMatched(model.updateOne({ _id, owner: from }, { $set: fresh })),
    commit: async (_id: string, owner: string, answer: Reservation['answer']) => {
      await model.updateOne({ _id, owner }, { $set: { answer } });
    },
    /** Frees the key of a refused request, if `owner` still owns it. */
    free: async (_id: string, owner: string) => {
      await model.deleteOne({ _id, owner, answer: null });
    },
    remove: async (ids: string[]) => {
      await model.deleteMany({ _id: { $in: ids } });
    },
  };
}
