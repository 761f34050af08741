import type { ExplainEntry } from '../../../dashboard/src/api/types';
import { groupsOf } from '../../../dashboard/src/pages/explain/groups';

const entry = (minute: number, id: string | null, code: string): ExplainEntry => ({
  at: `2026-03-01T09:${String(minute).padStart(2, '0')}:00.000Z`,
  kind: 'done',
  code,
  text: code,
  quote: null,
  notification_id: id,
  event: 'welcome',
});
const verdict = (...codes: [number, string][]): string | undefined =>
  groupsOf(codes.map(([minute, code]) => entry(minute, 'a', code)))[0]?.verdict.code;

test('a person’s notifications are grouped, the one that began last first', () => {
  const entries = [entry(0, 'a', 'ACCEPTED'), entry(1, 'b', 'ACCEPTED'), entry(2, null, 'SUPPRESSED')];
  const groups = groupsOf([...entries, entry(3, 'a', 'SENT')]);
  expect(groups.map(({ id, entries: all }) => [id, all.length])).toEqual([
    [null, 1],
    ['b', 1],
    ['a', 2],
  ]);
});

test.each<[string, string | undefined, string]>([
  ['why it failed', verdict([0, 'ACCEPTED'], [1, 'REJECTED'], [2, 'FAILED']), 'REJECTED'],
  ['that it was sent', verdict([0, 'SENT'], [1, 'COMPLETED'], [2, 'WEBHOOK_FAILED']), 'SENT'],
  [
    'a later receipt',
    verdict([0, 'SENT'], [1, 'COMPLETED'], [2, 'RECEIPT_HARD_BOUNCE']),
    'RECEIPT_HARD_BOUNCE',
  ],
  ['what it does now', verdict([0, 'ACCEPTED'], [2, 'NOW']), 'NOW'],
  [
    'the provider that it waits for',
    verdict([0, 'STEP'], [2, 'PROVIDER_RESTING'], [2, 'NOW']),
    'PROVIDER_RESTING',
  ],
  ['what it does after the provider has recovered', verdict([0, 'PROVIDER_RESTING'], [2, 'NOW']), 'NOW'],
  ['the end, if there is no more', verdict([0, 'FAILED']), 'FAILED'],
])('a verdict says %s', (_name, found, wanted) => {
  expect(found).toBe(wanted);
});
