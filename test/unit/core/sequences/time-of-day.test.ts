import fc from 'fast-check';
import { nextTimeOfDay } from '../../../../core/sequences/time-of-day';

const at = (iso: string): number => Date.parse(iso);
const next = (time: string, timezone: string, from: string, days?: number[]): string => {
  const [hour = 0, minute = 0] = time.split(':').map(Number);
  return new Date(nextTimeOfDay({ hour, minute, ...(days && { days }) }, [timezone], at(from))).toISOString();
};

test.each([
  ['later today', '09:00', 'UTC', '2026-03-02T08:59:00Z', '2026-03-02T09:00:00.000Z'],
  ['tomorrow where it is that time now', '09:00', 'UTC', '2026-03-02T09:00:00Z', '2026-03-03T09:00:00.000Z'],
  ['by the clocks there', '09:00', 'Asia/Kolkata', '2026-03-02T00:00:00Z', '2026-03-02T03:30:00.000Z'],
  [
    'on the other side of midnight',
    '01:00',
    'Pacific/Auckland',
    '2026-03-02T10:00:00Z',
    '2026-03-02T12:00:00.000Z',
  ],
  ['the first of two', '02:30', 'Europe/Stockholm', '2026-10-24T12:00:00Z', '2026-10-25T00:30:00.000Z'],
  ['behind what is skipped', '02:30', 'Europe/Stockholm', '2026-03-28T12:00:00Z', '2026-03-29T01:00:00.000Z'],
])('it is %s', (_name, time, timezone, from, expected) => {
  expect(next(time, timezone, from)).toBe(expected);
});

test('it is the next of the days of the week', () => {
  // A Monday.
  expect(next('09:00', 'UTC', '2026-03-02T10:00:00Z', [1])).toBe('2026-03-09T09:00:00.000Z');
  expect(next('09:00', 'UTC', '2026-03-02T10:00:00Z', [0, 3])).toBe('2026-03-04T09:00:00.000Z');
});

test('it is always ahead, by a week and an hour at most, and clocks show it unless they skip it', () => {
  const zone = fc.constantFrom(
    'UTC',
    'Europe/Stockholm',
    'America/New_York',
    'Australia/Lord_Howe',
    'Asia/Kathmandu',
  );
  const from = fc.date({ min: new Date('2000-01-01'), max: new Date('2050-01-01'), noInvalidDate: true });
  fc.assert(
    fc.property(fc.nat(23), fc.nat(59), zone, from, (hour, minute, timezone, date) => {
      const moment = nextTimeOfDay({ hour, minute }, [timezone], date.getTime());
      expect(moment).toBeGreaterThan(date.getTime());
      expect(moment - date.getTime()).toBeLessThanOrEqual(49 * 3_600_000);
      const shown = new Intl.DateTimeFormat('en-GB', {
        timeZone: timezone,
        hour: '2-digit',
        minute: '2-digit',
      });
      const wanted = `${String(hour).padStart(2, '0')}:${String(minute).padStart(2, '0')}`;
      const minutes = (text: string): number => Number(text.slice(0, 2)) * 60 + Number(text.slice(3));
      // What clocks skip is at most two hours.
      expect((minutes(shown.format(moment)) - minutes(wanted) + 1440) % 1440).toBeLessThanOrEqual(120);
    }),
  );
});
