import { check } from '../../../../core/shared/schemas/check';
import { statisticsQuery, usageQuery } from '../../../../core/schemas/statistics';

test.each([
  [{}, {}],
  [{ from: '2026-03-01T10:00:00.5+01:00' }, { from: new Date('2026-03-01T09:00:00.500Z') }],
  [
    { from: '2026-03-01T09:00:00Z', to: '2026-03-02T09:00:00Z', by: 'hour' },
    { from: new Date('2026-03-01T09:00:00Z'), to: new Date('2026-03-02T09:00:00Z'), by: 'hour' },
  ],
  [{ by: 'day' }, { by: 'day' }],
])('statistics are asked for by %j', (query, data) => {
  expect(check(statisticsQuery, query)).toEqual({ ok: true, data });
});

test.each<[string, string, object]>([
  ['from', 'must be a time with its zone, for example 2026-03-01T09:00:00Z', { from: '2026-03-01' }],
  ['to', 'must be a time with its zone, for example 2026-03-01T09:00:00Z', { to: '2026-03-01T09:00:00' }],
  ['by', 'must be one of hour, day', { by: 'week' }],
  ['since', 'is not a known field. Known fields: from, to, by, compare', { since: '2026-03-01T09:00:00Z' }],
])('a query of statistics is refused: %s %s', (field, rule, query) => {
  expect(check(statisticsQuery, query)).toEqual({ ok: false, field, message: `${field} ${rule}.` });
});

test.each([
  [{}],
  [{ month: '2026-01' }],
  [{ month: '2026-09' }],
  [{ month: '2026-10' }],
  [{ month: '2026-12' }],
])('usage is asked for by %j', (query) => {
  expect(check(usageQuery, query)).toEqual({ ok: true, data: query });
});

test.each([
  '',
  '2026',
  '2026-3',
  '2026-00',
  '2026-13',
  '2026-20',
  '26-03',
  '12026-03',
  '2026-03-01',
  '2026-03\n',
  'abcd-03',
])('usage is not asked for by the month %j', (month) => {
  expect(check(usageQuery, { month })).toEqual({
    ok: false,
    field: 'month',
    message: 'month must be a month, for example 2026-03.',
  });
});

test('usage is asked for by one month, and by nothing else', () => {
  expect(check(usageQuery, { month: ['2026-03', '2026-04'] })).toMatchObject({
    message: 'month must be text, not an array.',
  });
  expect(check(usageQuery, { year: '2026' })).toMatchObject({
    field: 'year',
    message: 'year is not a known field. Known fields: month.',
  });
});
