import type mongoose from 'mongoose';
import type { Scope } from '../../core/shared/scope';
import { type Counts, addCounts } from '../../core/statistics/counter';
import type { Period } from '../../core/statistics/period';
import { removeSome } from '../maintenance/remove-some';
import { countInMemory } from './count-in-memory';
import { type StoredCounts, statisticsModel } from './model';

export interface StatisticsQuery {
  scope: Scope;
  by: Period;
  from: Date;
  /** Periods that began before. */
  to: Date;
}

/** Documents that are read at once, so that other requests have their turn between. */
const BATCH = 200;

export type StatisticsStore = ReturnType<typeof createStatisticsStore>;

/** Numbers of an application by hour and by day (docs/internals/statistics.md). */
export function createStatisticsStore(connection: mongoose.Connection) {
  const model = statisticsModel(connection);
  return {
    ...countInMemory(model),
    /** Returns the sums of all processes, by the beginning of their period, milliseconds since 1970. */
    sums: async ({ scope, by, from, to }: StatisticsQuery): Promise<Map<number, Counts>> => {
      const { applicationId, environment } = scope;
      const sums = new Map<number, Counts>();
      const found = model
        .find({ applicationId, environment, by, at: { $gte: from, $lt: to } }, { at: 1, counts: 1 })
        .batchSize(BATCH)
        .lean<StoredCounts[]>()
        .cursor();
      for await (const { at, counts } of found as AsyncIterable<StoredCounts>) {
        const sum = sums.get(at.getTime()) ?? {};
        addCounts(sum, counts);
        sums.set(at.getTime(), sum);
      }
      return sums;
    },
    /** Removes some of the periods that began before `before`. Returns how many. */
    removeOld: (by: Period, before: Date, limit: number) =>
      removeSome(model, { by, at: { $lt: before } }, limit),
  };
}
