import { dueAtOf } from '../../../workflows/engine/due-at';

const ACCEPTED = Date.parse('2026-02-03T04:05:06Z');
const DIFFERENCE_MS = 6000;

test.each([
  ['ahead by a second', -1000, 'the start'],
  ['ahead by an hour', -3_600_000, 'the start'],
  ['behind, or the start is late, by six seconds', DIFFERENCE_MS, 'the start'],
  ['behind, or the start is late, by more', DIFFERENCE_MS + 1, 'acceptance'],
])(
  "where the API's clock is %s, a run falls due at its start, or at acceptance (%i ms later: %s)",
  (_, laterMs, at) => {
    const start = ACCEPTED + laterMs;
    expect(dueAtOf({ dueAt: ACCEPTED }, start)).toBe(at === 'acceptance' ? ACCEPTED : start);
  },
);

test('a run with a send_at falls due then, or at its start if that is just over', () => {
  const due = (sendAt: number) => dueAtOf({ dueAt: sendAt, sendAt }, ACCEPTED);
  expect(due(ACCEPTED + 1)).toBe(ACCEPTED + 1);
  expect(due(ACCEPTED + 86_400_000)).toBe(ACCEPTED + 86_400_000);
  expect(due(ACCEPTED - 5000)).toBe(ACCEPTED);
  expect(due(ACCEPTED - 60_000)).toBe(ACCEPTED - 60_000);
});
