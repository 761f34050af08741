import { ASSUMED, MEASURED } from '../../../tools/bench/capacity/costs';
import { deploymentFor, needsOf, saturationOf, SMALLEST } from '../../../tools/bench/capacity/model';
import { capacityText } from '../../../tools/bench/capacity/text';

const RATE = 10_000;
const costs = { ...MEASURED.single, cpuMs: { api: 5, worker: 15, temporal: 30, mongodb: 5 } };

test('what a rate needs is the rate times the cost', () => {
  const needs = needsOf(RATE, { ...costs, historyBytes: 2000, storedBytes: 1000 }, ASSUMED);
  expect(needs.cores).toEqual({ api: 50, worker: 150, temporal: 300, mongodb: 50, all: 550 });
  expect(needs).toMatchObject({ apis: 84, workers: 167, temporalHosts: 32, mongodbShards: 6 });
  // 4 updates of 5 ms each are 200 busy shards, at 60 % of their time.
  expect(needs).toMatchObject({ historyShards: 334, partitions: 17, connections: 1000 });
  expect(needs).toMatchObject({ reads: 20_000, writes: 40_000, actions: 20_000 });
  expect(needs.bytes).toEqual({ stored: 20e6, history: 20e6, sent: 50e6 });
  expect(needs.terabytes.mongodb).toBeCloseTo(155.52);
  expect(needs.terabytes.temporal).toBeCloseTo(1.728);
});

test('the part that is used up first stands in front, and more of it moves it back', () => {
  const [first, second] = saturationOf({ ...SMALLEST, connections: 5 }, costs, ASSUMED);
  expect(first).toEqual({ part: 'connections to the provider', perSecond: 50 });
  expect(second).toEqual({ part: 'processor of the workers', perSecond: 100 });
  const [other] = saturationOf({ ...SMALLEST, connections: 20 }, costs, ASSUMED);
  expect(other?.part).toBe('processor of the workers');
});

test.each(['single', 'broadcast'] as const)(
  'a deployment for a rate reaches it, but for what no machine adds to: %s',
  (kind) => {
    const of = MEASURED[kind];
    const parts = saturationOf(deploymentFor(needsOf(RATE, of, ASSUMED), kind === 'broadcast'), of, ASSUMED);
    const short = parts.filter(({ perSecond }) => perSecond < RATE).map(({ part }) => part);
    expect(short).toEqual(kind === 'single' ? ["the application's quota, one document"] : []);
  },
);

test('what a broadcast does not use limits it nowhere', () => {
  const parts = saturationOf({ ...SMALLEST, broadcasts: 1 }, MEASURED.broadcast, ASSUMED);
  expect(parts.map(({ part }) => part)).not.toContain('history shards');
  expect(capacityText(RATE)).toContain('broadcasts at the same time');
});
