import fc from 'fast-check';
import { cronProblem } from '../../../../core/schedules/cron';
import { scheduleBody } from '../../../../core/schemas/schedules';
import { check } from '../../../../core/shared/schemas/check';
import { durationText, parseDuration } from '../../../../core/events/file/duration';

test.each([
  '0 9 * * *',
  '*/15 8-18 * * MON-FRI',
  '0,30 9-17/2 1,15 * *',
  '  0   9 * jan,JUL  * ',
  '0 0 29 2 *',
  '0 0 * * 0,7',
  '5-50/5 * */2 * MON',
])('RECUR-8: %p is a cron expression', (text) => expect(cronProblem(text)).toBeUndefined());

test.each([
  ['', /must have five fields.* This one has none/],
  ['0 9 * *', /must have five fields: minute.* such as 0 9 \* \* MON-FRI. This one has 4/],
  ['0 0 9 * * *', /This one has 6/],
  ['@daily', /Names such as @daily are not allowed/],
  ['CRON_TZ=Europe/Berlin 0 9 * * *', /Write the time zone in zone/],
  ['60 9 * * *', /has "60" as its minute. Write \*, numbers from 0 to 59, lists/],
  ['0 24 * * *', /has "24" as its hour/],
  ['0 9 0 * *', /has "0" as its day of the month/],
  ['0 9 L * *', /has "L" as its day of the month/],
  ['0 9 * 13 *', /has "13" as its month. Write \*, numbers from 1 to 12 or names such as JAN/],
  ['0 9 * * 8', /has "8" as its day of the week/],
  ['0 9 * * MO', /has "MO" as its day of the week.* names such as MON/],
  ['0 9 * * FRI-MON', /has the range FRI-MON as its day of the week. Write the smaller end first/],
  ['*/0 * * * *', /A step follows \* or a range and is 1 or more/],
  ['5/10 * * * *', /A step follows \* or a range/],
  ['0 9 1-2-3 * *', /has "1-2-3" as its day of the month/],
  ['0 9 , * *', /has "" as its day of the month/],
  ['0 9 1 * MON', /cron programs read differently. Set one of them to \*, or write two schedules/],
  ['0 9 31 2,4 *', /never happens: no month that it names has a day 31/],
])('RECUR-8: %p is refused with what to write', (text, problem) =>
  expect(cronProblem(text)).toMatch(problem),
);

test('no text makes it throw', () => {
  fc.assert(fc.property(fc.string(), (text) => void cronProblem(text)));
});

const BODY = { event: 'welcome', cron: '0 9 * * *', zone: 'Europe/Berlin', to: 'ada@example.com' };

test.each([
  [{ cron: '0 9 * *' }, 'cron', /^cron must have five fields/],
  [{ zone: 'Berlin' }, 'zone', /IANA time zone/],
  [{ catch_up: '10s' }, 'catch_up', /must be a duration from 1m to 7d/],
  [{ catch_up: '8d' }, 'catch_up', /must be a duration from 1m to 7d/],
  [{ start: '2027-02-01T00:00:00Z', end: '2027-01-01T00:00:00Z' }, 'end', /must be later than start/],
  [{ start: 'soon' }, 'start', /must be a time with its zone/],
  [{ every: '1d' }, 'every', /./],
])('RECUR-8: a schedule with %p is refused', (fields, field, message) => {
  const { ok, ...refused } = check(scheduleBody, { ...BODY, ...fields });
  expect({ ok, ...refused }).toMatchObject({ ok: false, field, message: expect.stringMatching(message) });
});

test('a duration is written as it is read', () => {
  expect([60_000, 3_600_000, 5_400_000, 86_400_000, 1_500].map(durationText)).toEqual([
    '1m',
    '1h',
    '90m',
    '1d',
    '1500ms',
  ]);
  fc.assert(fc.property(fc.nat(999_999_999), (ms) => expect(parseDuration(durationText(ms))).toBe(ms)));
});
