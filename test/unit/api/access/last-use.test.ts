import { createLastUse } from '../../../../api/http/access/last-use';

beforeEach(() => {
  jest.useFakeTimers({ now: 1_000_000 });
});
afterEach(() => {
  jest.useRealTimers();
});

describe('the last use of a key', () => {
  it('is written once a minute at most, for each key', () => {
    const written: [string, number][] = [];
    const noteUse = createLastUse((id, at) => {
      written.push([id, at.getTime()]);
      return Promise.resolve();
    });
    for (const id of ['a', 'a', 'b', 'a']) noteUse(id);
    jest.advanceTimersByTime(59_000);
    noteUse('a');
    expect(written).toEqual([
      ['a', 1_000_000],
      ['b', 1_000_000],
    ]);
    jest.advanceTimersByTime(2_000);
    noteUse('a');
    expect(written.slice(2)).toEqual([['a', 1_061_000]]);
  });

  it('fails nothing when it cannot be written', async () => {
    const noteUse = createLastUse(() => Promise.reject(new Error('the database is away')));
    expect(() => noteUse('a')).not.toThrow();
    await Promise.resolve();
  });
});
