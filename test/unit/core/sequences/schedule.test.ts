import { zonedTime } from '../../../../core/sequences/clock';
import { isWait, type Step } from '../../../../core/sequences/steps';
import { priorityKeyOf } from '../../../../core/sending/priority';
import { dayOf, monthOf } from '../../../../core/sending/quota-period';

const HOUR = 3_600_000;

describe('the clock on the wall', () => {
  const summer = Date.UTC(2026, 6, 1, 12, 34, 56, 789);
  const aheadOfUtc = (zones: (string | null)[], ms: number): number =>
    zonedTime(zones, ms).offsetNanoseconds / 1e6;

  test.each([
    ['Europe/Berlin', 2 * HOUR],
    ['America/New_York', -4 * HOUR],
    ['Asia/Kathmandu', 5.75 * HOUR],
    ['UTC', 0],
  ])('in %s it is ahead of UTC by its offset, whatever the milliseconds', (zone, ahead) => {
    expect(aheadOfUtc([zone], summer)).toBe(ahead);
    expect(aheadOfUtc([zone], summer - 789)).toBe(ahead);
  });

  test('it changes with the season, and at midnight shows 0 h of the next day', () => {
    const berlin = (ms: number) => aheadOfUtc(['Europe/Berlin'], ms);
    expect(berlin(Date.UTC(2026, 0, 31, 23, 0, 0))).toBe(HOUR);
    expect(berlin(Date.UTC(2026, 2, 29, 0, 59, 59))).toBe(HOUR);
    expect(berlin(Date.UTC(2026, 2, 29, 1, 0, 0))).toBe(2 * HOUR);
  });

  test('the first zone that is known decides, and without one it is UTC', () => {
    expect(aheadOfUtc([null, 'Mars/Olympus', 'Asia/Tokyo', 'UTC'], summer)).toBe(9 * HOUR);
    expect(aheadOfUtc([null, 'Mars/Olympus'], summer)).toBe(0);
    expect(aheadOfUtc([], summer)).toBe(0);
  });
});

describe('the period of a quota', () => {
  const last = new Date('2026-12-31T23:59:59.999Z');

  test('a day is one of UTC', () => {
    expect(dayOf(last)).toEqual({ key: 'day:2026-12-31', endsAt: new Date('2027-01-01T00:00:00Z') });
    expect(dayOf(new Date('2026-02-28T00:00:00Z'))).toEqual({
      key: 'day:2026-02-28',
      endsAt: new Date('2026-03-01T00:00:00Z'),
    });
  });

  test('a month is one of UTC', () => {
    expect(monthOf(last)).toEqual({ key: 'month:2026-12', endsAt: new Date('2027-01-01T00:00:00Z') });
    expect(monthOf(new Date('2026-02-03T10:00:00Z'))).toEqual({
      key: 'month:2026-02',
      endsAt: new Date('2026-03-01T00:00:00Z'),
    });
  });
});

test("priorities have Temporal's keys, and none has the middle one", () => {
  expect((['high', 'normal', 'low', undefined] as const).map((one) => priorityKeyOf(one))).toEqual([
    1, 3, 5, 3,
  ]);
});

test.each([
  ['wait', { type: 'wait' }, true],
  ['wait until a time', { type: 'wait_until' }, true],
  ['digest', { type: 'digest' }, true],
  ['condition on a delivery', { type: 'condition', if: { delivered: 'send' } }, true],
  ['condition on facts', { type: 'condition', if: { value: 'payload.a', is: 1 } }, false],
  ['SEND', { type: 'send' }, false],
  ['end', undefined, false],
])('a notification waits from the moment that it reaches a %s: %p is %p', (_, step, waits) => {
  expect(isWait(step as Step | undefined)).toBe(waits);
});
