import mongoose from 'mongoose';
import type { EventDefinition } from '../../core/events/definition';
import { type Scope, scopeKey } from '../../core/shared/scope';

/** An event as pushed; the definition is JSON text, for template languages and names are data. */
interface StoredEvent {
  /** `<scope>:<event name>`. */
  _id: string;
  applicationId: string;
  environment: string;
  name: string;
  definition: string;
  updatedAt: Date;
}

export interface PushedEvent {
  definition: EventDefinition;
  updatedAt: Date;
}

const schema = new mongoose.Schema<StoredEvent>(
  {
    _id: { type: String, required: true },
    applicationId: { type: String, required: true },
    environment: { type: String, required: true },
    name: { type: String, required: true },
    definition: { type: String, required: true },
    updatedAt: { type: Date, required: true },
  },
  { collection: 'events', versionKey: false, strict: 'throw', _id: false },
);
schema.index({ applicationId: 1, environment: 1, name: 1 });

export interface EventStore {
  get(scope: Scope, name: string): Promise<EventDefinition | null>;
  list(scope: Scope): Promise<PushedEvent[]>;
  /** Stores checked definitions; others that exist stay as they are. */
  put(scope: Scope, definitions: EventDefinition[], at: Date): Promise<void>;
}

const parse = (stored: StoredEvent): EventDefinition => JSON.parse(stored.definition) as EventDefinition;

export function createEventStore(connection: mongoose.Connection): EventStore {
  const model = connection.model<StoredEvent>('Event', schema);
  const idOf = (scope: Scope, name: string): string => `${scopeKey(scope)}:${name}`;
  return {
    get: async (scope, name) => {
      const stored = await model.findById(idOf(scope, name)).lean<StoredEvent>().exec();
      return stored && parse(stored);
    },
    list: async ({ applicationId, environment }) => {
      const stored = await model
        .find({ applicationId, environment })
        .sort({ name: 1 })
        .lean<StoredEvent[]>()
        .exec();
      return stored.map((event) => ({ definition: parse(event), updatedAt: event.updatedAt }));
    },
    put: async (scope, definitions, at) => {
      const { applicationId, environment } = scope;
      await model.bulkWrite(
        definitions.map((definition) => ({
          updateOne: {
            filter: { _id: idOf(scope, definition.name) },
            update: {
              $set: {
                applicationId,
                environment,
                name: definition.name,
                definition: JSON.stringify(definition),
                updatedAt: at,
              },
            },
            upsert: true,
          },
        })),
      );
    },
  };
}
