import type mongoose from 'mongoose';
import type { EventDefinition } from '../../core/events/definition';
import { type Scope, scopeKey } from '../../core/shared/scope';
import { schemaOf } from '../schema';

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
}

const schema = schemaOf<StoredEvent>('events', {
  _id: { type: String, required: true },
  applicationId: { type: String, required: true },
  environment: { type: String, required: true },
  name: { type: String, required: true },
  definition: { type: String, required: true },
  source: { type: String },
  updatedAt: { type: Date, required: true },
});
schema.index({ applicationId: 1, environment: 1, name: 1 });

const parse = (stored: StoredEvent): EventDefinition => JSON.parse(stored.definition) as EventDefinition;

/** Returns the id of an event. */
export const eventKey = (scope: Scope, name: string): string => `${scopeKey(scope)}:${name}`;

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
    /** Returns an event with the content of its file; null if an older version stored it. */
    find: async (scope: Scope, name: string) => {
      const stored = await model.findById(eventKey(scope, name)).lean<StoredEvent>().exec();
      return stored && { ...stored, definition: parse(stored), source: stored.source ?? null };
    },
    list: async ({ applicationId, environment }: Scope) => {
      const stored = await model
        .find({ applicationId, environment }, { source: 0 })
        .sort({ name: 1 })
        .lean<StoredEvent[]>()
        .exec();
      return stored.map((event) => ({ definition: parse(event), updatedAt: event.updatedAt }));
    },
    /** Stores checked definitions, and the files that they come from in the same order. Other events stay as they are. */
    put: async (scope: Scope, definitions: EventDefinition[], at: Date, sources: string[] = []) => {
      const { applicationId, environment } = scope;
      await model.bulkWrite(
        definitions.map((definition, index) => ({
          updateOne: {
            filter: { _id: eventKey(scope, definition.name) },
            update: {
              $set: {
                applicationId,
                environment,
                name: definition.name,
                definition: JSON.stringify(definition),
                ...(sources[index] !== undefined && { source: sources[index] }),
                updatedAt: at,
              },
              // Not the file of another definition.
              ...(sources[index] === undefined && { $unset: { source: 1 } }),
            },
            upsert: true,
          },
        })),
      );
    },
    remove: async (scope: Scope, name: string) => {
      await model.deleteOne({ _id: eventKey(scope, name) });
    },
  };
}
