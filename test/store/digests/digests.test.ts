import { randomUUID } from 'node:crypto';
import { type DigestJoin, type DigestWindow, membersOf } from '../../../store/digests/digests';
import { ownDatabase } from '../database';
import { noon } from '../documents';
import { meanwhile } from '../meanwhile';

const db = ownDatabase({
  bystanders: {
    Digest: {
      ...{
        key: 'bystander',
        contactId: 'bystander',
        slots: ['open:bystander', 'in:bystander'],
        accepted: [1],
      },
      ...{ size: 1, closesAt: noon(), carrier: null, settledAt: null },
    },
  },
  indexesOf: ['Digest'],
});
const model = () => db.model<DigestWindow>('Digest');
const stored = (id: string) => model().findById(id).lean<DigestWindow>().exec();

const joiningOf = (over: Partial<DigestJoin> = {}): DigestJoin => ({
  notificationId: randomUUID(),
  acceptedAt: noon(),
  contactId: 'contact',
  key: randomUUID(),
  closesAt: noon(1000),
  ...over,
});
const join = (over: Partial<DigestJoin> = {}) => db.store.digests.join(joiningOf(over));

describe('joining a window', () => {
  test('the first one opens it', async () => {
    const window = await join({ key: 'k', notificationId: 'first' });
    expect(window).toEqual({
      _id: window._id,
      ...{ key: 'k', contactId: 'contact', slots: ['open:k', 'in:first'], accepted: [noon().getTime()] },
      ...{ size: 1, closesAt: noon(1000), carrier: null, settledAt: null },
    });
    expect(await stored(window._id)).toEqual(window);
  });

  test('the next one joins it, and does not move its end', async () => {
    const opened = await join({ key: 'next', notificationId: 'a' });
    await join({ key: 'another' });
    const joined = await join({
      key: 'next',
      notificationId: 'b',
      acceptedAt: noon(3),
      closesAt: noon(2000),
    });
    expect(joined).toEqual({
      ...opened,
      slots: ['open:next', 'in:a', 'in:b'],
      accepted: [noon().getTime(), noon(3).getTime()],
      size: 2,
    });
    expect(await stored(opened._id)).toEqual(joined);
  });

  test('who joined before is in the same window again, and once', async () => {
    const key = randomUUID();
    await join({ key, notificationId: 'again' });
    const joined = await join({ key });
    expect(await join({ key, notificationId: 'again' })).toEqual(joined);
    expect(await db.store.digests.of('again')).toEqual(joined);
  });

  test('a repeat that is still at work does not bring a member in twice', async () => {
    const key = randomUUID();
    const opened = await join({ key });
    meanwhile(model(), ['before', 'findOneAndUpdate'], () => join({ key, notificationId: 'twice' }));
    const joined = await join({ key, notificationId: 'twice' });
    expect(joined).toMatchObject({ _id: opened._id, size: 2 });
    expect(await stored(opened._id)).toEqual(joined);
  });

  test('of two who open one at the same time both are in the same', async () => {
    const key = randomUUID();
    const others: DigestWindow[] = [];
    meanwhile(model(), ['before', 'insertMany'], async () => others.push(await join({ key })));
    const joined = await join({ key });
    expect(joined).toMatchObject({ _id: others[0]?._id, size: 2 });
  });

  test('an error that says nothing of a double is not swallowed', async () => {
    meanwhile(model(), ['before', 'insertMany'], () => Promise.reject(new Error('away')));
    await expect(join()).rejects.toThrow('away');
  });

  test('who is in no window has none', async () => {
    expect(await db.store.digests.of('nobody')).toBeNull();
  });

  test('a window has 1,000 members at most; the next one opens another', async () => {
    const key = randomUUID();
    const opened = await join({ key });
    const other = await join();
    await model().updateOne({ _id: opened._id }, { $set: { size: 999 } });
    expect(await join({ key })).toMatchObject({ _id: opened._id, size: 1000 });
    const next = await join({ key });
    expect(next).toMatchObject({ size: 1, slots: [`open:${key}`, expect.any(String)] });
    expect(next._id).not.toBe(opened._id);
    expect((await stored(opened._id))?.slots[0]).toMatch(/^in:/);
    expect(await stored(other._id)).toEqual(other);
    expect(await join({ key })).toMatchObject({ _id: next._id });
  });
});

describe('the members of a window', () => {
  const window = (slots: string[], accepted: number[]): DigestWindow => ({
    ...{ _id: 'w', key: 'k', contactId: null, size: 0, closesAt: noon(), carrier: null, settledAt: null },
    slots,
    accepted,
  });

  test('they stand in the order in which their sends were accepted', () => {
    expect(membersOf(window(['open:k', 'in:a', 'in:b', 'in:c'], [3, 1, 2]))).toEqual(['b', 'c', 'a']);
    expect(membersOf(window(['in:a', 'in:b'], [1, 1]))).toEqual(['a', 'b']);
  });

  test('where an older worker did not note the time of each, in the order in which they came', () => {
    expect(membersOf(window(['open:k', 'in:a', 'in:b'], [9]))).toEqual(['a', 'b']);
    expect(membersOf({ ...window(['in:a', 'in:b'], []), accepted: undefined as never })).toEqual(['a', 'b']);
  });
});

describe('the end of a window', () => {
  test('one that nobody has closed stays open until later', async () => {
    const window = await join();
    const prolonged = { ...window, closesAt: noon(5000) };
    expect(await db.store.digests.prolong(window, noon(5000))).toEqual(prolonged);
    expect(await stored(window._id)).toEqual(prolonged);
  });

  test.each([
    ['was prolonged', { closesAt: noon(1500) }],
    ['was taken', { carrier: 'somebody' }],
    ['was settled', { settledAt: noon(1) }],
  ])('one that %s since is given as it is then', async (_, change) => {
    const window = await join();
    await model().updateOne({ _id: window._id }, { $set: change });
    expect(await db.store.digests.prolong(window, noon(5000))).toEqual({ ...window, ...change });
    expect(await stored(window._id)).toEqual({ ...window, ...change });
  });

  test('others are not prolonged with it', async () => {
    const [window, other] = [await join(), await join()];
    await db.store.digests.prolong(window, noon(5000));
    expect(await stored(other._id)).toEqual(other);
  });

  test('its carrier closes it: nobody joins it from then on', async () => {
    const window = await join({ key: 'closed', notificationId: 'c' });
    const other = await join();
    expect(await db.store.digests.take(window, 'c')).toBe(true);
    expect(await stored(window._id)).toEqual({ ...window, carrier: 'c', slots: ['in:c'] });
    expect((await join({ key: 'closed' }))._id).not.toBe(window._id);
    expect(await stored(other._id)).toEqual(other);
  });

  test('of two who have read the same one carries it; the next one asks for the carrier that it read', async () => {
    const window = await join();
    expect(await db.store.digests.take(window, 'a')).toBe(true);
    expect(await db.store.digests.take(window, 'b')).toBe(false);
    expect(await db.store.digests.take({ ...window, carrier: 'a' }, 'b')).toBe(true);
    expect(await stored(window._id)).toMatchObject({ carrier: 'b' });
  });

  test('one that is settled is not taken again', async () => {
    const [window, other] = [await join(), await join()];
    await db.store.digests.settle(window._id, noon(9));
    expect(await stored(window._id)).toEqual({ ...window, settledAt: noon(9) });
    expect(await stored(other._id)).toEqual(other);
    expect(await db.store.digests.take(window, 'a')).toBe(false);
    expect(await stored(window._id)).toEqual({ ...window, settledAt: noon(9) });
  });

  test("an erasure removes a contact's", async () => {
    const [window, other] = [await join({ contactId: 'erased' }), await join()];
    await db.store.digests.removeOf('erased');
    expect(await stored(window._id)).toBeNull();
    expect(await stored(other._id)).toEqual(other);
  });
});
