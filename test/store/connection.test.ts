import { randomUUID } from 'node:crypto';
import { type StoreConnection, connectStore, isUnavailable } from '../../store/connection';
import { type Store, createStore } from '../../store/store';
import { eventually } from '../support/eventually';
import { type MongoProxy, startMongoProxy } from '../support/mongo-proxy';
import { untilTime } from '../support/until-time';
import { notificationOf } from './documents';
import { withDatabase } from '../../tools/dev/servers/mongo-address';

const NAME = `c${randomUUID().slice(0, 8)}`;
const SAFE = { w: 'majority', j: true, wtimeout: expect.any(Number) };

let proxy: MongoProxy;
let connection: StoreConnection;
let store: Store;
beforeAll(async () => {
  proxy = await startMongoProxy(process.env.HELIOGRAPH_TEST_MONGODB_URI ?? '');
});
afterEach(async () => {
  proxy.meddling = {};
  await connection.mongoose.dropDatabase();
  await connection.close();
});
afterAll(() => proxy.stop());

/** Connects through the proxy, with these options in the connection string; gives the warnings. */
async function open(query: string, poolSize?: number): Promise<string[]> {
  const warnings: string[] = [];
  const warn = (message: string): void => void warnings.push(message);
  connection = connectStore(`${withDatabase(proxy.uri, NAME)}${query.replace('?', '&')}`, { poolSize, warn });
  await connection.connected;
  store = createStore(connection.mongoose);
  proxy.commands.length = 0;
  return warnings;
}

/** What was asked of the repositories' collections. */
const asked = (name: string) => proxy.commands.filter((command) => name in command);

describe.each<[query: string, disagreeing: string[]]>([
  ['', []],
  ['?w=majority&retryWrites=true&journal=true&appName=x', []],
  ['?w=1&journal=false', ['w=1', 'journal=false']],
  ['?W=0&J=false', ['W=0', 'J=false']],
  ['?wtimeoutMS=1', ['wtimeoutMS=1']],
  ['?readConcernLevel=local&retryReads=false', ['readConcernLevel=local', 'retryReads=false']],
  [
    '?readPreference=secondaryPreferred&readPreferenceTags=dc:ny&readPreferenceTags=&maxStalenessSeconds=90&retryWrites=false',
    [
      'readPreference=secondaryPreferred',
      'readPreferenceTags=dc:ny',
      'readPreferenceTags=',
      'maxStalenessSeconds=90',
      'retryWrites=false',
    ],
  ],
])('a connection string with the options "%s"', (query, disagreeing) => {
  test('gets the writes and reads that the promises need, and the log says what of it does not count', async () => {
    const words = disagreeing.map(() => `MONGODB_URI: ${disagreeing.join(', ')} does not count`);
    expect(await open(query)).toEqual(
      words.slice(0, 1).map((word): unknown => expect.stringContaining(word)),
    );
    const notification = notificationOf();
    await store.notifications.insertAll([notification]);
    await store.notifications.cancel(notification._id, new Date());
    expect(await store.notifications.get(notification._id)).toMatchObject({ status: 'stopped' });
    await store.notifications.remove([notification._id]);
    for (const name of ['insert', 'update', 'delete']) {
      expect(asked(name)).not.toHaveLength(0);
      for (const command of asked(name)) expect(command).toMatchObject({ writeConcern: SAFE });
    }
    expect(asked('find')).not.toHaveLength(0);
    for (const command of asked('find')) {
      expect(command).toMatchObject({ readConcern: { level: 'majority' } });
      expect(command).not.toMatchObject({
        $readPreference: { mode: expect.stringMatching(/secondary|nearest/) },
      });
    }
    expect(connection.mongoose.getClient().options).toMatchObject({ retryWrites: true, retryReads: true });
  });
});

test('no more operations than the pool has connections are in progress at once', async () => {
  await open('?maxPoolSize=20', 3);
  let release: () => void = () => undefined;
  const held = new Promise<void>((resolve) => (release = resolve));
  proxy.meddling.hold = (command) => ('find' in command ? held : undefined);
  const reads = Promise.all(Array.from({ length: 10 }, () => store.notifications.get('none')));
  await eventually('the pool to be in use', () => asked('find').length === 3);
  release();
  expect(await reads).toEqual(Array(10).fill(null));
  expect(connection.mongoose.getClient().options.maxPoolSize).toBe(3);
});

test('connections that are cut under reads and beside an idle monitor are made again at once', async () => {
  await open('');
  // Sooner after a heartbeat, the driver makes the next one on a timer, and not in the moment of the cut.
  await untilTime(Date.now() + 600);
  proxy.meddling.hold = (command) => ('find' in command ? new Promise(() => undefined) : undefined);
  const reads = Promise.all(Array.from({ length: 5 }, () => store.notifications.get('none')));
  await eventually('the reads to be asked', () => asked('find').length === 5);
  proxy.meddling = {};
  proxy.cut();
  expect(await reads).toEqual(Array(5).fill(null));
});

test('a write whose connection is cut while it is being sent fails as unavailable', async () => {
  await open('');
  proxy.meddling.cutWithin = 1_000_000;
  const error: unknown = await connection.mongoose
    .collection('notifications')
    .insertOne({ text: 'x'.repeat(15_000_000) })
    .catch((thrown: unknown) => thrown);
  expect(isUnavailable(error)).toBe(true);
});

describe('a write that did not reach the majority in time', () => {
  const late = (answer: object): Record<string, unknown> => ({
    ...answer,
    writeConcernError: {
      code: 64,
      codeName: 'WriteConcernTimeout',
      errmsg: 'waiting for replication timed out',
    },
  });

  test('is no accepted notification, also where another of the same request was there already', async () => {
    await open('');
    const notification = notificationOf();
    await store.notifications.insertAll([notification]);
    proxy.meddling.answer = (command, answer) => ('insert' in command ? late(answer) : undefined);
    for (const batch of [[notificationOf()], [notification, notificationOf()]]) {
      const error: unknown = await store.notifications.insertAll(batch).catch((thrown: unknown) => thrown);
      expect(isUnavailable(error)).toBe(true);
    }
  });

  test('is no cancel', async () => {
    await open('');
    const notification = notificationOf();
    await store.notifications.insertAll([notification]);
    proxy.meddling.answer = (command, answer) => ('update' in command ? late(answer) : undefined);
    const error: unknown = await store.notifications
      .cancel(notification._id, new Date())
      .catch((thrown: unknown) => thrown);
    expect(isUnavailable(error)).toBe(true);
  });
});

test.each([
  [365, 'TemporarilyUnavailable'],
  [11601, 'Interrupted'],
  [433, 'AdmissionQueueOverflow'],
])('an operation that is refused with the code %d (%s) fails as unavailable', async (code, codeName) => {
  await open('');
  proxy.meddling.refuse = (command) =>
    'find' in command || 'update' in command ? { ok: 0, code, codeName, errmsg: 'not now' } : undefined;
  const { notifications } = store;
  for (const operation of [() => notifications.get('none'), () => notifications.cancel('none', new Date())]) {
    const error: unknown = await operation().catch((thrown: unknown) => thrown);
    expect(isUnavailable(error)).toBe(true);
  }
});
