import { randomUUID } from 'node:crypto';
import type { WebhookDelivery } from '../../../store/webhooks/deliveries';
import { ownDatabase } from '../database';
import { noon } from '../documents';

const stored = (id: string) => db.store.webhookDeliveries.get(id);
const deliveryOf = (over: Partial<WebhookDelivery> = {}): WebhookDelivery => ({
  _id: randomUUID(),
  endpointId: 'endpoint',
  notificationId: 'notification',
  contactId: 'contact',
  type: 'delivery.sent',
  status: 'failed',
  body: '{}',
  attempts: [],
  createdAt: noon(),
  ...over,
});
const db = ownDatabase({ bystanders: { WebhookDelivery: deliveryOf() } });
const put = async (over: Partial<WebhookDelivery> = {}): Promise<WebhookDelivery> => {
  const delivery = deliveryOf(over);
  await db.store.webhookEvents.add(delivery);
  return delivery;
};
const attempt = { id: 'a', at: noon(), durationMs: 1, status: 200, answer: 'OK', error: null };
const idsOf = (found: { _id: string }[]) => found.map(({ _id }) => _id);

describe('asking for an event once more', () => {
  const by = { endpointId: 'endpoint', scope: 'app:production', by: 'owner', at: noon(9) } as const;

  test.each(['delivered', 'failed', 'dropped'] as const)(
    'one that was %s is pending again',
    async (status) => {
      const [before, other] = [await put({ status }), await put({ status })];
      const { _id, notificationId, contactId, body } = before;
      expect(await db.store.webhookEvents.redeliver(_id, by)).toEqual({
        ...{ _id, notificationId, contactId, body },
        ...{ scope: 'app:production', dueAt: noon(9) },
      });
      expect(await stored(_id)).toEqual({
        ...before,
        ...{
          status: 'pending',
          redelivery: { at: noon(9), by: 'owner' },
          scope: 'app:production',
          dueAt: noon(9),
        },
      });
      expect(await stored(other._id)).toEqual(other);
    },
  );

  test('of many who ask at once one is heard', async () => {
    const { _id } = await put();
    const found = await Promise.all([1, 2, 3].map(() => db.store.webhookEvents.redeliver(_id, by)));
    expect(found.filter((one) => one !== null)).toHaveLength(1);
  });

  test('one that is not over, or of another endpoint, stays as it is', async () => {
    for (const before of [await put({ status: 'pending' }), await put({ endpointId: 'another' })]) {
      expect(await db.store.webhookEvents.redeliver(before._id, by)).toBeNull();
      expect(await stored(before._id)).toEqual(before);
    }
  });
});

describe('what the sweep looks at', () => {
  test('what was due before a time, oldest first', async () => {
    const due = [
      await put({ dueAt: noon(-5) }),
      await put({ dueAt: noon(-9), scope: 's' }),
      await put({ dueAt: noon(-7) }),
    ];
    await put({ dueAt: noon(-4) });
    await put();
    const [a, b, c] = due;
    const found = await db.store.webhookEvents.due(noon(-4), 10);
    expect(idsOf(found)).toEqual([b?._id, c?._id, a?._id]);
    expect(found[0]).toEqual({
      ...{ _id: b?._id, notificationId: 'notification', contactId: 'contact', body: '{}' },
      ...{ scope: 's', dueAt: noon(-9) },
    });
    expect(idsOf(await db.store.webhookEvents.due(noon(-4), 1))).toEqual([b?._id]);
  });

  test('it looks again later, unless somebody has asked for it meanwhile', async () => {
    const [before, other] = [await put({ dueAt: noon(100) }), await put({ dueAt: noon(100) })];
    await db.store.webhookEvents.postpone({ _id: before._id, dueAt: noon(99) }, noon(500));
    expect(await stored(before._id)).toEqual(before);
    await db.store.webhookEvents.postpone(before, noon(500));
    expect(await stored(before._id)).toEqual({ ...before, dueAt: noon(500) });
    expect(await stored(other._id)).toEqual(other);
  });

  test('it looks at many again later, except at what is due since, has ended, or was not meant', async () => {
    const [late, since, ended, other] = [
      await put({ dueAt: noon(-9) }),
      await put({ dueAt: noon(-4) }),
      await put(),
      await put({ dueAt: noon(-9) }),
    ];
    const { webhookEvents } = db.store;
    await webhookEvents.postponeAll(idsOf([late, since, ended]), noon(-4), noon(500));
    expect(await stored(late._id)).toEqual({ ...late, dueAt: noon(500) });
    for (const one of [since, ended, other]) expect(await stored(one._id)).toEqual(one);
  });
});

describe('whether an endpoint took anything', () => {
  test('an attempt since then counts, at an event of that time or a margin before', async () => {
    const endpointId = randomUUID();
    await put({
      endpointId,
      status: 'delivered',
      createdAt: noon(-10),
      attempts: [{ ...attempt, at: noon(5) }],
    });
    const hasDelivered = (since: Date, margin: number) =>
      db.store.webhookEvents.hasDelivered(endpointId, since, margin);
    expect(await hasDelivered(noon(0), 10)).toBe(true);
    expect(await hasDelivered(noon(0), 9)).toBe(false);
    expect(await hasDelivered(noon(5), 15)).toBe(true);
    expect(await hasDelivered(noon(6), 100)).toBe(false);
    expect(await db.store.webhookEvents.hasDelivered('another', noon(0), 10)).toBe(false);
  });

  test('what it did not take does not count', async () => {
    const endpointId = randomUUID();
    await put({ endpointId, status: 'failed', attempts: [{ ...attempt, at: noon(5) }] });
    expect(await db.store.webhookEvents.hasDelivered(endpointId, noon(0), 10)).toBe(false);
  });
});

describe('lists of events', () => {
  const endpointId = 'listed';
  const listed = (id: string, ms: number, over: Partial<WebhookDelivery> = {}) =>
    put({ _id: id, endpointId, createdAt: noon(ms), ...over });
  beforeAll(async () => {
    await listed('a', 1, { status: 'delivered', attempts: [{ ...attempt, url: 'u', headers: { h: '1' } }] });
    await listed('b', 2);
    await listed('c', 2, { status: 'dropped' });
    await listed('d', 3, { status: 'pending' });
    await listed('t', 4, { test: true });
    await put({ endpointId: 'another' });
  });
  const list = async (over: Partial<Parameters<typeof db.store.webhookEvents.list>[0]> = {}) =>
    idsOf(await db.store.webhookEvents.list({ endpointId, limit: 10, ...over }));
  const undelivered = async (over: Partial<Parameters<typeof db.store.webhookEvents.undelivered>[0]> = {}) =>
    db.store.webhookEvents.undelivered({ endpointId, since: noon(0), until: noon(9), limit: 10, ...over });

  test('they have the newest first, page by page', async () => {
    expect(await list()).toEqual(['t', 'd', 'c', 'b', 'a']);
    expect(await list({ limit: 2 })).toEqual(['t', 'd']);
    expect(await list({ after: { at: noon(3), id: 'd' } })).toEqual(['c', 'b', 'a']);
    expect(await list({ after: { at: noon(2), id: 'c' } })).toEqual(['b', 'a']);
    expect(await list({ after: { at: noon(2), id: 'b' } })).toEqual(['a']);
    expect(await list({ status: 'dropped' })).toEqual(['c']);
  });

  test('they show neither the body nor what was sent and answered', async () => {
    const lines = await db.store.webhookEvents.list({ endpointId, status: 'delivered', limit: 1 });
    const { answer: _answer, ...shown } = attempt;
    const { body: _body, ...line } = deliveryOf({
      _id: 'a',
      endpointId,
      status: 'delivered',
      createdAt: noon(1),
    });
    expect(lines).toEqual([{ ...line, attempts: [shown] }]);
  });

  test('what the endpoint never took has the oldest first, and no test events', async () => {
    expect(await undelivered()).toEqual([
      { _id: 'b', createdAt: noon(2), attempts: [] },
      { _id: 'c', createdAt: noon(2), attempts: [] },
    ]);
    expect(idsOf(await undelivered({ limit: 1 }))).toEqual(['b']);
    expect(idsOf(await undelivered({ since: noon(2) }))).toEqual(['b', 'c']);
    expect(await undelivered({ since: noon(3) })).toEqual([]);
    expect(await undelivered({ until: noon(2) })).toEqual([]);
  });

  test('its next page goes on where the last one ended', async () => {
    await listed('0', 5, { status: 'failed' });
    expect(idsOf(await undelivered({ after: { at: noon(2), id: 'b' } }))).toEqual(['c', '0']);
    expect(idsOf(await undelivered({ after: { at: noon(2), id: 'c' } }))).toEqual(['0']);
    expect(idsOf(await undelivered({ after: { at: noon(5), id: '0' } }))).toEqual([]);
    expect(idsOf(await undelivered({ since: noon(0), after: { at: noon(3), id: 'd' } }))).toEqual(['0']);
  });
});
