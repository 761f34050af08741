import { check } from '../../../../core/shared/schemas/check';
import { explainQuery } from '../../../../core/schemas/explain';

const who = 'ada@example.org';

test('an explanation is asked for by whom it is about, and may be narrowed', () => {
  expect(check(explainQuery, { who })).toEqual({ ok: true, data: { who, limit: 20 } });
  const query = { who, application: 'Shop', environment: 'sandbox', event: 'welcome' };
  expect(
    check(explainQuery, { ...query, from: '2026-03-01T09:00:00Z', to: '2026-03-02T09:00:00Z', limit: '50' }),
  ).toEqual({
    ok: true,
    data: {
      ...query,
      from: new Date('2026-03-01T09:00:00Z'),
      to: new Date('2026-03-02T09:00:00Z'),
      limit: 50,
    },
  });
});

const KNOWN = 'who, application, environment, event, from, to, limit';
test.each<[object, string]>([
  [{}, 'who is required and must be text'],
  [{ who: '' }, 'who must not be empty'],
  [{ who: 'a'.repeat(256) }, 'who must have at most 255 characters'],
  [{ who, application: '' }, 'application must not be empty'],
  [{ who, event: '' }, 'event must not be empty'],
  [{ who, environment: 'test' }, 'environment must be one of production, sandbox'],
  [{ who, limit: '51' }, 'limit must be an integer from 1 to 50'],
  [{ who, limit: 'x' }, 'limit must be an integer from 1 to 50'],
  [{ who, since: 'x' }, `since is not a known field. Known fields: ${KNOWN}`],
])('the query %j is refused: %s', (query, rule) => {
  expect(check(explainQuery, query)).toMatchObject({ ok: false, message: `${rule}.` });
});
