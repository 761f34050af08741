import type mongoose from 'mongoose';
import type { EventDefinition } from '../../core/events/definition';
import type { VersionMark } from '../../core/events/version';
import { type Scope, scopeKey } from '../../core/shared/scope';
import { isDuplicateKey } from '../connection';
import { Mixed, schemaOf } from '../schema';

/** An event as pushed. The definition is JSON text, because languages and names in it are data. */
interface StoredEvent {
  /** `<scope>:<event name>`. */
  _id: string;
  applicationId: string;
  environment: string;
  name: string;
  definition: string;
  /** Content of its file. Absent in what older versions stored. */
  source?: string;
  updatedAt: Date;
  /** Absent in what older versions stored. */
  version?: VersionMark;
}

/** An event with the content of its file; null if an older version stored it. */
export interface FoundEvent {
  name: string;
  definition: EventDefinition;
  source: string | null;
  updatedAt: Date;
  version: VersionMark;
}

export interface EventWrite extends Omit<FoundEvent, 'name'> {
  /** Number of the version that it replaces. Null: the event does not exist. */
  over: number | null;
}

const schema = schemaOf<StoredEvent>('events', {
  _id: { type: String, required: true },
  applicationId: { type: String, required: true },
  environment: { type: String, required: true },
  name: { type: String, required: true },
  definition: { type: String, required: true },
  source: { type: String },
  updatedAt: { type: Date, required: true },
  version: { type: Mixed },
});
schema.index({ applicationId: 1, environment: 1, name: 1 });

const parse = (stored: StoredEvent): EventDefinition => JSON.parse(stored.definition) as EventDefinition;

/** What an event has that an older release stored. */
const UNKNOWN: VersionMark = { id: '', number: 0, by: null, via: null };

const found = (stored: StoredEvent): FoundEvent => ({
  name: stored.name,
  definition: parse(stored),
  source: stored.source ?? null,
  updatedAt: stored.updatedAt,
  version: stored.version ?? UNKNOWN,
});

/** Returns the id of an event. */
export const eventKey = (scope: Scope, name: string): string => `${scopeKey(scope)}:${name}`;

const at = (_id: string, over: number) => ({
  _id,
  'version.number': over === 0 ? { $exists: false } : over,
});

export function createEventStore(connection: mongoose.Connection) {
  const model = connection.model<StoredEvent>('Event', schema);
  return {
    get: async (scope: Scope, name: string) => {
      const stored = await model
        .findById(eventKey(scope, name), { definition: 1 })
        .lean<StoredEvent>()
        .exec();
      return stored && parse(stored);
    },
    find: async (scope: Scope, name: string) => {
      const stored = await model.findById(eventKey(scope, name)).lean<StoredEvent>().exec();
      return stored && found(stored);
    },
    /** Calls `each` with the events of these names that exist, one after the other. */
    forEach: async (scope: Scope, names: string[], each: (event: FoundEvent) => Promise<void>) => {
      const _id = { $in: names.map((name) => eventKey(scope, name)) };
      for await (const stored of model.find({ _id }).lean<StoredEvent>().cursor()) await each(found(stored));
    },
    list: async ({ applicationId, environment }: Scope) => {
      const stored = await model
        .find({ applicationId, environment }, { source: 0 })
        .sort({ name: 1 })
        .lean<StoredEvent[]>()
        .exec();
      return stored.map(found);
    },
    /** Writes checked events, each only over the version that it replaces. Returns the names of those that changed in the meantime. */
    put: async (scope: Scope, writes: EventWrite[]): Promise<string[]> => {
      const { applicationId, environment } = scope;
      if (writes.length === 0) return [];
      const operations = writes.map(({ definition, source, updatedAt, version, over }) => {
        const { name } = definition;
        const _id = eventKey(scope, name);
        const event = {
          ...{ applicationId, environment, name, updatedAt, definition: JSON.stringify(definition) },
          ...(source !== null && { source }),
          ...(version.number > 0 && { version }),
        };
        return over === null
          ? { insertOne: { document: { _id, ...event } } }
          : { replaceOne: { filter: at(_id, over), replacement: { _id, ...event } } };
      });
      const isWhole = await model
        .bulkWrite(operations, { ordered: false })
        .then(({ insertedCount, matchedCount }) => insertedCount + matchedCount === writes.length)
        .catch((error: unknown) => {
          if (isDuplicateKey(error)) return false;
          throw error;
        });
      if (isWhole) return [];
      const _id = { $in: writes.map(({ definition }) => eventKey(scope, definition.name)) };
      const now = await model
        .find({ _id }, { 'version.id': 1 })
        .lean<Pick<StoredEvent, '_id' | 'version'>[]>()
        .exec();
      const ids = new Map(now.map((one) => [one._id, one.version?.id]));
      return writes
        .filter(({ definition, version }) => ids.get(eventKey(scope, definition.name)) !== version.id)
        .map(({ definition }) => definition.name);
    },
    /** Removes an event, if it still has this version. Returns whether it had. */
    remove: async (scope: Scope, name: string, over: number) => {
      const { deletedCount } = await model.deleteOne(at(eventKey(scope, name), over));
      return deletedCount > 0;
    },
  };
}
