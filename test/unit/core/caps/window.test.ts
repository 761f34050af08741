import fc from 'fast-check';
import { freeAt, windowAt } from '../../../../core/caps/window';

const iso = (at: Date | null): string | null => at && at.toISOString().replace('.000Z', 'Z');
const windowOf = (per: string, timezone: string, at: string): (string | null)[] => {
  const { since, ends } = windowAt({ per, timezone }, new Date(at));
  return [iso(since), iso(ends)];
};

describe('CAP-4: the window', () => {
  test.each([
    ['hour', 'UTC', '2026-01-15T12:59:59.999Z', '2026-01-15T12:00:00Z', '2026-01-15T13:00:00Z'],
    ['hour', 'Asia/Kathmandu', '2026-01-15T12:20:00Z', '2026-01-15T12:15:00Z', '2026-01-15T13:15:00Z'],
    ['day', 'UTC', '2026-01-15T00:00:00Z', '2026-01-15T00:00:00Z', '2026-01-16T00:00:00Z'],
    ['day', 'Europe/Berlin', '2026-01-15T22:59:59Z', '2026-01-14T23:00:00Z', '2026-01-15T23:00:00Z'],
    ['day', 'Europe/Berlin', '2026-01-15T23:00:00Z', '2026-01-15T23:00:00Z', '2026-01-16T23:00:00Z'],
    // The clock is set forward: the day has 23 hours. And back: 25.
    ['day', 'Europe/Berlin', '2026-03-29T12:00:00Z', '2026-03-28T23:00:00Z', '2026-03-29T22:00:00Z'],
    ['day', 'Europe/Berlin', '2026-10-25T12:00:00Z', '2026-10-24T22:00:00Z', '2026-10-25T23:00:00Z'],
    // A day that has no midnight.
    ['day', 'Asia/Beirut', '2026-03-29T12:00:00Z', '2026-03-28T22:00:00Z', '2026-03-29T21:00:00Z'],
    // Monday to Sunday.
    ['week', 'UTC', '2026-01-18T23:59:59Z', '2026-01-12T00:00:00Z', '2026-01-19T00:00:00Z'],
    ['week', 'UTC', '2026-01-19T00:00:00Z', '2026-01-19T00:00:00Z', '2026-01-26T00:00:00Z'],
  ])('of a %s in %s at %s', (per, zone, at, since, ends) =>
    expect(windowOf(per, zone, at)).toEqual([since, ends]),
  );

  test('of a duration is the time until now, in any zone', () => {
    expect(windowOf('10m', 'Europe/Berlin', '2026-01-15T12:00:00Z')).toEqual(['2026-01-15T11:50:00Z', null]);
  });

  test('has a free place at the end of the period, or after the duration since the oldest', () => {
    const oldest = new Date('2026-01-15T11:55:00Z');
    const free = (per: string) => iso(freeAt({ per, timezone: 'UTC' }, oldest));
    expect(free('hour')).toBe('2026-01-15T12:00:00Z');
    expect(free('10m')).toBe('2026-01-15T12:05:00Z');
  });

  const zone = fc.constantFrom('UTC', 'Europe/Berlin', 'Asia/Kathmandu', 'America/St_Johns', 'Asia/Beirut');
  const time = fc
    .integer({ min: Date.UTC(2026, 0, 1), max: Date.UTC(2027, 11, 31) })
    .map((ms) => new Date(ms));

  it('of a day or week is the dates that a clock on the wall shows, for any time and zone', () => {
    fc.assert(
      fc.property(zone, time, fc.constantFrom('day', 'week'), (timezone, at, per) => {
        const { since, ends } = windowAt({ per, timezone }, at);
        expect(since <= at && ends !== null && at < ends).toBe(true);
        const shown = new Intl.DateTimeFormat('en-CA', { timeZone: timezone });
        const dateOf = (ms: number): string => shown.format(ms);
        const monday = (ms: number): string => {
          const date = new Date(`${dateOf(ms)}T00:00:00Z`);
          date.setUTCDate(date.getUTCDate() - ((date.getUTCDay() + 6) % 7));
          return date.toISOString().slice(0, 10);
        };
        const periodOf = per === 'day' ? dateOf : monday;
        expect(periodOf(since.getTime())).toBe(periodOf(at.getTime()));
        expect(periodOf(since.getTime() - 1)).not.toBe(periodOf(at.getTime()));
        expect(periodOf(ends!.getTime() - 1)).toBe(periodOf(at.getTime()));
        expect(periodOf(ends!.getTime())).not.toBe(periodOf(at.getTime()));
      }),
    );
  });

  it('of an hour begins at the full hour of the wall, at most an hour ago', () => {
    fc.assert(
      fc.property(zone, time, (timezone, at) => {
        const { since, ends } = windowAt({ per: 'hour', timezone }, at);
        expect(since <= at && ends !== null && at < ends).toBe(true);
        expect(at.getTime() - since.getTime()).toBeLessThan(3_600_000);
        const minutes = new Intl.DateTimeFormat('en', {
          timeZone: timezone,
          minute: 'numeric',
          second: 'numeric',
        });
        expect(minutes.format(since)).toMatch(/^0?0:00$/);
      }),
    );
  });
});
