import mongoose from 'mongoose';
import { isDuplicateKey } from '../connection';

/** What a request with an idempotency key holds from its first moment (IDEMPOTENCY-9). */
export interface Reservation {
  /** `<scope>:<key>`. */
  _id: string;
  fingerprint: string;
  /** Id of the notification, or what the ids of an array's are made from. */
  seed: string;
  /** Who may finish or free it; a takeover changes it. */
  owner: string;
  reservedAt: Date;
  /** The answer's status and body as JSON text, once something was committed. */
  answer: { status: number; body: string } | null;
  expiresAt: Date;
}

const schema = new mongoose.Schema<Reservation>(
  {
    _id: { type: String, required: true },
    fingerprint: { type: String, required: true },
    seed: { type: String, required: true },
    owner: { type: String, required: true },
    reservedAt: { type: Date, required: true },
    answer: { type: mongoose.Schema.Types.Mixed, default: null },
    expiresAt: { type: Date, required: true },
  },
  { collection: 'reservations', versionKey: false, strict: 'throw', _id: false },
);
// A broom only: whether a reservation still holds is checked where it is read.
schema.index({ expiresAt: 1 }, { expireAfterSeconds: 0 });

export interface ReservationStore {
  /** Null when it was made; else the one that stands already. */
  reserve(reservation: Reservation): Promise<Reservation | null>;
  /** Makes `owner` the owner of the reservation that was read; false when it has moved. */
  takeOver(read: Reservation, owner: string, at: Date): Promise<boolean>;
  /** Replaces one that is too old to hold; false when it has moved. */
  renew(expired: Reservation, reservation: Reservation): Promise<boolean>;
  commit(id: string, owner: string, answer: Reservation['answer']): Promise<void>;
  /** Frees a key whose request was refused; only its owner can. */
  free(id: string, owner: string): Promise<void>;
  remove(ids: string[]): Promise<void>;
}

export function createReservationStore(connection: mongoose.Connection): ReservationStore {
  const model = connection.model<Reservation>('Reservation', schema);
  return {
    reserve: async (reservation) => {
      for (;;) {
        try {
          await model.insertMany([reservation], { lean: true });
          return null;
        } catch (error) {
          if (!isDuplicateKey(error)) throw error;
        }
        const standing = await model.findById(reservation._id).lean<Reservation>().exec();
        if (standing) return standing;
      }
    },
    takeOver: async ({ _id, owner: from }, owner, reservedAt) =>
      (await model.updateOne({ _id, owner: from, answer: null }, { $set: { owner, reservedAt } }))
        .matchedCount > 0,
    renew: async ({ owner: from }, { _id, ...fresh }) =>
      (await model.updateOne({ _id, owner: from }, { $set: fresh })).matchedCount > 0,
    commit: async (_id, owner, answer) => {
      await model.updateOne({ _id, owner }, { $set: { answer } });
    },
    free: async (_id, owner) => {
      await model.deleteOne({ _id, owner, answer: null });
    },
    remove: async (ids) => {
      await model.deleteMany({ _id: { $in: ids } });
    },
  };
}
