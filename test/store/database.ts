import { randomUUID } from 'node:crypto';
import type mongoose from 'mongoose';
import { type StoreConnection, connectStore } from '../../store/connection';
import type { Notification, NotificationModel } from '../../store/notifications/model';
import { type Store, createStore } from '../../store/store';
import { withDatabase } from '../../tools/dev/servers/mongo-address';

/** A database of one test file's own, there from the first test on. */
export interface OwnDatabase {
  readonly store: Store;
  readonly notifications: NotificationModel;
  /** The model of a collection, to look behind the store. */
  model<T>(name: string): mongoose.Model<T>;
  /** Stores a notification and returns its id. */
  put(notification: Notification): Promise<string>;
  /** The notification as it is now. */
  read(id: string): Promise<Notification>;
}

export interface DatabaseOptions {
  /**
   * A document of each model that no test of the file speaks of. It stands first in its collection, and is looked at after
   * each test: a write that asks for too little changes it.
   */
  bystanders?: Record<string, object>;
  /** Models whose unique indexes the tests rely on. */
  indexesOf?: string[];
}

/** The id of a bystander: the stand-in for MongoDB sorts by hashes, and this one has 0. */
const FIRST = '';

/** Call it once, at the top of a test file. */
export function ownDatabase({ bystanders = {}, indexesOf = [] }: DatabaseOptions = {}): OwnDatabase {
  let connection: StoreConnection;
  let store: Store;
  const collection = (name: string) =>
    connection.mongoose.collection<{ _id: string }>(connection.mongoose.model(name).collection.name);
  beforeAll(async () => {
    connection = connectStore(
      withDatabase(String(process.env.HELIOGRAPH_TEST_MONGODB_URI), `s${randomUUID().slice(0, 8)}`),
    );
    await connection.connected;
    store = createStore(connection.mongoose);
    for (const name of indexesOf) await connection.mongoose.model(name).createIndexes();
    for (const [name, document] of Object.entries(bystanders))
      await collection(name).insertOne({ ...document, _id: FIRST });
  });
  afterEach(async () => {
    for (const [name, document] of Object.entries(bystanders))
      expect(await collection(name).findOne({ _id: FIRST })).toEqual({ ...document, _id: FIRST });
  });
  afterAll(async () => {
    await connection.mongoose.dropDatabase();
    await connection.close();
  });
  const database: OwnDatabase = {
    get store() {
      return store;
    },
    get notifications() {
      return database.model<Notification>('Notification');
    },
    model: <T>(name: string) => connection.mongoose.model<T>(name),
    put: async (notification) => {
      await store.notifications.insertAll([notification]);
      return notification._id;
    },
    read: async (id) => {
      const found = await store.notifications.get(id);
      if (!found) throw new Error(`no notification ${id}`);
      return found;
    },
  };
  return database;
}
