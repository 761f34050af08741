import { createPace } from '../../../../activities/broadcasts/pace';

/** A pace on a clock that the test moves. */
function paceAt(perSecond: number | null) {
  const clock = { now: 0 };
  const others = { isHeldUp: false, isBusy: false };
  const known = {
    isHeldUp: () => others.isHeldUp,
    isBusy: () => others.isBusy,
    lacksProcessor: () => false,
    room: () => Promise.resolve(),
  };
  return { clock, others, pace: createPace(perSecond, known, () => clock.now) };
}

const answers = async (pace: ReturnType<typeof createPace>, count: number, isBad: boolean): Promise<void> => {
  for (let at = 0; at < count; at += 1) await pace.run(async () => ({ isBad }));
};

describe('BROADCAST-11: the pace of a broadcast', () => {
  it('keeps below its rate in any second, and saves up no more than one', () => {
    const { clock, pace } = paceAt(10);
    let sent = 0;
    for (; clock.now < 10_000; clock.now += 50) {
      if (pace.waitMs() > 0) continue;
      const size = pace.pageSize(50);
      pace.take(size);
      sent += size;
    }
    expect(sent).toBeGreaterThan(90);
    expect(sent).toBeLessThanOrEqual(105);
    clock.now += 60_000;
    expect(pace.pageSize(50)).toBe(10);
  });

  it('has larger pages the faster it is, until it learns of the rate of an integration', async () => {
    const { clock, pace } = paceAt(null);
    expect([pace.pageSize(50), pace.waitMs()]).toEqual([16, 0]);
    await answers(pace, 100, false);
    clock.now += 1_000;
    expect([pace.pageSize(50), pace.waitMs()]).toEqual([50, 0]);
    pace.keepBelow(10);
    clock.now += 5_000;
    expect(pace.pageSize(50)).toBe(7);
    pace.keepBelow(100);
    expect(pace.pageSize(50)).toBe(7);
  });

  it('pauses for longer and longer while providers take no more, with few recipients in between', async () => {
    const { clock, pace } = paceAt(null);
    const pauses: number[] = [];
    for (let round = 0; round < 8; round += 1) {
      await answers(pace, 10, true);
      const pause = pace.waitMs();
      pauses.push(pause);
      expect(pace.pageSize(50)).toBeLessThanOrEqual(8);
      clock.now += pause;
    }
    expect(pauses).toEqual([1, 2, 4, 8, 16, 32, 60, 60].map((seconds) => seconds * 1000));
    await answers(pace, 20, false);
    expect(pace.waitMs()).toBe(0);
    expect(pace.pageSize(50)).toBeGreaterThan(2);
  });

  it('makes room while other sends wait, and comes back when they do not', async () => {
    const { clock, others, pace } = paceAt(null);
    others.isHeldUp = true;
    clock.now = 1000;
    const rests: number[] = [];
    for (let round = 0; round < 6; round += 1) {
      rests.push(pace.waitMs());
      clock.now += 1000;
    }
    expect(rests).toEqual([50, 100, 200, 400, 800, 800]);
    others.isHeldUp = false;
    expect(pace.waitMs()).toBe(0);
  });

  it('has small pages while its process has other work', async () => {
    const { clock, others, pace } = paceAt(null);
    await answers(pace, 100, false);
    clock.now += 1_000;
    others.isBusy = true;
    expect(pace.pageSize(50)).toBe(5);
    others.isBusy = false;
    expect(pace.pageSize(50)).toBe(50);
  });

  it('goes on if only a few are refused for the moment', async () => {
    const { pace } = paceAt(null);
    for (let round = 0; round < 5; round += 1) {
      await answers(pace, 4, true);
      await answers(pace, 16, false);
    }
    expect(pace.waitMs()).toBe(0);
  });
});
