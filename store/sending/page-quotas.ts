import type mongoose from 'mongoose';
import type { Scope } from '../../core/shared/scope';
import { insertNew } from '../insert';
import { findAndUpdateDirectly } from '../queries';
import { quotasIn, type StoredQuota } from './quota-model';

/** What a page of a broadcast takes of a quota. */
export interface PageQuotaRequest {
  /** `<scope>:<period>`. */
  id: string;
  limit: number;
  broadcast: string;
  /** The contacts that count, ascending. */
  contactIds: readonly string[];
  /** Returns those of them who have their notification. It is called if the quota has not counted the broadcast before. */
  made: () => Promise<ReadonlySet<string>>;
  /** When the document can be removed, some time after the period. */
  expiresAt: Date;
}

/**
 * The quotas of broadcasts. The write that counts a page also stores how far the audience is counted. So a page that runs again,
 * by whatever run, counts nobody twice, and nothing has to be given back for what may be stored.
 */
export function createPageQuotaStore(model: mongoose.Model<StoredQuota>) {
  /** Returns what is used, and who of a page is not counted yet. */
  const look = async ({ id, broadcast, contactIds, made }: PageQuotaRequest) => {
    const found = await model.findById(id).lean<StoredQuota>().exec();
    const part = found?.counted?.find((one) => one.broadcast === broadcast);
    // Those who have a notification were counted by an earlier period, or by an earlier version.
    const existing = part ? null : await made();
    const ahead = contactIds.filter((one) => (part ? one > part.to : !existing?.has(one)));
    return { found, part, ahead };
  };
  return {
    /** Counts those of a page who are not counted yet, all or none. `current` is what is used after that. */
    takePage: async (request: PageQuotaRequest): Promise<{ isTaken: boolean; current: number }> => {
      const { id, limit, broadcast, contactIds, expiresAt } = request;
      const [first, to] = [contactIds[0], contactIds.at(-1)];
      const move = { set: { $set: { 'counted.$[p].to': to } }, arrayFilters: [{ 'p.broadcast': broadcast }] };
      const add = { set: { $push: { counted: { broadcast, to } } }, arrayFilters: undefined };
      // Nearly always, the page is the next one.
      let ahead = contactIds;
      let where: object = { counted: { $elemMatch: { broadcast, to: { $lt: first } } } };
      let change: typeof move | typeof add = move;
      for (;;) {
        const taken = await findAndUpdateDirectly(
          model,
          { _id: id, used: { $lte: limit - ahead.length }, ...where },
          { $inc: { used: ahead.length }, ...change.set },
          change.arrayFilters && { arrayFilters: change.arrayFilters },
        );
        if (taken) return { isTaken: true, current: taken.used };
        const seen = await look(request);
        const { found, part } = seen;
        if (seen.ahead.length === 0) return { isTaken: true, current: found?.used ?? 0 };
        ahead = seen.ahead;
        if (!found) await insertNew(model, { _id: id, used: 0, holders: [], expiresAt });
        else if (found.used + ahead.length > limit) return { isTaken: false, current: found.used };
        where = part ? { counted: { $elemMatch: part } } : { 'counted.broadcast': { $ne: broadcast } };
        change = part ? move : add;
      }
    },
    /** Whether a quota has room for those of a page who are not counted yet. */
    hasRoom: async (request: PageQuotaRequest): Promise<boolean> => {
      const { found, ahead } = await look(request);
      return ahead.length === 0 || (found?.used ?? 0) + ahead.length <= request.limit;
    },
    /** Forgets how far a broadcast is counted, because it has ended. What it has used stays used. */
    forgetPages: async (scope: Scope, broadcast: string): Promise<void> => {
      await model.updateMany(
        { ...quotasIn(scope), 'counted.broadcast': broadcast },
        { $pull: { counted: { broadcast } } },
      );
    },
  };
}
