import mongoose from 'mongoose';
import { isDuplicateKey } from '../connection';

/** How much of a quota is used. */
interface StoredQuota {
  /** `<scope>:<period>`. */
  _id: string;
  used: number;
  /**
   * Reservations that have taken their share and are not finished: a takeover finds its own here and takes
   * nothing twice, whatever died between.
   */
  holders: Holder[];
  expiresAt: Date;
}

interface Holder {
  id: string;
  amount: number;
  /** When it last took; absent in what older versions stored. */
  at?: Date;
}

/** A share that nobody has settled. */
export interface ForgottenShare {
  /** Of the quota. */
  id: string;
  holder: Holder;
}

export interface QuotaRequest {
  /** `<scope>:<period>`. */
  id: string;
  limit: number;
  amount: number;
  /** How much of `amount` the holder took and settled before, unless it still holds its share. @default 0 */
  charged?: number;
  /** Whether less than `amount` may be taken. */
  partial: boolean;
  /** Of `partial`: the amounts below `amount` that may be taken, in ascending order. @default each */
  parts?: number[];
  /** The idempotency reservation that takes it; absent without a key. */
  holder?: string;
  /** When the period is long over. */
  expiresAt: Date;
}

export interface QuotaStore {
  /**
   * Takes up to `amount`, what the holder has already included; `current` is what is used then. Never passes `limit`,
   * whoever else takes. `taken` is more than `amount` where the holder has more.
   */
  take(request: QuotaRequest): Promise<{ taken: number; current: number }>;
  /** What is used of a quota. */
  used(id: string): Promise<number>;
  /** Gives `amount` back of what was taken: so many were refused after all. */
  reduce(id: string, amount: number, holder?: string): Promise<void>;
  /** Forgets that a finished reservation holds a share; the share stays taken. */
  settle(id: string, holder: string): Promise<void>;
  /** Shares that were taken before `before` and are not settled: their requests have died. */
  forgotten(before: Date, limit: number): Promise<ForgottenShare[]>;
  /** Gives all of such a share back and forgets it, once; nothing where its holder has come again. */
  release(share: ForgottenShare): Promise<void>;
}

const schema = new mongoose.Schema<StoredQuota>(
  {
    _id: { type: String, required: true },
    used: { type: Number, required: true },
    holders: { type: mongoose.Schema.Types.Mixed },
    expiresAt: { type: Date, required: true },
  },
  { collection: 'quotas', versionKey: false, strict: 'throw', _id: false },
);
schema.index({ expiresAt: 1 }, { expireAfterSeconds: 0 });
// The sweep, for shares of requests that have died.
schema.index({ 'holders.at': 1 }, { sparse: true });

/** Only as long as what was read of the holder holds: that it has this share, or none. */
function whereHeld(holder: string | undefined, held: Holder | undefined): object {
  if (held) return { holders: { $elemMatch: held } };
  return holder === undefined ? {} : { 'holders.id': { $ne: holder } };
}

export function createQuotaStore(connection: mongoose.Connection): QuotaStore {
  const model = connection.model<StoredQuota>('Quota', schema);

  async function make(id: string, expiresAt: Date): Promise<void> {
    try {
      await model.insertMany([{ _id: id, used: 0, holders: [], expiresAt }], { lean: true });
    } catch (error) {
      if (!isDuplicateKey(error)) throw error;
    }
  }

  /** Says that a holder has come again; false where its share has moved since it was read. */
  const touch = async (id: string, held: Holder, at: Date): Promise<boolean> =>
    (await model.updateOne({ _id: id, ...whereHeld(held.id, held) }, { $set: { 'holders.$.at': at } }))
      .matchedCount > 0;

  return {
    take: async ({ id, limit, amount, charged = 0, partial, parts, holder, expiresAt }) => {
      let held: Holder | undefined;
      for (let wanted = amount; ;) {
        const more = wanted - (held?.amount ?? charged);
        const at = new Date();
        const taken = await model
          .findOneAndUpdate(
            { _id: id, used: { $lte: limit - more }, ...whereHeld(holder, held) },
            held
              ? { $inc: { used: more, 'holders.$.amount': more }, $set: { 'holders.$.at': at } }
              : {
                  $inc: { used: more },
                  ...(holder === undefined ? {} : { $push: { holders: { id: holder, amount: wanted, at } } }),
                },
            { returnDocument: 'after' },
          )
          .lean<StoredQuota>()
          .exec();
        if (taken) return { taken: wanted, current: taken.used };
        const found = await model.findById(id).lean<StoredQuota>().exec();
        if (!found) {
          await make(id, expiresAt);
          continue;
        }
        held = found.holders.find((one) => one.id === holder);
        const had = held?.amount ?? charged;
        const left = Math.max(0, limit - found.used);
        if (had < wanted && left >= wanted - had) continue;
        const most = parts?.findLast((part) => part <= had + left) ?? (parts ? had : had + left);
        const isEnough = had >= wanted || !partial || most <= had;
        if (!isEnough) wanted = most;
        else if (!held || (await touch(id, held, at))) return { taken: had, current: found.used };
      }
    },
    used: async (id) => (await model.findById(id).lean<StoredQuota>().exec())?.used ?? 0,
    reduce: async (id, amount, holder) => {
      const held = holder === undefined ? {} : { 'holders.id': holder };
      const change = holder === undefined ? {} : { 'holders.$.amount': -amount };
      await model.updateOne({ _id: id, ...held }, { $inc: { used: -amount, ...change } });
    },
    settle: async (id, holder) => {
      await model.updateOne({ _id: id }, { $pull: { holders: { id: holder } } });
    },
    forgotten: async (before, limit) => {
      const found = await model
        .find({ 'holders.at': { $lt: before } })
        .limit(limit)
        .lean<StoredQuota[]>()
        .exec();
      return found.flatMap(({ _id: id, holders }) =>
        holders.filter(({ at }) => at !== undefined && at < before).map((holder) => ({ id, holder })),
      );
    },
    release: async ({ id, holder }) => {
      await model.updateOne(
        { _id: id, ...whereHeld(holder.id, holder) },
        { $inc: { used: -holder.amount }, $pull: { holders: { id: holder.id } } },
      );
    },
  };
}
