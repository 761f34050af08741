import { setImmediate } from 'node:timers/promises';
import { type SweepDeps, createRound } from '../../../../activities/maintenance/sweep-round';

describe('a part of the sweep', () => {
  it('lets what its process has under way go first, for 200 ms at most', async () => {
    const asked: { mostMs: number; go: () => void }[] = [];
    const room = (mostMs: number): Promise<void> => new Promise((go) => void asked.push({ mostMs, go }));
    // A round that has nothing to do needs nothing else.
    const round = createRound({ waits: { room }, sweepAfterMs: 0 } as unknown as SweepDeps, () => undefined);
    const done: string[] = [];
    const parts = (async () => {
      await round.part('first', 1_000, async () => void done.push('first'));
      await round.part('second', 1_000, async () => void done.push('second'));
    })();
    await setImmediate();
    expect([asked.map(({ mostMs }) => mostMs), done]).toEqual([[200], []]);
    asked[0]?.go();
    await setImmediate();
    expect([asked.map(({ mostMs }) => mostMs), done]).toEqual([[200, 200], ['first']]);
    asked[1]?.go();
    await parts;
    expect(done).toEqual(['first', 'second']);
  });
});
