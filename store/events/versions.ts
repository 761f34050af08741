import type mongoose from 'mongoose';
import { KEPT_VERSIONS, type VersionMark } from '../../core/events/version';
import type { Scope } from '../../core/shared/scope';
import { removeSome } from '../maintenance/remove-some';
import { Mixed, schemaOf } from '../schema';
import { eventKey } from './events';

/** Content that an event, layout or partial has or had. */
export interface EventVersion extends Scope {
  /** `<id of the event>:<number>`. */
  _id: string;
  /** Id of the event, layout or partial, which it keeps after it is deleted. */
  event: string;
  name: string;
  number: number;
  at: Date;
  by: VersionMark['by'];
  via: VersionMark['via'];
  restored: number | null;
  /** The layouts and partials whose change made it. Absent: its own file changed. */
  parts?: VersionMark['parts'];
  /** Content of its file. Null: an older release stored none. */
  source: string | null;
  /** When the event got another version, or was deleted. Absent: the event has this one. */
  supersededAt?: Date;
  /** The event is deleted, and this is its last version. */
  isLastOfDeleted?: true;
}

const fields: mongoose.SchemaDefinition<EventVersion> = {
  _id: { type: String, required: true },
  event: { type: String, required: true },
  applicationId: { type: String, required: true },
  environment: { type: String, required: true },
  name: { type: String, required: true },
  number: { type: Number, required: true },
  at: { type: Date, required: true },
  by: { type: Mixed, default: null },
  via: { type: String, default: null },
  restored: { type: Number, default: null },
  parts: { type: Mixed },
  source: { type: String, default: null },
  supersededAt: { type: Date },
  isLastOfDeleted: { type: Boolean },
};

function schemaIn(collection: string): mongoose.Schema<EventVersion> {
  const schema = schemaOf<EventVersion>(collection, fields);
  // The versions of an event, and the removal of those above the limit.
  schema.index({ event: 1, number: -1 });
  // Deleted events by name.
  schema.index(
    { applicationId: 1, environment: 1, name: 1 },
    { partialFilterExpression: { isLastOfDeleted: true } },
  );
  // Retention.
  schema.index({ supersededAt: 1 }, { sparse: true });
  return schema;
}

/** Returns the version that a mark names. */
export const versionOf = (
  scope: Scope,
  { name, at, source, mark }: { name: string; at: Date; source: string | null; mark: VersionMark },
): EventVersion => ({
  _id: `${eventKey(scope, name)}:${mark.number}`,
  event: eventKey(scope, name),
  ...{ applicationId: scope.applicationId, environment: scope.environment, name, at, source },
  ...{ number: mark.number, by: mark.by, via: mark.via, restored: mark.restored ?? null },
  ...(mark.parts && { parts: mark.parts }),
});

export const createEventVersionStore = (connection: mongoose.Connection) =>
  createVersionStore(connection, 'EventVersion', 'event_versions');

export const createPartVersionStore = (connection: mongoose.Connection) =>
  createVersionStore(connection, 'EventPartVersion', 'event_part_versions');

export type VersionStore = ReturnType<typeof createVersionStore>;

/** Versions. The event, layout or partial itself has the current one, so that none is lost if a process dies between the two writes. */
function createVersionStore(connection: mongoose.Connection, name: string, collection: string) {
  const model = connection.model<EventVersion>(name, schemaIn(collection));
  return {
    /** Stores versions, each as the successor of the one before, and removes what is above the limit. */
    record: async (versions: readonly EventVersion[]) => {
      if (versions.length === 0) return;
      await model.bulkWrite(
        versions.flatMap((version) => [
          { replaceOne: { filter: { _id: version._id }, replacement: version, upsert: true } },
          {
            updateOne: {
              filter: { _id: `${version.event}:${version.number - 1}` },
              update: { $set: { supersededAt: version.at }, $unset: { isLastOfDeleted: 1 } },
            },
          },
          ...(version.number < KEPT_VERSIONS
            ? []
            : [
                {
                  deleteMany: {
                    filter: { event: version.event, number: { $lte: version.number - KEPT_VERSIONS } },
                  },
                },
              ]),
        ]),
      );
    },
    /** Stores versions that are missing: those of older releases, and those that a process died before storing. */
    addMissing: async (versions: readonly EventVersion[]) => {
      if (versions.length === 0) return;
      await model.bulkWrite(
        versions.map(({ _id, ...version }) => ({
          updateOne: { filter: { _id }, update: { $setOnInsert: version }, upsert: true },
        })),
        { ordered: false },
      );
    },
    /** The newest first, with their content. */
    list: (scope: Scope, name: string, { after, limit }: { after?: number; limit: number }) =>
      model
        .find({ event: eventKey(scope, name), ...(after !== undefined && { number: { $lt: after } }) })
        .sort({ number: -1 })
        .limit(limit)
        .lean<EventVersion[]>()
        .exec(),
    get: (scope: Scope, name: string, number: number) =>
      model
        .findById(`${eventKey(scope, name)}:${number}`)
        .lean<EventVersion>()
        .exec(),
    /** The last versions of deleted events by name, those of `names` or those after `after`. */
    deleted: (
      { applicationId, environment }: Scope,
      { names, after = '', limit }: { names?: string[]; after?: string; limit: number },
    ) =>
      model
        .find(
          {
            ...{ applicationId, environment, isLastOfDeleted: true },
            name: names ? { $in: names } : { $gt: after },
          },
          { source: 0 },
        )
        .sort({ name: 1 })
        .limit(limit)
        .lean<EventVersion[]>()
        .exec(),
    /** Removes up to `limit` versions that were superseded before `before`. Returns how many it found. */
    removeOld: (before: Date, limit: number) =>
      // Versions before the last one of a deleted event were superseded earlier, so they go first or with it.
      removeSome(model, { supersededAt: { $lt: before } }, limit),
  };
}
