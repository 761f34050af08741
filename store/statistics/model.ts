import type mongoose from 'mongoose';
import type { Environment } from '../../core/shared/channels';
import type { Counts } from '../../core/statistics/counter';
import type { Period } from '../../core/statistics/period';
import { Mixed, schemaOf } from '../schema';

/** What one process has counted for an application in an hour or a day. */
export interface StoredCounts {
  _id: string;
  applicationId: string;
  environment: Environment;
  by: Period;
  /** When the hour or day began. */
  at: Date;
  counts: Counts;
}

const schema = schemaOf<StoredCounts>('statistics', {
  _id: { type: String, required: true },
  applicationId: { type: String, required: true },
  environment: { type: String, required: true },
  by: { type: String, required: true },
  at: { type: Date, required: true },
  counts: { type: Mixed },
});
// The statistics of an application.
schema.index({ applicationId: 1, environment: 1, by: 1, at: 1 });
// Retention.
schema.index({ by: 1, at: 1 });

export type StatisticsModel = mongoose.Model<StoredCounts>;

export const statisticsModel = (connection: mongoose.Connection): StatisticsModel =>
  connection.model<StoredCounts>('Statistics', schema);
