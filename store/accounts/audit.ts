import mongoose from 'mongoose';
import type { AdminRole } from '../../core/access/admin-roles';
import { removeSome } from '../maintenance/remove-some';

/** A change that was asked for over the admin routes. Written before it is made; how it ended is added once. */
export interface AuditRecord {
  _id: string;
  at: Date;
  /** The admin key, as it was then; its id is `setting` for ADMIN_API_KEY. */
  by: { id: string; name: string; role: AdminRole };
  /** Network that the request came from. */
  address: string;
  requestId: string;
  /** What was asked for, such as `application.update`. */
  action: string;
  path: string;
  /** Ids of what it is about, of the application, and of the admin key; before it ended, what the path named. */
  about: string[];
  /** `refused` changed nothing; `failed` may have changed some of it; null: nobody knows, for the process or the database was gone. */
  outcome: 'done' | 'refused' | 'failed' | null;
  /** Code of the error. */
  code: string | null;
  /** JSON of what changed, without secrets; null: it did not exist, or there is nothing to compare. */
  before: string | null;
  after: string | null;
}

export type AuditEnd = Pick<AuditRecord, 'about' | 'outcome' | 'code' | 'before' | 'after'>;

const schema = new mongoose.Schema<AuditRecord>(
  {
    _id: { type: String, required: true },
    at: { type: Date, required: true },
    by: { type: mongoose.Schema.Types.Mixed, required: true },
    address: { type: String, required: true },
    requestId: { type: String, required: true },
    action: { type: String, required: true },
    path: { type: String, required: true },
    about: { type: [String], required: true },
    outcome: { type: String, default: null },
    code: { type: String, default: null },
    before: { type: String, default: null },
    after: { type: String, default: null },
  },
  { collection: 'audit', versionKey: false, strict: 'throw', _id: false },
);
// The list by time, and what retention removes.
schema.index({ at: -1, _id: -1 });
// The list of one thing, application or admin key.
schema.index({ about: 1, at: -1, _id: -1 });

export interface AuditQuery {
  /** Id of a thing, an application or an admin key. */
  about?: string;
  from?: Date;
  to?: Date;
  /** The record after which the page begins. */
  after?: { at: Date; id: string };
  limit: number;
}

/** Nothing here changes a record that has ended, or removes one that is kept. */
export interface AuditStore {
  begin(record: AuditRecord): Promise<void>;
  /** False where it had ended. */
  end(id: string, end: AuditEnd): Promise<boolean>;
  get(id: string): Promise<AuditRecord | null>;
  /** The newest first. */
  list(query: AuditQuery): Promise<AuditRecord[]>;
  /** Removes up to `limit` records of before `before`; how many it found. */
  removeOld(before: Date, limit: number): Promise<number>;
}

export function createAuditStore(connection: mongoose.Connection): AuditStore {
  const model = connection.model<AuditRecord>('AuditRecord', schema);
  return {
    begin: async (record) => {
      await model.insertMany([record], { lean: true });
    },
    end: async (id, end) => {
      const { modifiedCount } = await model.updateOne({ _id: id, outcome: null }, { $set: end });
      return modifiedCount === 1;
    },
    get: (id) => model.findById(id).lean<AuditRecord>().exec(),
    list: ({ about, from, to, after, limit }) =>
      model
        .find({
          ...(about !== undefined && { about }),
          // The place is a bound too, or each page would read all before it.
          at: { $gte: from ?? new Date(0), $lte: after?.at ?? to ?? new Date(8.64e15) },
          ...(after && { $or: [{ at: { $lt: after.at } }, { at: after.at, _id: { $lt: after.id } }] }),
        })
        .sort({ at: -1, _id: -1 })
        .limit(limit)
        .lean<AuditRecord[]>()
        .exec(),
    removeOld: (before, limit) => removeSome(model, { at: { $lt: before } }, limit),
  };
}
