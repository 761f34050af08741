import { randomUUID } from 'node:crypto';
import { PROBE_MS, REST_AFTER, restMs } from '../../../core/sending/failover';
import type { Application } from '../../../store/accounts/applications';
import { ownDatabase } from '../database';
import { noon } from '../documents';
import { meanwhile } from '../meanwhile';

const db = ownDatabase({ bystanders: { Application: { name: 'bystander' } } });
const model = () => db.model<Application>('Application');
/** Stores an application and names a provider of it. */
async function provider(health?: Application['health']) {
  const applicationId = randomUUID();
  await model().collection.insertOne({
    _id: applicationId,
    name: applicationId,
    ...(health && { health }),
  } as never);
  return { applicationId, providerId: 'p' };
}
const healthOf = async ({ applicationId }: { applicationId: string }) =>
  (await db.store.applications.get(applicationId))?.health;
const failed = (of: { applicationId: string; providerId: string }, ms = 0, probe = false) =>
  db.store.providerHealth.failed(of, { why: `failed at ${ms}`, probe, at: noon(ms) });
const failing = { failures: REST_AFTER, rests: 0, restUntil: null, why: 'w', at: noon() };

describe('a provider that fails', () => {
  test('it is rested once it has failed often enough, and not before', async () => {
    const of = await provider();
    for (let count = 1; count < REST_AFTER; count++) {
      expect(await failed(of, count)).toBe(false);
      expect(await healthOf(of)).toEqual({
        p: { failures: count, why: `failed at ${count}`, at: noon(count) },
      });
    }
    expect(await failed(of, 99)).toBe(true);
    expect(await healthOf(of)).toEqual({
      p: {
        ...{ failures: REST_AFTER, why: 'failed at 99', at: noon(99) },
        ...{ rests: 1, restingSince: noon(99), restUntil: noon(99 + restMs(0)) },
      },
    });
  });

  test('while it is rested only the probe rests it again, for longer', async () => {
    const of = await provider({ p: { ...failing, rests: 2, restUntil: noon(50) } });
    expect(await failed(of, 60)).toBe(false);
    expect((await healthOf(of))?.p).toMatchObject({
      failures: REST_AFTER + 1,
      rests: 2,
      restUntil: noon(50),
    });
    expect(await failed(of, 70, true)).toBe(true);
    expect((await healthOf(of))?.p).toMatchObject({ rests: 3, restUntil: noon(70 + restMs(2)) });
  });

  test('of two that rest it at the same time one has done it', async () => {
    const of = await provider({ p: { ...failing, failures: REST_AFTER - 1 } });
    meanwhile(model(), ['after', 'findOneAndUpdate'], () => failed(of, 1));
    expect(await failed(of, 2)).toBe(false);
    expect((await healthOf(of))?.p).toMatchObject({ rests: 1, restUntil: noon(1 + restMs(0)) });
  });

  test('a provider beside it, and an application beside its own, stay as they are', async () => {
    const others = { q: { ...failing } };
    const [of, other] = [await provider(others), await provider(others)];
    await failed(of);
    expect((await healthOf(of))?.q).toEqual(failing);
    expect(await healthOf(other)).toEqual(others);
  });

  test('in an application that is gone nothing is counted', async () => {
    expect(await failed({ applicationId: 'nobody', providerId: 'p' })).toBe(false);
  });
});

test('a provider that answers as it should has nothing counted any more', async () => {
  const [of, other] = [await provider({ p: failing, q: failing }), await provider({ p: failing })];
  expect(await db.store.providerHealth.succeeded(of, true)).toBe(true);
  expect(await healthOf(of)).toEqual({ q: failing });
  expect(await healthOf(other)).toEqual({ p: failing });
});

test('of 100 attempts that began before the first failure, 7 that fail between others do not rest it', async () => {
  const of = await provider();
  for (let ended = 0; ended < 100; ended += 1) {
    if (ended % 16 === 0) expect(await failed(of, ended)).toBe(false);
    else expect(await db.store.providerHealth.succeeded(of, false)).toBe(ended % 16 === 1);
  }
  expect(await healthOf(of)).toEqual({});
});

test('a success where nothing has failed costs no write', async () => {
  const of = await provider({ p: failing });
  expect(await db.store.providerHealth.succeeded(of, false)).toBe(false);
  expect(await healthOf(of)).toEqual({ p: failing });
});

test('one attempt at a time probes a rested provider', async () => {
  const rested = { p: { ...failing, restUntil: noon(50) } };
  const [of, other] = [await provider(rested), await provider(rested)];
  expect(await db.store.providerHealth.takeProbe(of, noon(50), noon(60))).toBe(true);
  expect(await db.store.providerHealth.takeProbe(of, noon(50), noon(61))).toBe(false);
  expect((await healthOf(of))?.p?.restUntil).toEqual(noon(60 + PROBE_MS));
  expect(await healthOf(other)).toEqual(rested);
});
