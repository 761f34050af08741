import type { Notification } from '../../../store/notifications/model';
import { ownDatabase } from '../database';
import { inFlightOf, noon, notificationOf } from '../documents';

const db = ownDatabase({ bystanders: { Notification: notificationOf() } });
const put = async (over: Partial<Notification> = {}): Promise<Notification> => {
  const notification = notificationOf(over);
  await db.put(notification);
  return notification;
};
const members = () => db.store.digestMembers;
const over = ['completed', 'failed', 'stopped'] as const;
const open = ['running', 'waiting'] as const;

describe('whether a digest still has somebody to carry it', () => {
  test.each(open)('it has while one of its members is %s', async (status) => {
    const [ended, last] = [await put({ status: 'stopped' }), await put({ status })];
    expect(await members().isAnyOpen([ended._id, last._id])).toBe(true);
    expect(await members().isAnyOpen([ended._id])).toBe(false);
  });

  test('it has none once all are over', async () => {
    const all = await Promise.all(over.map((status) => put({ status })));
    expect(await members().isAnyOpen(all.map(({ _id }) => _id))).toBe(false);
    expect(await members().isAnyOpen([])).toBe(false);
  });
});

describe('the carrier of a digest', () => {
  test.each(open)('it goes on for all of them from %s', async (status) => {
    const before = await put({ status });
    expect(await members().carry(before._id, 'running')).toBe(true);
    expect(await db.read(before._id)).toEqual({ ...before, status: 'running', digest: { of: before._id } });
    expect(await members().carry(before._id, 'waiting')).toBe(true);
    expect((await db.read(before._id)).status).toBe('waiting');
  });

  test.each([
    ...over.map((status) => [`is ${status}`, { status }] as const),
    ['has a send in flight', { inFlight: inFlightOf() }] as const,
  ])('what %s carries nothing', async (_, state) => {
    const before = await put(state);
    expect(await members().carry(before._id, 'running')).toBe(false);
    expect(await db.read(before._id)).toEqual(before);
  });
});

describe('gathering the others', () => {
  test('those that are open end into the carrier', async () => {
    for (const status of open) {
      const { startPending: _start, backlogOf: _backlog, ...before } = await put({ status });
      const other = await put();
      await members().gather([before._id], 'carrier', noon(9));
      expect(await db.read(before._id)).toEqual({
        ...before,
        ...{ status: 'completed', completedAt: noon(9), digestedInto: 'carrier' },
      });
      expect(await db.read(other._id)).toEqual(other);
    }
  });

  test('all of them are gathered at once, but for what a cancel was faster with', async () => {
    const [a, b, stopped] = [
      await put(),
      await put(),
      await put({ status: 'stopped', completedAt: noon(1) }),
    ];
    await members().gather([a._id, b._id, stopped._id], 'carrier', noon(9));
    expect(await db.read(a._id)).toMatchObject({ digestedInto: 'carrier' });
    expect(await db.read(b._id)).toMatchObject({ digestedInto: 'carrier' });
    expect(await db.read(stopped._id)).toEqual(stopped);
  });

  test('one that sends by itself is left out', async () => {
    const before = await put({ inFlight: inFlightOf() });
    await members().gather([before._id], 'carrier', noon(9));
    expect(await db.read(before._id)).toEqual(before);
  });
});

describe('what a digest says', () => {
  const digested = async (carrier: string, payloads: (string | null)[]): Promise<void> => {
    for (const [index, payload] of [...payloads.entries()].reverse())
      await put({ startedAt: noon(index), payload, batchId: `b${index}`, digestedInto: carrier });
    await put({ digestedInto: 'another' });
  };
  const parts = async (carrier: string, limits: { parts: number; bytes: number }) => {
    const found = await members().partsOf(carrier, limits);
    return { count: found.count, payloads: found.parts.map(({ payload }) => payload) };
  };

  test('the parts in the order in which they were asked for, with what each adds', async () => {
    await digested('c1', ['one', 'two']);
    const found = await members().partsOf('c1', { parts: 10, bytes: 100 });
    expect(found).toEqual({
      count: 2,
      parts: [
        { _id: expect.any(String), startedAt: noon(0), payload: 'one', batchId: 'b0' },
        { _id: expect.any(String), startedAt: noon(1), payload: 'two', batchId: 'b1' },
      ],
    });
  });

  test('the first ones only, and how many there are', async () => {
    await digested('c2', ['one', 'two', 'three', 'four']);
    expect(await parts('c2', { parts: 2, bytes: 100 })).toEqual({ count: 4, payloads: ['one', 'two'] });
    expect(await parts('c2', { parts: 4, bytes: 100 })).toMatchObject({ count: 4 });
  });

  test('as many as have room, and how many there are', async () => {
    await digested('c3', ['123', '45', '6']);
    expect(await parts('c3', { parts: 10, bytes: 5 })).toEqual({ count: 3, payloads: ['123', '45'] });
    expect(await parts('c3', { parts: 10, bytes: 6 })).toEqual({ count: 3, payloads: ['123', '45', '6'] });
  });

  test('a part whose payload its array has takes no room', async () => {
    await digested('c4', [null, '12', null]);
    expect(await parts('c4', { parts: 10, bytes: 2 })).toEqual({ count: 3, payloads: [null, '12', null] });
  });

  test('nothing where there are none', async () => {
    expect(await parts('nobody', { parts: 10, bytes: 2 })).toEqual({ count: 0, payloads: [] });
  });
});
