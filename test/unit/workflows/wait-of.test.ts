import { waitOf } from '../../../workflows/engine/wait-of';

test.each([
  ['quiet hours', {}, { reason: 'quiet hours', summary: 'Quiet hours' }],
  ['a warm-up', { isWarmingUp: true }, { summary: 'Next day of a warm-up' }],
  ['a digest', { folded: true }, { summary: 'Digest of what is over a limit' }],
] as const)('a wait for %s is named in the details and at the timer', (_what, result, named) => {
  expect(waitOf(result)).toMatchObject(named);
});
