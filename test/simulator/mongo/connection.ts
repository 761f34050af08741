import mongoose from 'mongoose';
import { type Operate, MemoryCollection } from './collection';
import { Contents } from './database';

/** What the connections of all processes of a history reach. */
export interface Server {
  operate: Operate;
  contents: (name: string) => Contents;
  /** The time of the database. */
  now: () => number;
}

/**
 * Returns a connection of Mongoose that reaches the simulated server which `server` returns at the moment of an operation.
 * Models are costly to make, so a connection serves many histories.
 */
export function connectMemory(server: () => Server): mongoose.Connection {
  const connection = mongoose.createConnection();
  const collections: Record<string, MemoryCollection> = {};
  const operate: Operate = (...given) => server().operate(...given);
  const contents = (name: string): Contents => server().contents(name);
  Object.assign(connection, {
    collection: (name: string) =>
      (collections[name] ??= new MemoryCollection(name, connection, operate, contents)),
    readyState: mongoose.ConnectionStates.connected,
    db: { command: () => Promise.resolve({ localTime: new Date(server().now()), isWritablePrimary: true }) },
    getClient: () => ({ on: () => undefined }),
    config: { autoIndex: false, autoCreate: false, bufferCommands: false },
  });
  return connection;
}

/** Returns the collections that the models of a connection use, empty, with their unique indexes. */
export function emptyContents(connection: mongoose.Connection): Map<string, Contents> {
  return new Map(
    Object.values(connection.models).map(({ collection: { name }, schema }) => {
      const unique = schema
        .indexes()
        .filter(([, options]) => options.unique)
        .map(([keys, options]) => ({
          paths: Object.keys(keys),
          partial: options.partialFilterExpression as never,
        }));
      return [name, new Contents(name, unique)] as const;
    }),
  );
}
