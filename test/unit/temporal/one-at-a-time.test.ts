import { oneAtATime } from '../../../temporal/one-at-a-time';

/** Work that ends when the test says so. */
function controlled() {
  const ends: { resolve: () => void; reject: (error: Error) => void }[] = [];
  const run = oneAtATime(() => new Promise<void>((resolve, reject) => ends.push({ resolve, reject })));
  return { run, ends };
}

describe('work that runs one at a time', () => {
  it('runs once more, however often it is asked for meanwhile, so that nothing new is missed', async () => {
    const { run, ends } = controlled();
    const asked = [run(), run(), run()];
    expect(ends).toHaveLength(1);
    ends[0]?.resolve();
    await new Promise(setImmediate);
    expect(ends).toHaveLength(2);
    ends[1]?.resolve();
    await Promise.all(asked);
    expect(ends).toHaveLength(2);
  });

  it('runs again when it is asked for after its end', async () => {
    const { run, ends } = controlled();
    const first = run();
    ends[0]?.resolve();
    await first;
    const second = run();
    expect(ends).toHaveLength(2);
    ends[1]?.resolve();
    await second;
  });

  it('tells all who asked of a failure, and can be asked for again', async () => {
    const { run, ends } = controlled();
    const asked = [run(), run()];
    ends[0]?.reject(new Error('away'));
    for (const one of asked) await expect(one).rejects.toThrow('away');
    const next = run();
    expect(ends).toHaveLength(2);
    ends[1]?.resolve();
    await next;
  });
});
