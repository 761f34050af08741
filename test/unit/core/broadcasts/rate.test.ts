import { expectedEndOf, rateOf } from '../../../../core/broadcasts/rate';

const at = (seconds: number): Date => new Date(seconds * 1000);

test('BROADCAST-6: without an earlier count, the rate is the average since the start', () => {
  expect(rateOf(null, at(0), { at: at(10), reached: 500 })).toBe(50);
  expect(rateOf(null, at(0), { at: at(0), reached: 0 })).toBeNull();
});

test('BROADCAST-6: the rate follows the last counts, and the longer they are apart the faster', () => {
  const earlier = { at: at(100), reached: 1000, rate: 100 };
  const soon = rateOf(earlier, at(0), { at: at(101), reached: 1000 })!;
  const late = rateOf(earlier, at(0), { at: at(160), reached: 1000 })!;
  expect(soon).toBeGreaterThan(90);
  expect(late).toBeLessThan(2);
  expect(rateOf(earlier, at(0), { at: at(400), reached: 1600 })).toBeCloseTo(2, 5);
});

test('BROADCAST-6: the end is expected only if total and rate are known', () => {
  expect(expectedEndOf({ at: at(0), ahead: 100, rate: 10 }, 200)).toEqual(at(10));
  expect(expectedEndOf({ at: at(0), ahead: 100, rate: null }, 200)).toBeNull();
  expect(expectedEndOf({ at: at(0), ahead: 100, rate: 0 }, 200)).toBeNull();
  expect(expectedEndOf({ at: at(0), ahead: 100, rate: 10 }, null)).toBeNull();
});
