import { randomUUID } from 'node:crypto';
import { RateLimiterRes } from 'rate-limiter-flexible';
import { MongoRateLimiter } from '../../../api/http/middleware/mongo-rate-limiter';
import { recordQueries } from '../../support/queries';
import { ownDatabase } from '../database';

const db = ownDatabase({ indexesOf: ['RateLimit'] });

const LIMIT = 100;
let now = Date.now();
/** The limiter of one process. Its clock stands still. */
const newLimiter = (points = LIMIT): MongoRateLimiter =>
  new MongoRateLimiter(db.model('RateLimit').db, () => new Date(now), {
    keyPrefix: 'rate',
    points,
    duration: 1,
  });
const passes = (limiter: MongoRateLimiter, key: string): Promise<boolean> =>
  limiter.consume(key).then(
    () => true,
    (error: unknown) => {
      if (error instanceof RateLimiterRes) return false;
      throw error;
    },
  );
const passed = (answers: boolean[]): number => answers.filter(Boolean).length;
const times = <T>(count: number, make: () => T): T[] => Array.from({ length: count }, make);
async function oneByOne(count: number, limiter: MongoRateLimiter, key: string): Promise<number> {
  let sum = 0;
  for (let n = 0; n < count; n += 1) sum += (await passes(limiter, key)) ? 1 : 0;
  return sum;
}
/** Returns how often a limiter asked the database meanwhile. */
async function operationsOf(work: () => Promise<unknown>): Promise<number> {
  const connection = db.model('RateLimit').db;
  const asked = recordQueries(connection);
  await work();
  connection.set('debug', false);
  return asked.length;
}

describe('LIMIT-1: a limit over several processes', () => {
  test('of requests at once exactly the limit passes', async () => {
    const [limiters, key] = [times(4, newLimiter), randomUUID()];
    const answers = await Promise.all(limiters.flatMap((limiter) => times(50, () => passes(limiter, key))));
    expect(passed(answers)).toBe(LIMIT);
  });

  test('LIMIT-10: a charge counts at once for every process, also what one has counted in advance', async () => {
    const [one, other, key] = [newLimiter(), newLimiter(), randomUUID()];
    expect(await oneByOne(20, one, key)).toBe(20);
    expect(await other.charge(key, 50)).toBeLessThanOrEqual(30);
    const more = (await oneByOne(LIMIT, other, key)) + (await oneByOne(LIMIT, one, key));
    expect(more).toBeLessThanOrEqual(30);
    expect(await one.charge(key, 50)).toBe(0);
    now += 1000;
    expect(await oneByOne(LIMIT + 1, one, key)).toBe(LIMIT);
  });

  test('a single process uses all of the limit, and no more', async () => {
    expect(await oneByOne(LIMIT + 20, newLimiter(), randomUUID())).toBe(LIMIT);
  });

  test('processes that take turns use all of it, if each goes on', async () => {
    const [limiters, key] = [times(3, newLimiter), randomUUID()];
    let sum = 0;
    for (let n = 0; n < LIMIT; n += 1)
      for (const limiter of limiters) sum += (await passes(limiter, key)) ? 1 : 0;
    expect(sum).toBe(LIMIT);
  });

  test('what a process counted in vain is a tenth of the limit at most', async () => {
    const [stops, goesOn, key] = [newLimiter(), newLimiter(), randomUUID()];
    const first = await oneByOne(17, stops, key);
    const all = first + passed(await Promise.all(times(200, () => passes(goesOn, key))));
    expect(all).toBeGreaterThanOrEqual(LIMIT - LIMIT / 10);
    expect(all).toBeLessThanOrEqual(LIMIT);
  });

  test('a process with few requests counts none in vain', async () => {
    const [seldom, busy, key] = [newLimiter(), newLimiter(), randomUUID()];
    expect(await passes(seldom, key)).toBe(true);
    expect(passed(await Promise.all(times(200, () => passes(busy, key))))).toBe(LIMIT - 1);
  });

  test('a limit below ten is exact', async () => {
    const [stops, goesOn, key] = [newLimiter(9), newLimiter(9), randomUUID()];
    const first = await oneByOne(4, stops, key);
    expect(first + passed(await Promise.all(times(20, () => passes(goesOn, key))))).toBe(9);
  });
});

describe('the operations of a limit', () => {
  test('are one for several requests, until half of the limit is used', async () => {
    const [limiter, key] = [newLimiter(), randomUUID()];
    expect(await operationsOf(() => oneByOne(48, limiter, key))).toBeLessThanOrEqual(10);
    expect(await operationsOf(() => oneByOne(40, limiter, key))).toBeGreaterThanOrEqual(35);
  });

  test('are few for many requests at once', async () => {
    const [limiter, key] = [newLimiter(1000), randomUUID()];
    const work = () => Promise.all(times(500, () => passes(limiter, key)));
    expect(await operationsOf(work)).toBeLessThanOrEqual(6);
  });

  test('a new second begins a new window, and what was counted in advance ends', async () => {
    const [limiter, key] = [newLimiter(), randomUUID()];
    expect(await oneByOne(LIMIT + 1, limiter, key)).toBe(LIMIT);
    now += 1001;
    expect(await oneByOne(LIMIT + 1, limiter, key)).toBe(LIMIT);
    now += 1001;
    expect(await oneByOne(20, limiter, key)).toBe(20);
    now += 1001;
    expect(await oneByOne(LIMIT + 1, newLimiter(), key)).toBe(LIMIT);
  });
});
