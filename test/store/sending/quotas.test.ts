import type { QuotaRequest } from '../../../store/sending/quotas';
import { ownDatabase } from '../database';
import { noon } from '../documents';
import { meanwhile } from '../meanwhile';

const db = ownDatabase({
  bystanders: { Quota: { used: 0, holders: [{ id: 'somebody', amount: 1 }], expiresAt: noon() } },
});
const model = () => db.model<{ _id: string; used: number; holders: unknown[] }>('Quota');

let at = 0;
const newId = (): string => `app:${at++}`;
const take = (id: string, over: Partial<QuotaRequest>) =>
  db.store.quotas.take({ id, limit: 10, amount: 1, partial: false, expiresAt: noon(), ...over });
/** Resolves when the clock is past a moment. */
const untilAfter = async (moment: Date): Promise<void> => {
  while (Date.now() <= moment.getTime()) await new Promise(setImmediate);
};
const stored = (id: string) => model().findById(id).lean().exec();

describe('taking of a quota', () => {
  test('the first one makes it, with the time when its period is long over', async () => {
    const id = newId();
    expect(await take(id, { amount: 3 })).toEqual({ taken: 3, current: 3 });
    expect(await stored(id)).toEqual({ _id: id, used: 3, holders: [], expiresAt: noon() });
  });

  test('it goes up to the limit and not past it', async () => {
    const id = newId();
    expect(await take(id, { amount: 9 })).toEqual({ taken: 9, current: 9 });
    expect(await take(id, { amount: 2 })).toEqual({ taken: 0, current: 9 });
    expect(await take(id, { amount: 1 })).toEqual({ taken: 1, current: 10 });
    expect(await take(id, { amount: 1 })).toEqual({ taken: 0, current: 10 });
    expect(await db.store.quotas.used(id)).toBe(10);
  });

  test('who takes less than asked takes what is left', async () => {
    const id = newId();
    await take(id, { amount: 7 });
    expect(await take(id, { amount: 5, partial: true })).toEqual({ taken: 3, current: 10 });
    expect(await take(id, { amount: 5, partial: true })).toEqual({ taken: 0, current: 10 });
  });

  test('who takes in parts takes as many whole ones as are left', async () => {
    const id = newId();
    const parts = [3, 6, 9];
    expect(await take(id, { amount: 9, partial: true, parts, limit: 7 })).toEqual({ taken: 6, current: 6 });
    expect(await take(id, { amount: 3, partial: true, parts: [3], limit: 7 })).toEqual({
      taken: 0,
      current: 6,
    });
    expect(await take(id, { amount: 4, partial: true, parts: [4] })).toEqual({ taken: 4, current: 10 });
    expect(await take(id, { amount: 3, partial: true, parts: [3] })).toEqual({ taken: 0, current: 10 });
  });

  test('a holder that takes in parts keeps what it has', async () => {
    const id = newId();
    const request = { amount: 9, partial: true, parts: [3, 6, 9], holder: 'r' };
    expect(await take(id, { ...request, limit: 7 })).toMatchObject({ taken: 6, current: 6 });
    expect(await take(id, { ...request, limit: 8 })).toEqual({ taken: 6, current: 6 });
    expect(await take(id, request)).toEqual({ taken: 9, current: 9 });
  });

  test('a quota that was made smaller than what is used gives nothing', async () => {
    const id = newId();
    await take(id, { amount: 7 });
    expect(await take(id, { amount: 1, limit: 5, partial: true })).toEqual({ taken: 0, current: 7 });
  });

  test('many at once never pass it', async () => {
    const id = newId();
    const taken = await Promise.all(Array.from({ length: 14 }, () => take(id, { amount: 1 })));
    expect(taken.filter((one) => one.taken === 1)).toHaveLength(10);
    expect(await db.store.quotas.used(id)).toBe(10);
  });

  test('who is made at the same time as another is used by both', async () => {
    const id = newId();
    meanwhile(model(), ['before', 'insertMany'], () => take(id, { amount: 4 }));
    expect(await take(id, { amount: 3 })).toEqual({ taken: 3, current: 7 });
  });

  test('an error that says nothing of a double is not swallowed', async () => {
    meanwhile(model(), ['before', 'insertMany'], () => Promise.reject(new Error('away')));
    await expect(take(newId(), {})).rejects.toThrow('away');
  });

  test('what is given back between the miss and the look is taken', async () => {
    const id = newId();
    await take(id, { amount: 10 });
    meanwhile(model(), ['before', 'findById'], () => db.store.quotas.reduce(id, 2));
    expect(await take(id, { amount: 2 })).toEqual({ taken: 2, current: 10 });
  });

  test('what others take after the look is not taken twice', async () => {
    const id = newId();
    await take(id, { amount: 6 });
    meanwhile(model(), ['after', 'findById'], () => take(id, { amount: 3 }));
    expect(await take(id, { amount: 5, partial: true })).toEqual({ taken: 1, current: 10 });
  });

  test('of a quota that nobody used nothing is used', async () => {
    expect(await db.store.quotas.used('app:never')).toBe(0);
  });
});

describe('a reservation that holds a share', () => {
  test('its share is noted with the take', async () => {
    const id = newId();
    expect(await take(id, { amount: 2, holder: 'r' })).toMatchObject({ taken: 2, current: 2 });
    expect(await stored(id)).toMatchObject({ used: 2, holders: [{ id: 'r', amount: 2 }] });
  });

  test('a takeover finds it and takes nothing twice', async () => {
    const id = newId();
    await take(id, { amount: 4, holder: 'other' });
    await take(id, { amount: 2, holder: 'r' });
    expect(await take(id, { amount: 2, holder: 'r' })).toEqual({ taken: 2, current: 6 });
    expect(await stored(id)).toMatchObject({
      used: 6,
      holders: [
        { id: 'other', amount: 4 },
        { id: 'r', amount: 2 },
      ],
    });
  });

  test('a takeover takes only what it lacks', async () => {
    const id = newId();
    await take(id, { amount: 4, holder: 'other' });
    await take(id, { amount: 2, holder: 'r' });
    expect(await take(id, { amount: 5, holder: 'r' })).toEqual({ taken: 5, current: 9 });
    expect(await stored(id)).toMatchObject({
      used: 9,
      holders: [
        { id: 'other', amount: 4 },
        { id: 'r', amount: 5 },
      ],
    });
  });

  test('a takeover goes up to the limit and not past it', async () => {
    const id = newId();
    await take(id, { amount: 8 });
    await take(id, { amount: 1, holder: 'r' });
    expect(await take(id, { amount: 3, holder: 'r' })).toEqual({ taken: 1, current: 9 });
    expect(await take(id, { amount: 3, holder: 'r', partial: true })).toEqual({ taken: 2, current: 10 });
    expect(await take(id, { amount: 3, holder: 'r', partial: true })).toEqual({ taken: 2, current: 10 });
    expect(await stored(id)).toMatchObject({ holders: [{ id: 'r', amount: 2 }] });
  });

  test('who asks for less than it has keeps what it has', async () => {
    const id = newId();
    await take(id, { amount: 5, holder: 'r' });
    expect(await take(id, { amount: 3, holder: 'r' })).toEqual({ taken: 5, current: 5 });
  });

  test('who has what it asks for takes no more, also where less would do', async () => {
    const id = newId();
    await take(id, { amount: 5, holder: 'r' });
    expect(await take(id, { amount: 5, holder: 'r', partial: true })).toEqual({ taken: 5, current: 5 });
    expect(await take(id, { amount: 3, holder: 'r', partial: true })).toEqual({ taken: 5, current: 5 });
  });

  test('a share that was taken before the quota was made smaller stands', async () => {
    const id = newId();
    await take(id, { amount: 5, holder: 'r' });
    expect(await take(id, { amount: 5, limit: 3, holder: 'r' })).toEqual({ taken: 5, current: 5 });
  });

  test('who gets nothing holds nothing', async () => {
    const id = newId();
    await take(id, { amount: 10 });
    expect(await take(id, { amount: 5, holder: 'r', partial: true })).toEqual({ taken: 0, current: 10 });
    expect(await stored(id)).toMatchObject({ holders: [] });
  });

  test('a share that another process of the same reservation takes meanwhile is found', async () => {
    const id = newId();
    await take(id, { amount: 9 });
    meanwhile(model(), ['before', 'findOneAndUpdate'], () => take(id, { amount: 1, holder: 'r' }));
    expect(await take(id, { amount: 1, holder: 'r' })).toEqual({ taken: 1, current: 10 });
  });

  test('a share that grows between the look and the take counts', async () => {
    const id = newId();
    await take(id, { amount: 1, holder: 'r' });
    meanwhile(model(), ['after', 'findById'], () => take(id, { amount: 3, holder: 'r' }));
    expect(await take(id, { amount: 3, holder: 'r' })).toEqual({ taken: 3, current: 3 });
    expect(await stored(id)).toMatchObject({ used: 3, holders: [{ id: 'r', amount: 3 }] });
  });

  test('once settled it is forgotten, and stays taken', async () => {
    const id = newId();
    await take(id, { amount: 1, holder: 'other' });
    await take(id, { amount: 2, holder: 'r' });
    await db.store.quotas.settle(id, 'r');
    expect(await stored(id)).toMatchObject({ used: 3, holders: [{ id: 'other', amount: 1 }] });
  });

  test('one that is taken after a takeover has settled the same goes off the quota when it is settled', async () => {
    const id = newId();
    await take(id, { amount: 2, holder: 'r' });
    await db.store.quotas.settle(id, 'r');
    const { heldSince: since } = await take(id, { amount: 3, holder: 'r' });
    expect(await db.store.quotas.settleCountedTwice(id, { holder: 'r', since: since! }, 2)).toBe(true);
    expect(await stored(id)).toMatchObject({ used: 3, holders: [] });
  });

  test('one that a takeover has found is the only one, and stays taken', async () => {
    const id = newId();
    const { heldSince: since } = await take(id, { amount: 2, holder: 'r' });
    await untilAfter(since!);
    await take(id, { amount: 2, holder: 'r' });
    expect(await db.store.quotas.settleCountedTwice(id, { holder: 'r', since: since! }, 2)).toBe(false);
    expect(await stored(id)).toMatchObject({ used: 2, holders: [{ id: 'r', amount: 2 }] });
  });

  test('those of erased notifications are settled together, in their scope only', async () => {
    const scope = { applicationId: newId(), environment: 'production' } as const;
    const [mine, other] = [`${scope.applicationId}:production:month`, `${scope.applicationId}:sandbox:day`];
    for (const holder of ['a', 'b', 'c']) await take(mine, { amount: 1, holder });
    await take(other, { amount: 1, holder: 'a' });
    await db.store.quotas.settleAll(scope, ['a', 'c']);
    expect(await stored(mine)).toMatchObject({ used: 3, holders: [{ id: 'b', amount: 1 }] });
    expect(await stored(other)).toMatchObject({ used: 1, holders: [{ id: 'a', amount: 1 }] });
  });

  test('what was charged and settled before is not taken again', async () => {
    const id = newId();
    await take(id, { amount: 2 });
    expect(await take(id, { amount: 5, charged: 2, holder: 'r' })).toMatchObject({ taken: 5, current: 5 });
    expect(await stored(id)).toMatchObject({ used: 5, holders: [{ id: 'r', amount: 5 }] });
  });

  test('what was charged is what is had where nothing more is left', async () => {
    const id = newId();
    await take(id, { amount: 10 });
    expect(await take(id, { amount: 5, charged: 2 })).toEqual({ taken: 2, current: 10 });
    expect(await take(id, { amount: 5, charged: 2, partial: true })).toEqual({ taken: 2, current: 10 });
  });

  test('what is charged and a part of what is left', async () => {
    const id = newId();
    await take(id, { amount: 9 });
    expect(await take(id, { amount: 5, charged: 2, partial: true })).toEqual({ taken: 3, current: 10 });
  });
});

describe('giving back', () => {
  test('what was refused goes off the quota', async () => {
    const id = newId();
    await take(id, { amount: 5 });
    await db.store.quotas.reduce(id, 2);
    expect(await stored(id)).toMatchObject({ used: 3, holders: [] });
  });

  test('a holder gives back of its own share', async () => {
    const id = newId();
    await take(id, { amount: 1, holder: 'other' });
    await take(id, { amount: 5, holder: 'r' });
    await db.store.quotas.reduce(id, 2, 'r');
    expect(await stored(id)).toMatchObject({
      used: 4,
      holders: [
        { id: 'other', amount: 1 },
        { id: 'r', amount: 3 },
      ],
    });
  });

  test('who holds nothing any more gives nothing back', async () => {
    const id = newId();
    await take(id, { amount: 5, holder: 'other' });
    await db.store.quotas.reduce(id, 2, 'r');
    expect(await stored(id)).toMatchObject({ used: 5, holders: [{ id: 'other', amount: 5 }] });
  });
});

describe('a share that was not settled', () => {
  const soon = () => new Date(Date.now() + 1000);
  const forgotten = async (id: string, before = soon()) =>
    (await db.store.quotas.forgotten(before, 100)).filter((share) => share.id === id);

  test('is forgotten after its time, and those that are settled are not', async () => {
    const id = newId();
    await take(id, { amount: 1, holder: 'settled' });
    await db.store.quotas.settle(id, 'settled');
    await take(id, { amount: 2, holder: 'r' });
    expect(await forgotten(id)).toMatchObject([{ holder: { id: 'r', amount: 2 } }]);
    expect(await forgotten(id, new Date(Date.now() - 60_000))).toEqual([]);
  });

  test('goes back once, and those of others stay', async () => {
    const id = newId();
    await take(id, { amount: 2, holder: 'r' });
    const [share] = await forgotten(id);
    await take(id, { amount: 3, holder: 'other' });
    await db.store.quotas.release(share!);
    await db.store.quotas.release(share!);
    expect(await stored(id)).toMatchObject({ used: 3, holders: [{ id: 'other', amount: 3 }] });
  });

  test.each([2, 3])('stays if its holder has come again meanwhile, for %i', async (amount) => {
    const id = newId();
    await take(id, { amount: 2, holder: 'r' });
    const [share] = await forgotten(id);
    await model().updateOne({ _id: id }, { $set: { 'holders.0.at': noon() } });
    await take(id, { amount, holder: 'r' });
    await db.store.quotas.release({ ...share!, holder: { ...share!.holder, at: noon() } });
    await db.store.quotas.release(share!);
    expect(await stored(id)).toMatchObject({ used: amount, holders: [{ id: 'r', amount }] });
  });
});
