import type mongoose from 'mongoose';
import { type Scope, scopeKey } from '../../core/shared/scope';
import { findAndUpdate } from '../queries';
import { unlessDuplicate } from '../insert';
import { schemaOf } from '../schema';

/** What a caller sets of a segment. */
export interface SegmentFields {
  /** For people. */
  name: string;
  description: string | null;
  /** JSON text, so that what callers write never becomes a field name or an operator. */
  filter: string;
}

/** A saved filter of contacts. */
export interface Segment extends Scope, SegmentFields {
  /** Scope and name, so that the index of ids is unique over both, and has those of a scope in order. */
  _id: string;
  /** Its name in paths. */
  segment: string;
  createdAt: Date;
  updatedAt: Date;
}

const schema = schemaOf<Segment>('segments', {
  _id: { type: String, required: true },
  applicationId: { type: String, required: true },
  environment: { type: String, required: true },
  segment: { type: String, required: true },
  name: { type: String, required: true },
  description: { type: String, default: null },
  filter: { type: String, required: true },
  createdAt: { type: Date, required: true },
  updatedAt: { type: Date, required: true },
});

const keyOf = (scope: Scope, segment: string): string => `${scopeKey(scope)}:${segment}`;

/** Returns the range of a scope. `;` comes after `:`. */
const rangeOf = (scope: Scope, after = '') => ({ $gt: keyOf(scope, after), $lt: `${scopeKey(scope)};` });

/** The segments of applications. */
export function createSegmentStore(connection: mongoose.Connection) {
  const model = connection.model<Segment>('Segment', schema);
  return {
    get: (scope: Scope, segment: string): Promise<Segment | null> =>
      model.findById(keyOf(scope, segment)).lean<Segment>().exec(),
    /** In the order of their names. */
    list: (scope: Scope, { after, limit }: { after?: string; limit: number }): Promise<Segment[]> =>
      model
        .find({ _id: rangeOf(scope, after) })
        .sort({ _id: 1 })
        .limit(limit)
        .lean<Segment[]>()
        .exec(),
    /** Returns null if there is one already. */
    insert: async (
      { applicationId, environment }: Scope,
      segment: string,
      { at, ...fields }: SegmentFields & { at: Date },
    ): Promise<Segment | null> => {
      const scope = { applicationId, environment };
      const made = { _id: keyOf(scope, segment), ...scope, segment, ...fields, createdAt: at, updatedAt: at };
      return (await unlessDuplicate(model.insertMany([made], { lean: true }))) ? made : null;
    },
    /** Returns null if there is none. */
    replace: (
      scope: Scope,
      segment: string,
      { at, ...fields }: SegmentFields & { at: Date },
    ): Promise<Segment | null> =>
      findAndUpdate(model, { _id: keyOf(scope, segment) }, { $set: { ...fields, updatedAt: at } }),
    /** Returns false if there is none. */
    remove: async (scope: Scope, segment: string): Promise<boolean> =>
      (await model.deleteOne({ _id: keyOf(scope, segment) })).deletedCount > 0,
  };
}
