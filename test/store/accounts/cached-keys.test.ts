import { newId } from '../../../core/shared/ids';
import type { ApiKey } from '../../../store/accounts/api-keys';
import { createCachedReads } from '../../../store/cached';
import { eventually } from '../../support/eventually';
import { ownDatabase } from '../database';

const database = ownDatabase();

const key = (hash: string): ApiKey => ({
  _id: hash,
  id: newId(),
  applicationId: 'application',
  environment: 'production',
  prefix: 'live_abcd',
  label: null,
  rateLimit: null,
  createdAt: new Date(),
  revokedAt: null,
});

/** Reads through a cache, and the look-ups that reach the database. */
function cachedReads() {
  const { store } = database;
  const asked: string[][] = [];
  const apiKeys = {
    ...store.apiKeys,
    getActive: (hashes: string[]) => {
      asked.push([...hashes]);
      return store.apiKeys.getActive(hashes);
    },
  };
  return { cached: createCachedReads({ ...store, apiKeys }), asked };
}

test('a key that there is not is looked up once in a moment, and a new one is found soon after', async () => {
  const { cached, asked } = cachedReads();
  let count = 0;
  const later = await eventually('five reads within half a second', async () => {
    const hash = `later-${(count += 1)}`;
    const begun = performance.now();
    for (let n = 0; n < 5; n += 1) expect(await cached.apiKey(hash)).toBeNull();
    if (performance.now() - begun > 450) return null;
    expect(asked.filter((hashes) => hashes.includes(hash))).toEqual([[hash]]);
    return hash;
  });
  await database.store.apiKeys.insert(key(later));
  const insertedAt = performance.now();
  await eventually('the new key', () => cached.apiKey(later));
  // Half a second, and what a busy machine adds.
  expect(performance.now() - insertedAt).toBeLessThan(15_000);
});

test('a key that this process makes is found at once', async () => {
  const { cached } = cachedReads();
  expect(await cached.apiKey('made')).toBeNull();
  await database.store.apiKeys.insert(key('made'));
  cached.clear();
  expect(await cached.apiKey('made')).toMatchObject({ _id: 'made' });
});

test('a flood of keys costs few queries, and a right one among them is found', async () => {
  const { cached, asked } = cachedReads();
  await database.store.apiKeys.insert(key('right'));
  const hashes = Array.from({ length: 500 }, (_, n) => `wrong-${n}`).concat('right');
  const found = await Promise.all(hashes.map((hash) => cached.apiKey(hash)));
  expect(found.filter((one) => one !== null)).toMatchObject([{ _id: 'right' }]);
  expect(asked.length).toBeLessThanOrEqual(3);
});

test('while one query is under way, the keys that are asked for share the next', async () => {
  const { store } = database;
  const asked: number[] = [];
  let release = (): void => undefined;
  const held = new Promise<void>((resolve) => (release = resolve));
  const getActive = async (hashes: string[]) => {
    asked.push(hashes.length);
    await held;
    return store.apiKeys.getActive(hashes);
  };
  const cached = createCachedReads({ ...store, apiKeys: { ...store.apiKeys, getActive } });
  const looks: Promise<unknown>[] = [];
  for (let n = 0; n < 20; n += 1) {
    looks.push(cached.apiKey(`held-${n}`));
    await new Promise(setImmediate);
  }
  expect(asked).toEqual([1]);
  release();
  await Promise.all(looks);
  expect(asked).toEqual([1, 19]);
});

test('a look-up that fails fails those who wait for it alone', async () => {
  const { store } = database;
  let failing = true;
  const getActive = (hashes: string[]) =>
    failing ? Promise.reject(new Error('away')) : store.apiKeys.getActive(hashes);
  const cached = createCachedReads({ ...store, apiKeys: { ...store.apiKeys, getActive } });
  await expect(cached.apiKey('a')).rejects.toThrow('away');
  failing = false;
  expect(await cached.apiKey('a')).toBeNull();
});
