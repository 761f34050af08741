import { createPace } from '../../../activities/maintenance/retention-pace';

describe('the pace of retention', () => {
  it('takes more at once while batches are quick, up to 4,000', () => {
    const pace = createPace();
    const sizes = [pace.size];
    for (let batch = 0; batch < 4; batch += 1) {
      expect(pace.after(pace.size, pace.size / 100)).toBeCloseTo(pace.size / 1000, -1);
      sizes.push(pace.size);
    }
    expect(sizes).toEqual([500, 1000, 2000, 4000, 4000]);
  });

  it.each([
    ['as long as it should', 250, 2000],
    ['longer', 500, 1000],
    ['far too long', 60_000, 1000],
  ])('takes as many or fewer after a batch that took %s (%i ms): %i', (_, tookMs, size) => {
    const pace = createPace();
    while (pace.size < 2000) pace.after(pace.size, 1);
    pace.after(pace.size, tookMs);
    expect(pace.size).toBe(size);
  });

  it('never takes fewer than 500', () => {
    const pace = createPace();
    for (let batch = 0; batch < 5; batch += 1) pace.after(pace.size, 10_000);
    expect(pace.size).toBe(500);
  });

  it.each([
    ['as long as at best', 1, 10],
    ['half as long again', 1.5, 75],
    ['twice as long', 2, 200],
    ['ten times as long', 10, 2000],
  ])('pauses after documents that took %s (%d times) for %i ms', (_, times, pauseMs) => {
    const pace = createPace();
    pace.after(500, 100);
    const paused = pace.after(500, 100 * times);
    expect(Math.abs(paused - pauseMs)).toBeLessThanOrEqual(pauseMs / 10);
  });

  // Five documents each: content, notification, two webhook deliveries, a reservation.
  it('keeps up with 1,000 notifications a second on a database that removes 5,500 documents a second', () => {
    const pace = createPace();
    let removed = 0;
    let passedMs = 0;
    while (removed < 5 * 60_000) {
      const [size, tookMs] = [pace.size, pace.size / 5.5];
      passedMs += tookMs + pace.after(size, tookMs);
      removed += size;
    }
    expect(removed / passedMs).toBeGreaterThanOrEqual(5);
  });

  it('learns nothing from a few documents', () => {
    const pace = createPace();
    pace.after(500, 250);
    expect(pace.after(99, 1)).toBeCloseTo(0.1);
    expect(pace.after(500, 250)).toBeCloseTo(25);
    expect(pace.size).toBe(500);
  });

  it('takes a database that has become slower for good as it is', () => {
    const pace = createPace();
    pace.after(100, 10);
    expect(pace.after(100, 40)).toBeCloseTo(120, -1);
    for (let batch = 0; batch < 150; batch += 1) pace.after(100, 40);
    expect(pace.after(100, 40)).toBeCloseTo(4);
  });
});
