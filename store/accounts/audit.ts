import type mongoose from 'mongoose';
import type { AdminRole } from '../../core/access/admin-roles';
import { removeSome } from '../maintenance/remove-some';
import { Mixed, schemaOf } from '../schema';
import { afterPlace, hasMatched } from '../queries';
import type { Place } from '../../core/shared/place';

/** A change requested through the admin routes. It is stored before the change is made; its outcome is added once. */
export interface AuditRecord {
  _id: string;
  at: Date;
  /** The admin key, as it was then; its id is `setting` for ADMIN_API_KEY. */
  by: { id: string; name: string; role: AdminRole };
  /** Network that the request came from. */
  address: string;
  requestId: string;
  /** The requested action, such as `application.update`. */
  action: string;
  path: string;
  /** Ids of the resource, its application and the admin key; before the end, the ids in the path. */
  about: string[];
  /** `refused` changed nothing; `failed` may have made a part of the change; null: unknown, because the process or the database stopped. */
  outcome: 'done' | 'refused' | 'failed' | null;
  code: string | null;
  /** JSON of the changed fields, without secrets; null: it did not exist, or there is nothing to compare. */
  before: string | null;
  after: string | null;
}

export type AuditEnd = Pick<AuditRecord, 'about' | 'outcome' | 'code' | 'before' | 'after'>;

const schema = schemaOf<AuditRecord>('audit', {
  _id: { type: String, required: true },
  at: { type: Date, required: true },
  by: { type: Mixed, required: true },
  address: { type: String, required: true },
  requestId: { type: String, required: true },
  action: { type: String, required: true },
  path: { type: String, required: true },
  about: { type: [String], required: true },
  outcome: { type: String, default: null },
  code: { type: String, default: null },
  before: { type: String, default: null },
  after: { type: String, default: null },
});
// The list by time, and retention.
schema.index({ at: -1, _id: -1 });
// The list of one resource, application or admin key.
schema.index({ about: 1, at: -1, _id: -1 });

export interface AuditQuery {
  /** Id of a resource, an application or an admin key. */
  about?: string;
  from?: Date;
  to?: Date;
  /** The record after which the page begins. */
  after?: Place;
  limit: number;
}

/** The audit log. No method changes a record that has ended, or removes one before its retention ends. */
export function createAuditStore(connection: mongoose.Connection) {
  const model = connection.model<AuditRecord>('AuditRecord', schema);
  return {
    begin: async (record: AuditRecord) => {
      await model.insertMany([record], { lean: true });
    },
    /** Returns false if it had already ended. */
    end: (id: string, end: AuditEnd) =>
      hasMatched(model.updateOne({ _id: id, outcome: null }, { $set: end })),
    get: (id: string) => model.findById(id).lean<AuditRecord>().exec(),
    /** The newest first. */
    list: ({ about, from, to, after, limit }: AuditQuery) =>
      model
        .find({
          ...(about !== undefined && { about }),
          // Without this bound each page would read all pages before it.
          at: { $gte: from ?? new Date(0), $lte: after?.at ?? to ?? new Date(8.64e15) },
          ...(after && afterPlace('at', after)),
        })
        .sort({ at: -1, _id: -1 })
        .limit(limit)
        .lean<AuditRecord[]>()
        .exec(),
    /** Removes up to `limit` records from before `before`. Returns how many it found. */
    removeOld: (before: Date, limit: number) => removeSome(model, { at: { $lt: before } }, limit),
  };
}
