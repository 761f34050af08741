import { mkdtemp, rm } from 'node:fs/promises';
import { randomUUID } from 'node:crypto';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { mongo } from 'mongoose';
import { type StoreConnection, connectStore } from '../../../store/connection';
import { type Store, createStore } from '../../../store/store';
import { locateMongo } from '../../../tools/dev/servers/mongo';
import { hello, primaryOf, withDatabase } from '../../../tools/dev/servers/mongo-address';
import { freePort } from '../../../tools/dev/servers/ports';
import { type RunningMongo, startMongo } from '../../../tools/dev/servers/start';
import { serverSources } from '../../../tools/dev/settings';
import { notificationOf } from '../../store/documents';
import { type MongoProxy, startMongoProxy } from '../../support/mongo-proxy';

// What a replica set does, and a server by itself does not: the MongoDB of the tests if it is a set, else the stand-in as one.

let server: { uri: string; stop(): Promise<void> };
let proxy: MongoProxy;
let connection: StoreConnection;
let store: Store;
let docs: mongo.Collection<{ _id: string; n?: number }>;
beforeAll(async () => {
  server = await replicaSet();
  proxy = await startMongoProxy(server.uri);
  connection = connectStore(withDatabase(proxy.uri, `r${randomUUID().slice(0, 8)}`));
  await connection.connected;
  store = createStore(connection.mongoose);
  docs = connection.mongoose.getClient().db(connection.mongoose.name).collection('docs');
});
afterAll(async () => {
  await connection.mongoose.dropDatabase();
  await connection.close();
  await proxy.stop();
  await server.stop();
});
beforeEach(async () => {
  await docs.deleteMany({});
  await docs.insertOne({ _id: 'one', n: 0 });
});

async function replicaSet(): Promise<typeof server> {
  const uri = process.env.HELIOGRAPH_TEST_MONGODB_URI ?? '';
  if ((await hello(uri)).setName) return { uri, stop: async () => undefined };
  const directory = await mkdtemp(join(tmpdir(), 'heliograph-set-'));
  const program = await locateMongo(() => undefined, { ...serverSources(), mongo: 'build' });
  const own: RunningMongo = await startMongo(program, { dataDirectory: directory, set: 'heliograph' });
  return {
    uri: own.uri,
    stop: async () => {
      await own.stop();
      await rm(directory, { recursive: true, force: true });
    },
  };
}

describe('a write whose answer is lost', () => {
  test('is repeated by the driver, done once, and answered as at first', async () => {
    const lost = proxy.loseAnswerTo('update', '$inc');
    expect(await docs.updateOne({ _id: 'one', n: 0 }, { $inc: { n: 1 } })).toMatchObject({ matchedCount: 1 });
    await lost;
    expect(await docs.findOne()).toEqual({ _id: 'one', n: 1 });

    const lostInsert = proxy.loseAnswerTo('insert', 'two');
    expect(await docs.insertOne({ _id: 'two' })).toMatchObject({ insertedId: 'two' });
    await lostInsert;

    const lostChange = proxy.loseAnswerTo('findAndModify', '$inc');
    expect(await docs.findOneAndUpdate({ _id: 'one', n: 1 }, { $inc: { n: 1 } })).toMatchObject({ n: 1 });
    await lostChange;
    expect(await docs.findOne({ _id: 'one' })).toMatchObject({ n: 2 });

    const lostDelete = proxy.loseAnswerTo('delete', 'two');
    expect(await docs.deleteOne({ _id: 'two' })).toMatchObject({ deletedCount: 1 });
    await lostDelete;
  });

  test('is no refused insert of a notification, and no lost cancel', async () => {
    const notification = notificationOf();
    const lost = proxy.loseAnswerTo('insert', notification._id);
    expect(await store.notifications.insertAll([notification])).toEqual(new Set());
    await lost;
    const lostCancel = proxy.loseAnswerTo('update', 'stopped');
    expect(await store.notifications.cancel(notification._id, new Date())).toBeTruthy();
    await lostCancel;
    expect(await store.notifications.get(notification._id)).toMatchObject({ status: 'stopped' });
  });
});

describe('a write with a number of its session', () => {
  // Not ended before the client: the driver would number its own writes on them. It may have done so before.
  const newSession = () => connection.mongoose.getClient().startSession();
  const numbered = (session: mongo.ClientSession, number: number, command: object) =>
    connection.mongoose.db!.command(
      { ...command, txnNumber: mongo.Long.fromNumber(1_000_000 + number) },
      { session },
    );
  const increment = (session: mongo.ClientSession, number: number, over: object = {}) => {
    const updates = [{ q: { _id: 'one' }, u: { $inc: { n: 1 } }, ...over }];
    return numbered(session, number, { update: 'docs', updates });
  };

  test('is done once for each number, and a repeat gets the first answer', async () => {
    const session = newSession();
    const answers = [];
    for (const number of [1, 1, 2, 2, 2]) answers.push(await increment(session, number));
    for (const answer of answers) expect(answer).toMatchObject({ ok: 1, n: 1, nModified: 1 });
    expect(answers.map((answer) => 'retriedStmtIds' in answer)).toEqual([false, true, false, true, true]);
    await increment(newSession(), 1);
    expect(await docs.findOne()).toEqual({ _id: 'one', n: 3 });
  });

  test('is done once if it comes several times at once', async () => {
    const session = newSession();
    await Promise.all(Array.from({ length: 20 }, () => increment(session, 1)));
    expect(await docs.findOne()).toEqual({ _id: 'one', n: 1 });
  });

  test('that is older than the last one, or is no single write, is refused and not done', async () => {
    const session = newSession();
    await increment(session, 5);
    await expect(increment(session, 4)).rejects.toMatchObject({ code: 225 });
    await expect(increment(session, 6, { multi: true })).rejects.toMatchObject({ code: 72 });
    await expect(numbered(session, 7, { find: 'docs' })).rejects.toMatchObject({ code: 50_768 });
    expect(await docs.findOne()).toEqual({ _id: 'one', n: 1 });
  });
});

test('of three hosts, a proxy stands before the one that takes writes', async () => {
  const { host, port } = await primaryOf(server.uri);
  const [before, behind] = [await freePort(), await freePort()];
  const uri = `mongodb://127.0.0.1:${before},${host}:${port},127.0.0.1:${behind}/?replicaSet=heliograph`;
  expect(await primaryOf(uri)).toEqual({ host, port });
  const another = await startMongoProxy(uri);
  const client = new mongo.MongoClient(another.uri);
  try {
    await client.db(connection.mongoose.name).collection('docs').insertOne({ n: 5 });
    expect(another.commands.filter((command) => 'insert' in command)).toMatchObject([
      { lsid: expect.anything(), txnNumber: expect.anything() },
    ]);
    expect(await docs.countDocuments({ n: 5 })).toBe(1);
  } finally {
    await client.close();
    await another.stop();
  }
  await expect(primaryOf(`mongodb://127.0.0.1:${before},127.0.0.1:${behind}`)).rejects.toThrow(
    'takes writes',
  );
}, 60_000);
