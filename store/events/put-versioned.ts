import type mongoose from 'mongoose';
import type { VersionMark } from '../../core/events/version';
import { isDuplicateKey } from '../connection';

/** A document that has its current version in itself. */
interface Versioned {
  _id: string;
  name: string;
  /** Absent in what older versions stored. */
  version?: VersionMark;
}

/** What an event has that an older release stored. */
export const UNKNOWN_VERSION: VersionMark = { id: '', number: 0, by: null, via: null };

/** Filter of a document that still has this version. */
export const atVersion = (_id: string, over: number) => ({
  _id,
  'version.number': over === 0 ? { $exists: false } : over,
});

/**
 * Writes documents, each only over the version that it replaces (null: there is none). Returns the ids of those that
 * changed in the meantime.
 */
export async function putVersioned<Stored extends Versioned>(
  model: mongoose.Model<Stored>,
  writes: readonly { document: Stored; over: number | null }[],
): Promise<string[]> {
  if (writes.length === 0) return [];
  const operations = writes.map(({ document, over }) =>
    over === null
      ? { insertOne: { document } }
      : { replaceOne: { filter: atVersion(document._id, over), replacement: document } },
  );
  const isWhole = await model
    .bulkWrite(operations as never, { ordered: false })
    .then(({ insertedCount, matchedCount }) => insertedCount + matchedCount === writes.length)
    .catch((error: unknown) => {
      if (isDuplicateKey(error)) return false;
      throw error;
    });
  if (isWhole) return [];
  const now = await versionIds(model, { _id: { $in: writes.map(({ document }) => document._id) } });
  const ids = new Map(now.map(({ _id, id }) => [_id, id]));
  return writes
    .filter(({ document }) => ids.get(document._id) !== document.version?.id)
    .map(({ document }) => document._id);
}

/** Returns the ids of the versions that documents have now, each with the document's id and name. */
export async function versionIds<Stored extends Versioned>(model: mongoose.Model<Stored>, filter: object) {
  const found = await model.find(filter, { name: 1, 'version.id': 1 }).lean<Versioned[]>().exec();
  return found.map(({ _id, name, version }) => ({ _id, name, id: version?.id }));
}
