import type mongoose from 'mongoose';
import type { Scope } from '../../core/shared/scope';
import { insertNew } from '../insert';
import { findAndUpdateDirectly, hasMatched } from '../queries';
import { createPageQuotaStore } from './page-quotas';
import { type Holder, quotaSchema, quotasIn, type StoredQuota } from './quota-model';

/** A share whose request has ended without settling it. */
export interface ForgottenShare {
  /** Id of the quota. */
  id: string;
  holder: Holder;
}

export interface QuotaRequest {
  /** `<scope>:<period>`. */
  id: string;
  limit: number;
  amount: number;
  /** Part of `amount` that the holder took and settled before, unless it still holds its share. @default 0 */
  charged?: number;
  /** Whether less than `amount` may be taken. */
  partial: boolean;
  /** With `partial`: the amounts below `amount` that may be taken, ascending. @default each */
  parts?: number[];
  /** The idempotency reservation that takes the share; absent without a key. */
  holder?: string;
  /** When the document can be removed, some time after the period. */
  expiresAt: Date;
}

export type QuotaStore = ReturnType<typeof createQuotaStore>;

/** Filters for the state of the holder as it was read: with this share, or without one. */
function whereHeld(holder: string | undefined, held: Holder | undefined): object {
  if (held) return { holders: { $elemMatch: held } };
  return holder === undefined ? {} : { 'holders.id': { $ne: holder } };
}

export function createQuotaStore(connection: mongoose.Connection) {
  const model = connection.model<StoredQuota>('Quota', quotaSchema);

  /** Records that a holder is active. Returns false if its share has changed since it was read. */
  const touch = (id: string, held: Holder, at: Date): Promise<boolean> =>
    hasMatched(model.updateOne({ _id: id, ...whereHeld(held.id, held) }, { $set: { 'holders.$.at': at } }));

  return {
    ...createPageQuotaStore(model),
    /**
     * Takes up to `amount`, including what the holder already has. `current` is what is used after that, and never exceeds
     * `limit`, also under concurrency. `taken` exceeds `amount` if the holder has more. `heldSince` is there if the holder had no
     * share before.
     */
    take: async ({ id, limit, amount, charged = 0, partial, parts, holder, expiresAt }: QuotaRequest) => {
      let held: Holder | undefined;
      for (let wanted = amount; ;) {
        const more = wanted - (held?.amount ?? charged);
        const at = new Date();
        const taken = await findAndUpdateDirectly(
          model,
          { _id: id, used: { $lte: limit - more }, ...whereHeld(holder, held) },
          held
            ? { $inc: { used: more, 'holders.$.amount': more }, $set: { 'holders.$.at': at } }
            : {
                $inc: { used: more },
                ...(holder === undefined ? {} : { $push: { holders: { id: holder, amount: wanted, at } } }),
              },
        );
        if (taken)
          return {
            taken: wanted,
            current: taken.used,
            ...(holder !== undefined && !held && { heldSince: at }),
          };
        const found = await model.findById(id).lean<StoredQuota>().exec();
        if (!found) {
          await insertNew(model, { _id: id, used: 0, holders: [], expiresAt });
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
    /** Returns how much of a quota is used. */
    used: async (id: string) => (await model.findById(id).lean<StoredQuota>().exec())?.used ?? 0,
    /** Returns `amount` of what was taken to the quota, because that many sends were refused. */
    reduce: async (id: string, amount: number, holder?: string) => {
      const held = holder === undefined ? {} : { 'holders.id': holder };
      const change = holder === undefined ? {} : { 'holders.$.amount': -amount };
      await model.updateOne({ _id: id, ...held }, { $inc: { used: -amount, ...change } });
    },
    /** Removes the holder of a finished reservation. Its share stays taken. */
    settle: async (id: string, holder: string) => {
      await model.updateOne({ _id: id }, { $pull: { holders: { id: holder } } });
    },
    /**
     * Settles the share that a holder took at `since`, and returns `amount` of it, because another process of the request had
     * taken and settled that much before. Returns false if a further process has found the share: then it is the only one.
     */
    settleCountedTwice: (id: string, { holder, since }: { holder: string; since: Date }, amount: number) =>
      hasMatched(
        model.updateOne(
          { _id: id, holders: { $elemMatch: { id: holder, at: since } } },
          { $inc: { used: -amount }, $pull: { holders: { id: holder } } },
        ),
      ),
    /**
     * Does the same as `settle` for all quotas of a scope: for a takeover that finds everything made, and for reservations whose
     * notifications an erasure removes. Without these, the sweep would take a share that is not settled for one of a request
     * that made nothing.
     */
    settleAll: async (scope: Scope, holders: string[]) => {
      await model.updateMany(
        { ...quotasIn(scope), 'holders.id': { $in: holders } },
        { $pull: { holders: { id: { $in: holders } } } },
      );
    },
    /** Returns shares taken before `before` and not settled, whose requests have ended without an answer. */
    forgotten: async (before: Date, limit: number) => {
      const found = await model
        .find({ 'holders.at': { $lt: before } })
        .limit(limit)
        .lean<StoredQuota[]>()
        .exec();
      return found.flatMap(({ _id: id, holders }) =>
        holders.filter(({ at }) => at !== undefined && at < before).map((holder) => ({ id, holder })),
      );
    },
    /** Returns such a share to the quota, once. Does nothing if its holder has been active again. */
    release: async ({ id, holder }: ForgottenShare) => {
      await model.updateOne(
        { _id: id, ...whereHeld(holder.id, holder) },
        { $inc: { used: -holder.amount }, $pull: { holders: { id: holder.id } } },
      );
    },
  };
}
