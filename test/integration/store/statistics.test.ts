import { randomUUID } from 'node:crypto';
import type { Environment } from '../../../core/shared/channels';
import { connectStore, type StoreConnection } from '../../../store/connection';
import { counter, OTHER_EVENTS } from '../../../core/statistics/counter';
import { countInMemory, MOST_EVENTS } from '../../../store/statistics/count-in-memory';
import { statisticsModel } from '../../../store/statistics/model';
import { createStatisticsStore, type StatisticsStore } from '../../../store/statistics/statistics';
import { type MongoProxy, startMongoProxy } from '../../support/mongo-proxy';
import { withDatabase } from '../../../tools/dev/servers/mongo-address';

let proxy: MongoProxy;
let connection: StoreConnection;
let statistics: StatisticsStore;
let scope: { applicationId: string; environment: Environment };

beforeAll(async () => {
  proxy = await startMongoProxy(process.env.HELIOGRAPH_TEST_MONGODB_URI ?? '');
  connection = connectStore(withDatabase(proxy.uri, `statistics-${randomUUID().slice(0, 8)}`));
  await connection.connected;
  statistics = createStatisticsStore(connection.mongoose);
});
afterAll(async () => {
  await connection.mongoose.dropDatabase();
  await connection.close();
  await proxy.stop();
});
beforeEach(() => {
  scope = { applicationId: randomUUID(), environment: 'production' };
});

/** Returns the sums of today, as all processes have stored them. */
async function sums() {
  const day = 86_400_000;
  const [from, to] = [new Date(Date.now() - day), new Date(Date.now() + day)];
  const found = await statistics.sums({ scope, by: 'day', from, to });
  return [...found.values()];
}

test('the counts of all processes are added up', async () => {
  const other = countInMemory(statisticsModel(connection.mongoose));
  statistics.count(scope, 'accepted', 2);
  other.count(scope, 'accepted', 3);
  other.count({ ...scope, environment: 'sandbox' }, 'accepted', 7);
  await Promise.all([statistics.flush(), other.flush()]);
  statistics.count(scope, 'accepted');
  await statistics.flush();
  await other.flush();
  expect(await sums()).toEqual([{ accepted: 6 }]);
});

test('events are counted by name, up to a number', async () => {
  for (let index = 0; index < MOST_EVENTS + 2; index += 1)
    statistics.countEvent(scope, 'sent', `event.${index}`);
  statistics.countEvent(scope, 'sent', 'event.0', 2);
  await statistics.flush();
  const [counted = {}] = await sums();
  expect(counted[counter.event('sent', 'event.0')]).toBe(3);
  expect(counted[counter.event('sent', OTHER_EVENTS)]).toBe(2);
  expect(Object.keys(counted)).toHaveLength(MOST_EVENTS + 1);
});

test('a write that was made, and the connection was cut before its answer, counts once', async () => {
  statistics.count(scope, 'accepted', 2);
  const lost = proxy.loseAnswerTo('update', 'statistics', scope.applicationId);
  await statistics.flush().catch(() => undefined);
  await lost;
  statistics.count(scope, 'accepted');
  await statistics.flush();
  expect(await sums()).toEqual([{ accepted: 3 }]);
});

test('what is old is removed, by its period', async () => {
  statistics.count(scope, 'accepted');
  await statistics.flush();
  expect(await statistics.removeOld('hour', new Date(Date.now() - 3_600_000), 100)).toBe(0);
  expect(await statistics.removeOld('hour', new Date(), 100)).toBeGreaterThan(0);
  expect(await sums()).toEqual([{ accepted: 1 }]);
  await statistics.removeOld('day', new Date(), 100);
  expect(await sums()).toEqual([]);
});
