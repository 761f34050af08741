import { setTimeout as sleep } from 'node:timers/promises';
import { createWaits } from '../../../process/waits';

/** Whether a promise has resolved by now. */
async function isThere(promise: Promise<void>): Promise<boolean> {
  return Promise.race([promise.then(() => true), sleep(0, false)]);
}

describe('BROADCAST-11: what goes on in a process', () => {
  it('lets a broadcast wait until all has ended, and a little longer', async () => {
    const waits = createWaits();
    expect(waits.isBusy()).toBe(false);
    await waits.room(60_000);
    const [first, second] = [waits.begin(), waits.begin()];
    const room = waits.room(60_000);
    first();
    first();
    await sleep(30);
    expect([await isThere(room), waits.isBusy()]).toEqual([false, true]);
    second();
    expect(await isThere(room)).toBe(false);
    await room;
    expect(waits.isBusy()).toBe(true);
  });

  it('lets it wait on if the next part of a send begins at once', async () => {
    const waits = createWaits();
    const request = waits.begin();
    const room = waits.room(60_000);
    request();
    const attempt = waits.begin();
    await sleep(30);
    expect(await isThere(room)).toBe(false);
    attempt();
    await room;
  });

  it('lets it wait for so long only, whatever goes on', async () => {
    const waits = createWaits();
    waits.begin();
    await waits.room(20);
    expect(waits.isBusy()).toBe(true);
  });

  it('counts nothing that takes long', async () => {
    jest.useFakeTimers();
    const waits = createWaits();
    waits.begin();
    const room = waits.room(60_000);
    await jest.advanceTimersByTimeAsync(1_100);
    jest.useRealTimers();
    await room;
  });

  it.each([
    { usualMs: 10, mayWaitMs: 50 },
    { usualMs: 40, mayWaitMs: 120 },
    { usualMs: 3_000, mayWaitMs: 500 },
    { usualMs: null, mayWaitMs: 100 },
  ])(
    'lets sends that usually wait $usualMs ms wait $mayWaitMs ms before a broadcast rests',
    ({ usualMs, mayWaitMs }) => {
      const clock = { now: 0 };
      const waits = createWaits(() => clock.now);
      if (usualMs === null) waits.isHeldUp();
      // A few were slow. What a broadcast slows down is not usual.
      for (let count = 0; count < 300; count += 1) {
        clock.now += 5;
        waits.note(usualMs === null || count % 10 === 0 ? 400 : usualMs);
      }
      clock.now += 1_001;
      expect(waits.isHeldUp()).toBe(false);
      for (let count = 0; count < 300; count += 1) waits.note(mayWaitMs);
      expect(waits.isHeldUp()).toBe(false);
      waits.note(5_000);
      expect(waits.isHeldUp()).toBe(false);
      waits.note(mayWaitMs + 1);
      expect(waits.isHeldUp()).toBe(true);
      clock.now += 1_001;
      expect(waits.isHeldUp()).toBe(false);
    },
  );

  it('counts as busy for a second', () => {
    const clock = { now: 0 };
    const waits = createWaits(() => clock.now);
    waits.begin()();
    clock.now = 1_000;
    expect(waits.isBusy()).toBe(true);
    clock.now = 1_001;
    expect(waits.isBusy()).toBe(false);
  });
});
