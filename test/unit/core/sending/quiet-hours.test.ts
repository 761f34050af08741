import fc from 'fast-check';
import { type QuietHours, quietUntil } from '../../../../core/sending/quiet-hours';
import { rounds } from '../../../support/property-runs';

const NIGHT: QuietHours = { from: '22:00', to: '08:00', timezone: 'UTC' };
const until = (hours: Partial<QuietHours>, timezone: string | null, at: string): string | null => {
  const end = quietUntil({ ...NIGHT, ...hours }, timezone, Date.parse(at));
  return end === null ? null : new Date(end).toISOString().replace('.000Z', 'Z');
};

describe('the end of quiet hours', () => {
  it.each([
    ['2026-01-15T21:59:59.999Z', null],
    ['2026-01-15T22:00:00Z', '2026-01-16T08:00:00Z'],
    ['2026-01-15T23:30:15.250Z', '2026-01-16T08:00:00Z'],
    ['2026-01-16T07:59:59.999Z', '2026-01-16T08:00:00Z'],
    ['2026-01-16T08:00:00Z', null],
  ])('over midnight, at %s, is %s', (at, end) => expect(until({}, null, at)).toBe(end));

  it.each([
    ['2026-01-15T11:59:00Z', null],
    ['2026-01-15T12:00:00Z', '2026-01-15T13:30:00Z'],
    ['2026-01-15T13:30:00Z', null],
  ])('within a day, at %s, is %s', (at, end) =>
    expect(until({ from: '12:00', to: '13:30' }, null, at)).toBe(end),
  );

  it('is on the clock of the contact, and on that of the event where the contact has none', () => {
    const at = '2026-01-15T15:00:00Z';
    expect(until({}, 'Asia/Kathmandu', at)).toBeNull();
    expect(until({}, 'Asia/Kathmandu', '2026-01-15T16:15:00Z')).toBe('2026-01-16T02:15:00Z');
    expect(until({ timezone: 'Asia/Tokyo' }, null, at)).toBe('2026-01-15T23:00:00Z');
    expect(until({ timezone: 'Asia/Tokyo' }, 'Europe/Stockholm', at)).toBeNull();
  });

  it('is on the clock of the event where the time zone of the contact is not known here', () => {
    expect(until({ timezone: 'Asia/Tokyo' }, 'Mars/Olympus', '2026-01-15T15:00:00Z')).toBe(
      '2026-01-15T23:00:00Z',
    );
  });

  const STOCKHOLM = 'Europe/Stockholm';
  it.each([
    [
      'an end that the clock leaps over is where it lands',
      '02:30',
      '2026-03-29T00:00:00Z',
      '2026-03-29T01:00:00Z',
    ],
    [
      'a night with an hour less ends an hour earlier',
      '08:00',
      '2026-03-28T22:00:00Z',
      '2026-03-29T06:00:00Z',
    ],
    ['a night with an hour more ends an hour later', '08:00', '2026-10-24T22:00:00Z', '2026-10-25T07:00:00Z'],
    ['an end that comes twice is the first', '02:30', '2026-10-24T22:00:00Z', '2026-10-25T00:30:00Z'],
    ['an hour that comes twice is quiet twice', '02:30', '2026-10-25T01:10:00Z', '2026-10-25T01:30:00Z'],
    [
      'an end at which the clock is set back is its second',
      '03:00',
      '2026-10-24T23:00:00Z',
      '2026-10-25T02:00:00Z',
    ],
  ])('in Stockholm: %s', (_what, to, at, end) => expect(until({ to }, STOCKHOLM, at)).toBe(end));

  it('never comes where the clock leaps over all of them', () => {
    for (const at of ['2026-03-29T00:59:59Z', '2026-03-29T01:00:00Z', '2026-03-29T01:20:00Z'])
      expect(until({ from: '02:10', to: '02:50' }, STOCKHOLM, at)).toBeNull();
  });

  it('is right where the clock leaps over a whole day', () => {
    expect(until({}, 'Pacific/Apia', '2011-12-30T09:00:00Z')).toBe('2011-12-30T18:00:00Z');
  });
});

describe('any quiet hours at any time', () => {
  const zone = fc.constantFrom(
    ...[
      'UTC',
      'Europe/Stockholm',
      'America/New_York',
      'America/St_Johns',
      'America/Sao_Paulo',
      'Asia/Beirut',
    ],
    ...['Africa/Casablanca', 'Asia/Kathmandu', 'Australia/Lord_Howe', 'Pacific/Apia', 'Pacific/Chatham'],
  );
  const time = fc
    .integer({ min: 0, max: 1439 })
    .map((minute) => new Date(minute * 60_000).toISOString().slice(11, 16));
  const hours = fc.record({ from: time, to: time, timezone: zone }).filter(({ from, to }) => from !== to);
  const near = fc.integer({ min: -90_000_000, max: 90_000_000 });
  const at = fc.oneof(
    fc.date({ min: new Date('2000-01-01'), max: new Date('2036-01-01'), noInvalidDate: true }).map(Number),
    // Around nights in which clocks are set.
    fc
      .tuple(
        fc.constantFrom('2026-03-29T01:00Z', '2026-10-25T01:00Z', '2026-03-08T07:00Z', '2011-12-30T10:00Z'),
        near,
      )
      .map(([night, offset]) => Date.parse(night) + offset),
  );
  /** Made once for each zone: making one takes longer than all else here. */
  const clocks = new Map<string, Intl.DateTimeFormat>();
  const clockIn = (timeZone: string): Intl.DateTimeFormat => {
    const clock =
      clocks.get(timeZone) ??
      new Intl.DateTimeFormat('en-GB', { timeZone, timeStyle: 'short', hourCycle: 'h23' });
    clocks.set(timeZone, clock);
    return clock;
  };
  const isQuiet = ({ from, to, timezone }: QuietHours, ms: number): boolean => {
    const shown = clockIn(timezone).format(ms);
    return from < to ? from <= shown && shown < to : from <= shown || shown < to;
  };

  /** What a day has that is not quiet. */
  const freeMinutes = ({ from, to }: QuietHours): number => {
    const minutes = (text: string): number => Number(text.slice(0, 2)) * 60 + Number(text.slice(3));
    return (minutes(from) - minutes(to) + 1440) % 1440;
  };

  it('end later than now, at most 24 h and 1 h later, at a time that is not quiet; what lies between is', () => {
    fc.assert(
      fc.property(hours, at, fc.double({ min: 0, max: 1, noNaN: true }), (window, now, part) => {
        const end = quietUntil(window, null, now);
        expect(end !== null).toBe(isQuiet(window, now));
        if (end === null) return;
        expect(end).toBeGreaterThan(now);
        // A free hour or less may lie in what the clock leaps over, as at midnight in Beirut: then it is the next day's.
        const longest = freeMinutes(window) > 60 ? 25 : 49;
        expect(end).toBeLessThanOrEqual(now + longest * 3_600_000);
        expect(isQuiet(window, end)).toBe(false);
        expect(isQuiet(window, end - 1)).toBe(true);
        expect(quietUntil(window, null, Math.floor(now + part * (end - 1 - now)))).toBe(end);
      }),
      rounds(3),
    );
  });
});
