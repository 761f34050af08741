import type { ExplainEntry, Verdict } from '../../../dashboard/src/api/types';
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

test('a person’s notifications are grouped with their verdicts, the one that began last first', () => {
  const entries = [entry(0, 'a', 'ACCEPTED'), entry(1, 'b', 'ACCEPTED'), entry(2, null, 'SUPPRESSED')];
  const verdicts = ['b', 'a'].map((id) => ({ notification_id: id }) as Verdict);
  const groups = groupsOf([...entries, entry(3, 'a', 'SENT')], verdicts);
  expect(groups.map(({ verdict, entries: all }) => [verdict?.notification_id, all.length])).toEqual([
    [undefined, 1],
    ['b', 1],
    ['a', 2],
  ]);
});
