import type mongoose from 'mongoose';
import { type Part, partOf } from '../../core/events/parts/part';
import type { VersionMark } from '../../core/events/version';
import type { Scope } from '../../core/shared/scope';
import { Mixed, schemaOf } from '../schema';
import { eventKey } from './events';
import { atVersion, putVersioned, versionIds } from './put-versioned';

/** A file that events share: a layout, partial, translation, or texts of the preference page, as pushed. */
interface StoredPart extends Scope {
  /** `<scope>:<folder>/<file>`. */
  _id: string;
  /** As in PART_KINDS. */
  kind: string;
  /** Its folder and file, such as `partials/footer.de.mjml`. */
  name: string;
  content: string;
  updatedAt: Date;
  version: VersionMark;
}

/** A part with its version. */
export interface FoundPart {
  name: string;
  part: Part;
  source: string;
  updatedAt: Date;
  version: VersionMark;
}

export interface PartWrite {
  name: string;
  kind: string;
  content: string;
  updatedAt: Date;
  version: VersionMark;
  /** Number of the version that it replaces. Null: there is none. */
  over: number | null;
}

const schema = schemaOf<StoredPart>('event_parts', {
  _id: { type: String, required: true },
  applicationId: { type: String, required: true },
  environment: { type: String, required: true },
  kind: { type: String, required: true },
  name: { type: String, required: true },
  content: { type: String },
  updatedAt: { type: Date, required: true },
  version: { type: Mixed, required: true },
});
// All of an environment, or of a folder of it, by name.
schema.index({ applicationId: 1, environment: 1, name: 1 });

/** A kind that this release does not know is left out. */
function found({ name, content, updatedAt, version }: StoredPart): FoundPart[] {
  const part = partOf({ name, content });
  return typeof part === 'string' ? [] : [{ name, part, source: content, updatedAt, version }];
}

/** Layouts and partials. Events have them in their definitions, so a send does not read them. */
export function createPartStore(connection: mongoose.Connection) {
  const model = connection.model<StoredPart>('EventPart', schema);
  const scopeOf = ({ applicationId, environment }: Scope) => ({ applicationId, environment });
  return {
    /** By name, with their content. */
    list: async (scope: Scope): Promise<FoundPart[]> => {
      const stored = await model.find(scopeOf(scope)).sort({ name: 1 }).lean<StoredPart[]>().exec();
      return stored.flatMap(found);
    },
    /** The texts of the preference page, by language. */
    pageTexts: async (scope: Scope): Promise<Map<string, string>> => {
      const name = { $gte: 'preference-page/', $lt: 'preference-page0' };
      const stored = await model
        .find({ ...scopeOf(scope), name })
        .lean<StoredPart[]>()
        .exec();
      return new Map(stored.flatMap(found).map(({ part, source }) => [part.language ?? 'en', source]));
    },
    find: async (scope: Scope, name: string): Promise<FoundPart | undefined> => {
      const stored = await model.findById(eventKey(scope, name)).lean<StoredPart>().exec();
      return stored ? found(stored)[0] : undefined;
    },
    /** Returns the ids of the versions that the parts of an environment have now, by name. */
    versionIds: async (scope: Scope): Promise<Map<string, string | undefined>> => {
      const ids = await versionIds(model, scopeOf(scope));
      return new Map(ids.map(({ name, id }) => [name, id]));
    },
    /** Writes parts, each only over the version that it replaces. Returns the names of those that changed in the meantime. */
    put: async (scope: Scope, writes: readonly PartWrite[]): Promise<string[]> => {
      const lost = await putVersioned(
        model,
        writes.map(({ over, ...write }) => ({
          document: { _id: eventKey(scope, write.name), ...scopeOf(scope), ...write },
          over,
        })),
      );
      return writes.filter(({ name }) => lost.includes(eventKey(scope, name))).map(({ name }) => name);
    },
    /** Removes a part, if it still has this version. Returns whether it had. */
    remove: async (scope: Scope, name: string, over: number): Promise<boolean> => {
      const { deletedCount } = await model.deleteOne(atVersion(eventKey(scope, name), over));
      return deletedCount > 0;
    },
  };
}
