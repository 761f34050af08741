import type mongoose from 'mongoose';
import type { EventDefinition } from '../../core/events/definition';
import type { VersionMark } from '../../core/events/version';
import { type Scope, scopeKey } from '../../core/shared/scope';
import { Mixed, schemaOf } from '../schema';
import { atVersion, putVersioned, UNKNOWN_VERSION, versionIds } from './put-versioned';

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
  /** Names of the layouts and partials that its definition is made with, such as `partials/footer`. Absent: none. */
  uses?: string[];
}

/** An event with the content of its file; null if an older version stored it. */
export interface FoundEvent {
  name: string;
  definition: EventDefinition;
  source: string | null;
  updatedAt: Date;
  version: VersionMark;
  /** Names of the layouts and partials that its definition is made with. */
  uses: string[];
}

export interface EventWrite extends Omit<FoundEvent, 'name' | 'uses'>, Partial<Pick<FoundEvent, 'uses'>> {
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
  uses: { type: [String], default: undefined },
});
schema.index({ applicationId: 1, environment: 1, name: 1 });
// The events that use a layout or partial, for a push of it.
schema.index({ applicationId: 1, environment: 1, uses: 1 });

const parse = (stored: StoredEvent): EventDefinition => JSON.parse(stored.definition) as EventDefinition;

const found = (stored: StoredEvent): FoundEvent => ({
  name: stored.name,
  definition: parse(stored),
  source: stored.source ?? null,
  updatedAt: stored.updatedAt,
  version: stored.version ?? UNKNOWN_VERSION,
  uses: stored.uses ?? [],
});

/** Returns the id of an event. */
export const eventKey = (scope: Scope, name: string): string => `${scopeKey(scope)}:${name}`;

export function createEventStore(connection: mongoose.Connection) {
  const model = connection.model<StoredEvent>('Event', schema);
  return {
    get: async (scope: Scope, name: string) => {
      const stored = await model
        .findById(eventKey(scope, name), { definition: 1, 'version.number': 1 })
        .lean<StoredEvent>()
        .exec();
      if (!stored) return null;
      const version = stored.version?.number;
      return { ...parse(stored), ...(version !== undefined && { version }) };
    },
    find: async (scope: Scope, name: string) => {
      const stored = await model.findById(eventKey(scope, name)).lean<StoredEvent>().exec();
      return stored && found(stored);
    },
    /** Returns the events of these names that exist. They are read one after the other, so that other requests run in between. */
    named: async (scope: Scope, names: string[]): Promise<FoundEvent[]> => {
      const events: FoundEvent[] = [];
      const _id = { $in: names.map((name) => eventKey(scope, name)) };
      for await (const stored of model.find({ _id }).lean<StoredEvent>().cursor()) events.push(found(stored));
      return events;
    },
    /** Returns the names of all events, in order. It reads an index only. */
    names: async ({ applicationId, environment }: Scope) => {
      const stored = await model
        .find({ applicationId, environment }, { _id: 0, name: 1 })
        .sort({ name: 1 })
        .lean<Pick<StoredEvent, 'name'>[]>()
        .exec();
      return stored.map(({ name }) => name);
    },
    /** By name. Their files are read only if they are wanted. */
    list: async ({ applicationId, environment }: Scope, { files = false } = {}) => {
      const stored = await model
        .find({ applicationId, environment }, files ? {} : { source: 0 })
        .sort({ name: 1 })
        .lean<StoredEvent[]>()
        .exec();
      return stored.map(found);
    },
    /** Writes checked events, each only over the version that it replaces. Returns the names of those that changed in the meantime. */
    put: async (scope: Scope, writes: readonly EventWrite[]): Promise<string[]> => {
      const { applicationId, environment } = scope;
      const lost = await putVersioned(
        model,
        writes.map(({ definition, source, updatedAt, version, uses = [], over }) => ({
          document: {
            ...{ _id: eventKey(scope, definition.name), applicationId, environment, name: definition.name },
            ...{ updatedAt, definition: JSON.stringify(definition) },
            ...(source !== null && { source }),
            ...(version.number > 0 && { version }),
            ...(uses.length > 0 && { uses }),
          },
          over,
        })),
      );
      return writes
        .filter(({ definition }) => lost.includes(eventKey(scope, definition.name)))
        .map(({ definition }) => definition.name);
    },
    /** Returns the names of the events that use one of these layouts and partials, each with the id of its version. */
    using: async ({ applicationId, environment }: Scope, uses: readonly string[]) => {
      const ids = await versionIds(model, { applicationId, environment, uses: { $in: uses } });
      return new Map(ids.map(({ name, id = '' }) => [name, id]));
    },
    /** Returns the names of the events that use each of these layouts and partials. */
    users: async ({ applicationId, environment }: Scope, uses: readonly string[]) => {
      const stored = await model
        .find({ applicationId, environment, uses: { $in: uses } }, { name: 1, uses: 1 })
        .lean<Pick<StoredEvent, 'name' | 'uses'>[]>()
        .exec();
      const users = new Map<string, string[]>();
      for (const { name, uses: used = [] } of stored.sort((a, b) => (a.name < b.name ? -1 : 1)))
        for (const one of used) users.set(one, [...(users.get(one) ?? []), name]);
      return users;
    },
    /** Removes an event, if it still has this version. Returns whether it had. */
    remove: async (scope: Scope, name: string, over: number) => {
      const { deletedCount } = await model.deleteOne(atVersion(eventKey(scope, name), over));
      return deletedCount > 0;
    },
  };
}
