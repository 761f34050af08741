import { randomUUID } from 'node:crypto';
import { restMs } from '../../../core/sending/failover';
import { type StoreConnection, connectStore } from '../../../store/connection';
import { type Store, createStore } from '../../../store/store';
import { withDatabase } from '../../../tools/dev/servers/mongo-address';

let connection: StoreConnection;
let store: Store;
beforeAll(async () => {
  connection = connectStore(
    withDatabase(String(process.env.HELIOGRAPH_TEST_MONGODB_URI), `h${randomUUID().slice(0, 8)}`),
  );
  await connection.connected;
  store = createStore(connection.mongoose);
});
afterAll(async () => {
  await connection.mongoose.dropDatabase();
  await connection.close();
});

async function provider() {
  const applicationId = randomUUID();
  const created = { _id: applicationId, name: applicationId, createdAt: new Date() };
  const settings = { subscription: 'active', monthlyQuota: 1, dailyQuota: null, otpDomain: null } as const;
  await store.applications.insert({
    ...created,
    ...settings,
    ...{ ownerEmail: null, from: null, brand: {}, senders: [] },
  });
  const of = { applicationId, providerId: randomUUID() };
  const at = new Date();
  const fail = (over: { probe?: boolean; at?: Date } = {}) =>
    store.providerHealth.failed(of, { why: 'PROVIDER_ERROR: 503', probe: false, at, ...over });
  const health = async () => (await store.applications.get(applicationId))?.health?.[of.providerId];
  return { of, at, fail, health };
}

test('the fifth failure in a row rests a provider, once, however many fail at the same time', async () => {
  const { fail, health, at } = await provider();
  expect(await Promise.all([fail(), fail(), fail(), fail()])).toEqual([false, false, false, false]);
  const rested = await Promise.all(Array.from({ length: 20 }, () => fail()));
  expect(rested.filter(Boolean)).toHaveLength(1);
  expect(await health()).toEqual({
    failures: 24,
    rests: 1,
    restUntil: new Date(at.getTime() + restMs(0)),
    restingSince: at,
    why: 'PROVIDER_ERROR: 503',
    at,
  });
});

test('after the rest one attempt of many may try it; its failure rests it for longer', async () => {
  const { of, fail, health, at } = await provider();
  for (let count = 0; count < 5; count += 1) await fail();
  const { restUntil } = (await health())!;
  const now = new Date(restUntil!.getTime() + 1);
  const taken = await Promise.all(
    Array.from({ length: 20 }, () => store.providerHealth.takeProbe(of, restUntil!, now)),
  );
  expect(taken.filter(Boolean)).toHaveLength(1);
  // One that began before the rest ends only now: it says nothing new.
  expect(await fail({ at: now })).toBe(false);
  expect(await fail({ at: now, probe: true })).toBe(true);
  expect(await health()).toMatchObject({
    ...{ rests: 2, restUntil: new Date(now.getTime() + restMs(1)), restingSince: at },
  });
  expect(at.getTime()).toBeLessThan(now.getTime());
});

test('a success forgets what was counted', async () => {
  const { of, fail, health } = await provider();
  for (let count = 0; count < 5; count += 1) await fail();
  await store.providerHealth.succeeded(of, true);
  expect(await health()).toBeUndefined();
  expect(await fail()).toBe(false);
});

test('a failure of an application that is gone is nothing', async () => {
  const of = { applicationId: randomUUID(), providerId: 'i' };
  const failure = { why: 'PROVIDER_ERROR', probe: false, at: new Date() };
  expect(await store.providerHealth.failed(of, failure)).toBe(false);
  expect(await store.providerHealth.takeProbe(of, new Date(), new Date())).toBe(false);
});
