import { countsOf } from '../../../../core/broadcasts/counts';

const none = { waiting: 0, sent: 0, delivered: 0, failed: 0, skipped: {}, cancelled: 0 };
const some = {
  ...{ waiting: 10, sent: 50, delivered: 40, failed: 3, skipped: { PREFERENCE: 5, SUPPRESSED: 2 } },
  cancelled: 0,
};
const at = new Date(0);

test.each<[string, Parameters<typeof countsOf>, object]>([
  [
    'before it is counted, nobody is ahead',
    [{ state: 'scheduled', total: null, reachedAt: null }, none],
    { ...none, total: null, ahead: 0 },
  ],
  [
    'recipients without a notification are ahead',
    [{ state: 'running', total: 100, reachedAt: null }, some],
    { ...some, total: 100, ahead: 30 },
  ],
  [
    'also while it is paused',
    [{ state: 'paused', total: 100, reachedAt: null }, some],
    { ...some, total: 100, ahead: 30 },
  ],
  [
    'of a cancelled one, those who were ahead are cancelled',
    [
      { state: 'cancelled', total: 100, reachedAt: null },
      { ...some, waiting: 0, cancelled: 10 },
    ],
    { ...some, waiting: 0, total: 100, ahead: 0, cancelled: 40 },
  ],
  [
    'if the whole audience was reached, who has no notification had left',
    [
      { state: 'completed', total: 100, reachedAt: at },
      { ...some, waiting: 0, sent: 60 },
    ],
    {
      ...{ ...some, waiting: 0, sent: 60, total: 100, ahead: 0 },
      skipped: { PREFERENCE: 5, SUPPRESSED: 2, LEFT: 30 },
    },
  ],
  [
    'they had left too if it was cancelled after that',
    [
      { state: 'cancelled', total: 72, reachedAt: at },
      { ...some, waiting: 0, cancelled: 10 },
    ],
    {
      ...{ ...some, waiting: 0, cancelled: 10, total: 72, ahead: 0 },
      skipped: { PREFERENCE: 5, SUPPRESSED: 2, LEFT: 2 },
    },
  ],
  [
    'more than were counted are the total',
    [{ state: 'completed', total: 60, reachedAt: at }, some],
    { ...some, total: 70, ahead: 0 },
  ],
  [
    'one that was cancelled before it was counted has no total',
    [{ state: 'cancelled', total: null, reachedAt: null }, none],
    { ...none, total: null, ahead: 0 },
  ],
])('BROADCAST-5: %s', (_, given, expected) => {
  const counts = countsOf(...given);
  expect(counts).toEqual({ accepted: expect.any(Number), ...expected });
  const { total, ahead, waiting, sent, failed, skipped, cancelled } = counts;
  const parts = [ahead, waiting, sent, failed, cancelled, ...Object.values(skipped)];
  if (total !== null) expect(parts.reduce((sum, one) => sum + one, 0)).toBe(total);
});

test('BROADCAST-5: accepted are those that have a notification', () => {
  const { accepted } = countsOf(
    { state: 'cancelled', total: 100, reachedAt: null },
    { ...some, cancelled: 4 },
  );
  expect(accepted).toBe(74);
});
