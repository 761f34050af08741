import { setImmediate } from 'node:timers/promises';
import { createSteps } from '../../../../activities/broadcasts/steps';

/** Steps of a process with other work, on a clock that only the test and rests move. */
function stepsWith(share: number) {
  const clock = { now: 0 };
  const rests: number[] = [];
  const others = { isBusy: true, lacksProcessor: false, room: (_mostMs: number) => Promise.resolve() };
  const known = {
    isHeldUp: () => false,
    isBusy: () => others.isBusy,
    lacksProcessor: () => others.lacksProcessor,
    room: (mostMs: number) => others.room(mostMs),
  };
  const sleep = (ms: number): Promise<void> => {
    rests.push(ms);
    clock.now += ms;
    return Promise.resolve();
  };
  return { clock, rests, others, steps: createSteps(known, share, { now: () => clock.now, sleep }) };
}

/** Lets all go on that can. */
async function goOn(): Promise<void> {
  for (let turn = 0; turn < 5; turn += 1) await setImmediate();
}

describe('BROADCAST-11: the steps of broadcasts', () => {
  it('are made one after the other while there is other work, each after what is under way', async () => {
    const { others, steps } = stepsWith(1);
    const asked: { mostMs: number; go: () => void }[] = [];
    others.room = (mostMs) => new Promise((go) => void asked.push({ mostMs, go }));
    const begun: string[] = [];
    let over = (): void => undefined;
    const first = steps({ waitMs: 70 }, (isOver) => {
      begun.push('first');
      over = isOver;
      return new Promise<never>(() => undefined);
    });
    first.catch(() => undefined);
    const second = steps({ waitMs: 500 }, async () => begun.push('second'));
    await goOn();
    expect([begun, asked.map(({ mostMs }) => mostMs)]).toEqual([[], [70]]);
    asked[0]?.go();
    await goOn();
    expect([begun, asked.length]).toEqual([['first'], 1]);
    // What follows, for example the provider's answer, needs nothing of the process.
    over();
    await goOn();
    expect([begun, asked.map(({ mostMs }) => mostMs)]).toEqual([['first'], [70, 500]]);
    asked[1]?.go();
    await second;
    expect(begun).toEqual(['first', 'second']);
  });

  it('rest after each one, so that they take their share of the time, and never stand still', async () => {
    const { clock, rests, others, steps } = stepsWith(0.2);
    const taking = (ms: number) => steps({ waitMs: 100 }, async () => void (clock.now += ms));
    await taking(10);
    await taking(30);
    // A part of the rest is over.
    clock.now += 20;
    await taking(10_000);
    await taking(1);
    others.isBusy = false;
    await taking(50);
    others.isBusy = true;
    await taking(1);
    expect(rests).toEqual([40, 100, 250]);
  });

  it.each([
    { share: 0.1, stepMs: 1, rests: [9, 45, 9] },
    { share: 0.1, stepMs: 4, rests: [36, 180, 36] },
    { share: 0.1, stepMs: 5, rests: [45, 200, 45] },
    { share: 0.1, stepMs: 24, rests: [216, 216, 216] },
    { share: 0.5, stepMs: 1, rests: [1, 5, 1] },
    { share: 1, stepMs: 4, rests: [] },
  ])(
    'rest five times as long while processors are short, up to 200 ms: $stepMs ms, share $share',
    async (row) => {
      const { clock, rests, others, steps } = stepsWith(row.share);
      for (const lacks of [false, true, false, false]) {
        others.lacksProcessor = lacks;
        await steps({ waitMs: 100 }, async () => void (clock.now += row.stepMs));
      }
      expect(rests.map(Math.round)).toEqual(row.rests);
    },
  );

  it('have no rest for claims that would grow old', async () => {
    const { clock, rests, steps } = stepsWith(0.5);
    for (const age of [0, 4_000, 4_980, 20_000])
      await steps({ waitMs: 100, claimedAt: clock.now - age }, async () => void (clock.now += 10));
    expect(rests).toEqual([10, 10]);
  });

  describe('by a clock that stands still', () => {
    beforeEach(() => void jest.useFakeTimers({ doNotFake: ['setImmediate', 'nextTick', 'queueMicrotask'] }));
    afterEach(() => void jest.useRealTimers());

    it('go on after one that fails', async () => {
      const { steps } = stepsWith(0.5);
      const failing = steps({ waitMs: 100 }, () => Promise.reject(new Error('no database')));
      await expect(failing).rejects.toThrow('no database');
      expect(await steps({ waitMs: 100 }, async () => 'the next one')).toBe('the next one');
    });

    it('wait for a slow one for a second at most', async () => {
      const { steps } = stepsWith(0.5);
      steps({ waitMs: 100 }, () => new Promise<never>(() => undefined)).catch(() => undefined);
      const made: string[] = [];
      const second = steps({ waitMs: 100 }, async () => made.push('second'));
      await goOn();
      jest.advanceTimersByTime(999);
      await goOn();
      expect(made).toEqual([]);
      jest.advanceTimersByTime(1);
      await second;
      expect(made).toEqual(['second']);
    });
  });

  it('are made at once if there is no other work', () => {
    const { others, steps } = stepsWith(0.1);
    others.isBusy = false;
    const begun: number[] = [];
    for (const step of [1, 2]) void steps({ waitMs: 100 }, async () => void begun.push(step));
    expect(begun).toEqual([1, 2]);
  });
});
