import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import type { PlaceRequest } from '../../../store/caps/counters';
import { ownDatabase } from '../database';
import { noon } from '../documents';

const db = ownDatabase({ bystanders: { CapCounter: { places: [], contactId: 'somebody', until: noon() } } });
const take = (id: string, messageId: string, over: Partial<PlaceRequest> = {}) =>
  db.store.caps.take({
    ...{ id, messageId, contactId: 'c', most: 2, since: noon(-60_000), at: noon(), until: noon(60_000) },
    ...over,
  });

describe('CAP-3: the places of a limit', () => {
  test('are as many as it allows, and say when the oldest was taken', async () => {
    const id = randomUUID();
    expect(await take(id, 'a', { at: noon(-1) })).toEqual({ kind: 'taken' });
    expect(await take(id, 'b')).toEqual({ kind: 'taken' });
    expect(await take(id, 'c')).toEqual({ kind: 'full', oldest: noon(-1) });
  });

  test('of 100 messages at once go to exactly as many as it allows', async () => {
    const id = randomUUID();
    const results = await Promise.all(
      Array.from({ length: 100 }, (_, one) => take(id, `m${one}`, { most: 3 })),
    );
    expect(results.filter(({ kind }) => kind === 'taken')).toHaveLength(3);
    expect(results.filter(({ kind }) => kind === 'full')).toHaveLength(97);
  });

  test('are kept by a message that comes again', async () => {
    const id = randomUUID();
    await take(id, 'a');
    await take(id, 'b');
    const again = await Promise.all(Array.from({ length: 20 }, () => take(id, 'a')));
    expect(new Set(again.map(({ kind }) => kind))).toEqual(new Set(['held']));
    expect(await take(id, 'c')).toMatchObject({ kind: 'full' });
  });

  test('are free after their period, and a message that comes again takes a new one there', async () => {
    const id = randomUUID();
    await take(id, 'a');
    await take(id, 'b');
    const later = { since: noon(1), at: noon(2), until: noon(120_000) };
    expect(await take(id, 'a', later)).toEqual({ kind: 'taken' });
    expect(await take(id, 'c', later)).toEqual({ kind: 'taken' });
    expect(await take(id, 'b', later)).toMatchObject({ kind: 'full' });
    expect(await db.model<{ until: Date }>('CapCounter').findById(id).lean().exec()).toMatchObject({
      until: noon(120_000),
    });
  });

  test('CAP-5: are free again if they are given back', async () => {
    const id = randomUUID();
    await take(id, 'a');
    await take(id, 'b');
    await db.store.caps.giveBack([id], 'a');
    expect(await take(id, 'c')).toEqual({ kind: 'taken' });
    expect(await take(id, 'd')).toMatchObject({ kind: 'full' });
  });

  test('CAP-10: are reserved one after the other, and what comes later finds the next one', async () => {
    const id = randomUUID();
    const reserve = (placeId: string) =>
      db.store.caps.reserve({
        ...{ id, placeId, contactId: 'c', most: 2, since: noon(-60_000), at: noon() },
        freeAt: (at) => new Date(at.getTime() + 60_000),
      });
    await take(id, 'a', { at: noon(-2) });
    await take(id, 'b', { at: noon(-1) });
    const [first, again] = await Promise.all([reserve('x'), reserve('x')]);
    expect([first, again]).toEqual([noon(59_998), noon(59_998)]);
    expect(await reserve('y')).toEqual(noon(59_999));
    expect(await reserve('z')).toEqual(noon(119_998));
    expect(await take(id, 'd')).toMatchObject({ kind: 'full' });
    // When the first place of a reservation counts, only its digest finds it.
    const later = { since: noon(59_998 - 60_000 + 1), at: noon(59_998), until: noon(200_000) };
    expect(await take(id, 'e', later)).toMatchObject({ kind: 'full' });
    expect(await take(id, 'y', later)).toEqual({ kind: 'held' });
  });

  test('CAP-10: are reserved one after the other, and what comes later finds the next one', async () => {
    const id = randomUUID();
    const reserve = (placeId: string) =>
      db.store.caps.reserve({
        ...{ id, placeId, contactId: 'c', most: 2, since: noon(-60_000), at: noon() },
        freeAt: (at) => new Date(at.getTime() + 60_000),
      });
    await take(id, 'a', { at: noon(-2) });
    await take(id, 'b', { at: noon(-1) });
    expect(await Promise.all([reserve('x'), reserve('x')])).toEqual([noon(59_998), noon(59_998)]);
    expect([await reserve('y'), await reserve('z')]).toEqual([noon(59_999), noon(119_998)]);
    expect(await take(id, 'd')).toMatchObject({ kind: 'full' });
    const then = { since: noon(0), at: noon(60_000), until: noon(200_000) };
    expect(await take(id, 'e', then)).toMatchObject({ kind: 'full' });
    expect([await take(id, 'x', then), await take(id, 'y', then)]).toEqual([
      { kind: 'held' },
      { kind: 'held' },
    ]);
    const last = { since: noon(60_000), at: noon(120_000), until: noon(200_000) };
    expect(await take(id, 'z', last)).toEqual({ kind: 'held' });
    expect(await take(id, 'f', last)).toEqual({ kind: 'taken' });
  });

  test('CAP-8: go with their contact', async () => {
    const [id, contactId] = [randomUUID(), randomUUID()];
    await take(id, 'a', { contactId });
    await db.store.caps.removeOf(contactId);
    expect(await db.model('CapCounter').exists({ _id: id })).toBeNull();
  });

  test('are never more than a naive count allows, for any order of messages and times', async () => {
    const step = fc.record({
      message: fc.integer({ min: 0, max: 5 }),
      waits: fc.integer({ min: 0, max: 40 }),
    });
    await fc.assert(
      fc.asyncProperty(
        fc.array(step, { maxLength: 15 }),
        fc.integer({ min: 1, max: 3 }),
        async (steps, most) => {
          const id = randomUUID();
          const naive = new Map<string, number>();
          let now = 0;
          for (const { message, waits } of steps) {
            now += waits;
            const since = now - 50;
            const counts = [...naive].filter(([, at]) => at >= since);
            const isHeld = counts.some(([one]) => one === `m${message}`);
            const expected = isHeld ? 'held' : counts.length < most ? 'taken' : 'full';
            if (expected === 'taken') naive.set(`m${message}`, now);
            const request = { most, since: noon(since), at: noon(now) };
            expect(await take(id, `m${message}`, request)).toMatchObject({ kind: expected });
          }
        },
      ),
      { numRuns: 20 },
    );
  });
});
