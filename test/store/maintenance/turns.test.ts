import { ownDatabase } from '../database';
import { meanwhile } from '../meanwhile';

const db = ownDatabase({ bystanders: { SweepMark: { value: new Date(0).toISOString() } } });
const marks = () => db.store.sweepState;
const ago = (ms: number): string => new Date(Date.now() - ms).toISOString();

test('a mark is what was set last', async () => {
  expect(await marks().get('walk')).toBeNull();
  await marks().set('walk', 'a');
  await marks().set('other', 'z');
  await marks().set('walk', 'b');
  expect(await marks().get('walk')).toBe('b');
  expect(await marks().get('other')).toBe('z');
});

describe('a turn at what processes do by turns', () => {
  test('the first one has it, and notes when', async () => {
    const before = Date.now();
    expect(await marks().takeTurn('first', 60_000)).toBe(true);
    expect(Date.parse((await marks().get('first')) ?? '')).toBeGreaterThanOrEqual(before);
    expect(await marks().takeTurn('first', 60_000)).toBe(false);
  });

  test('it comes again when the time is over', async () => {
    await marks().set('again', ago(60_000));
    await marks().set('other', ago(90_000));
    expect(await marks().takeTurn('again', 120_000)).toBe(false);
    const before = Date.now();
    expect(await marks().takeTurn('again', 30_000)).toBe(true);
    expect(Date.parse((await marks().get('again')) ?? '')).toBeGreaterThanOrEqual(before);
  });

  test('of two who see that it is free one has it', async () => {
    await marks().set('race', ago(60_000));
    const other = new Date().toISOString();
    const model = db.model('SweepMark');
    meanwhile(model, ['before', 'updateOne'], () => marks().set('race', other));
    expect(await marks().takeTurn('race', 30_000)).toBe(false);
    expect(await marks().get('race')).toBe(other);
  });

  test('of two who take the first one has it', async () => {
    const model = db.model('SweepMark');
    meanwhile(model, ['before', 'updateOne'], () => marks().takeTurn('new', 30_000));
    expect(await marks().takeTurn('new', 30_000)).toBe(false);
    meanwhile(model, ['before', 'updateOne'], () => Promise.reject(new Error('away')));
    await expect(marks().takeTurn('never', 30_000)).rejects.toThrow('away');
  });
});
