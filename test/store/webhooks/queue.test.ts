import { randomUUID } from 'node:crypto';
import type { WebhookDelivery } from '../../../store/webhooks/deliveries';
import type { WebhookEndpoint } from '../../../store/webhooks/endpoints';
import { ownDatabase } from '../database';
import { noon } from '../documents';

const deliveryOf = (over: Partial<WebhookDelivery> = {}): WebhookDelivery => ({
  _id: randomUUID(),
  endpointId: 'endpoint',
  notificationId: 'notification',
  contactId: 'contact',
  type: 'delivery.sent',
  status: 'pending',
  body: '{}',
  attempts: [],
  createdAt: noon(),
  queued: { endpointId: 'endpoint', dueAt: noon() },
  ...over,
});
const endpointOf = (over: Partial<WebhookEndpoint> = {}): WebhookEndpoint => ({
  _id: randomUUID(),
  ...{ scope: randomUUID(), url: 'https://example.org', enabledEvents: [], isActive: true, description: '' },
  ...{ signingSecret: 's', createdAt: noon(), updatedAt: noon() },
  ...over,
});
const db = ownDatabase({
  bystanders: {
    WebhookDelivery: deliveryOf({ queued: { endpointId: 'bystander', dueAt: noon() } }),
    WebhookEndpoint: endpointOf({ drainsAt: noon(1) }),
  },
});
const put = async (over: Partial<WebhookDelivery> = {}) => {
  const { queued, ...rest } = deliveryOf(over);
  const delivery: WebhookDelivery = { ...rest, ...(queued && { queued }) };
  await db.store.webhookEvents.add(delivery);
  const { _id, notificationId, createdAt } = delivery;
  return { delivery, waiting: { _id, notificationId, createdAt, queued: queued! } };
};
const putEndpoint = async (over: Partial<WebhookEndpoint> = {}): Promise<WebhookEndpoint> => {
  const endpoint = endpointOf(over);
  await db.store.webhooks.insert(endpoint);
  return endpoint;
};
const stored = (id: string) => db.store.webhookDeliveries.get(id);
const attempt = { id: 'a', at: noon(), durationMs: null, status: null, answer: null, error: 'unrecorded' };

describe('an event joins the queue', () => {
  test('without an attempt, as a new delivery or the one that is there', async () => {
    const { _id, attempts: _none, status: _pending, queued: _queued, ...fixed } = deliveryOf();
    await db.store.webhookQueue.add({ _id, ...fixed }, noon(5));
    const queued = { endpointId: 'endpoint', dueAt: noon(5) };
    expect(await stored(_id)).toEqual({ _id, ...fixed, status: 'pending', attempts: [], queued });
    await db.store.webhookQueue.add({ _id, ...fixed }, noon(6));
    expect((await stored(_id))?.queued?.dueAt).toEqual(noon(6));
  });

  test('with the record of an attempt that is to be repeated', async () => {
    const { delivery } = await put({ queued: undefined, attempts: [attempt] });
    const ended = { ...attempt, durationMs: 5, status: 503, error: null };
    await db.store.webhookDeliveries.recordRetry(delivery, ended, noon(10));
    const queued = { endpointId: 'endpoint', dueAt: noon(10) };
    expect(await stored(delivery._id)).toEqual({ ...delivery, attempts: [ended], queued });
  });
});

describe('what waits', () => {
  test('is given by endpoint in the order in which it fell due, as far as it is due', async () => {
    const endpointId = randomUUID();
    const at = (ms: number) => put({ endpointId, queued: { endpointId, dueAt: noon(ms) } });
    const [b, a] = [await at(2), await at(1)];
    await at(9);
    await put({ endpointId, queued: undefined });
    const ids = (found: { _id: string }[]) => found.map(({ _id }) => _id);
    expect(await db.store.webhookQueue.due(endpointId, noon(2), 10)).toEqual([a.waiting, b.waiting]);
    expect(ids(await db.store.webhookQueue.due(endpointId, noon(9), 1))).toEqual([a.waiting._id]);
    expect(await db.store.webhookQueue.next(endpointId)).toEqual(noon(1));
    expect(await db.store.webhookQueue.next('another')).toBeNull();
  });

  test('is begun by one, and kept from others until a time', async () => {
    const { delivery, waiting } = await put();
    const begin = () => db.store.webhookQueue.begin(waiting, attempt, noon(20));
    expect([await begin(), await begin()]).toEqual([true, false]);
    const queued = { endpointId: 'endpoint', dueAt: noon(20) };
    expect(await stored(delivery._id)).toEqual({ ...delivery, attempts: [attempt], queued });
  });

  test('is not begun once it is over or gone', async () => {
    const { waiting } = await put({ status: 'delivered' });
    expect(await db.store.webhookQueue.begin(waiting, attempt, noon(20))).toBe(false);
    expect(await db.store.webhookQueue.begin({ ...waiting, _id: 'gone' }, attempt, noon(20))).toBe(false);
    expect(await stored('gone')).toBeNull();
  });

  test('is put off only as it was read', async () => {
    const { delivery, waiting } = await put();
    const other = { ...waiting, queued: { ...waiting.queued, dueAt: noon(7) } };
    await db.store.webhookQueue.postpone(other, noon(30));
    expect(await stored(delivery._id)).toEqual(delivery);
    await db.store.webhookQueue.postpone(waiting, noon(30));
    expect((await stored(delivery._id))?.queued?.dueAt).toEqual(noon(30));
  });

  test.each([
    ['taken out of the queue', (id: string) => db.store.webhookQueue.leave(id), 'failed' as const],
    [
      'recorded',
      (id: string) => db.store.webhookDeliveries.record(id, 'delivered', attempt),
      'pending' as const,
    ],
  ])('has left it once it is over and %s', async (_what, end, status) => {
    const { delivery } = await put({ status });
    await end(delivery._id);
    expect(await stored(delivery._id)).not.toHaveProperty('queued');
  });

  test('stays as long as it is not over', async () => {
    const { delivery } = await put();
    await db.store.webhookQueue.leave(delivery._id);
    expect(await stored(delivery._id)).toEqual(delivery);
  });
});

describe('the workflow of an endpoint', () => {
  const drainsAt = async (id: string) => (await db.store.webhooks.get(id))?.drainsAt;

  test('is told of an event that is due before it looks, and of no other', async () => {
    const { _id } = await putEndpoint();
    const { hasten, setDrain } = db.store.webhookQueue;
    expect([await hasten(_id, noon(9)), await hasten(_id, noon(9)), await hasten(_id, noon(10))]).toEqual([
      true,
      false,
      false,
    ]);
    expect(await drainsAt(_id)).toEqual(noon(9));
    expect(await hasten(_id, noon(3))).toBe(true);
    expect(await drainsAt(_id)).toEqual(noon(3));
    await setDrain(_id, noon(70));
    expect(await drainsAt(_id)).toEqual(noon(70));
    await setDrain(_id, null);
    expect(await drainsAt(_id)).toBeUndefined();
    expect(await hasten(_id, noon(50))).toBe(true);
    // What waits for an endpoint that is gone has to be dropped.
    expect(await hasten('gone', noon())).toBe(true);
  });

  test('is found if it should have looked, and then not before a time', async () => {
    const [late, later] = [
      await putEndpoint({ drainsAt: noon(-9) }),
      await putEndpoint({ drainsAt: noon(-8) }),
    ];
    const found = await db.store.webhookQueue.undrained(noon(-4), 10);
    expect(found).toEqual(
      [late, later].map(({ _id, scope, drainsAt: at }) => ({ _id, scope, drainsAt: at })),
    );
    expect(await db.store.webhookQueue.undrained(noon(-8), 10)).toEqual(found.slice(0, 1));
    expect(await db.store.webhookQueue.undrained(noon(-4), 1)).toEqual(found.slice(0, 1));
    await db.store.webhookQueue.restarted({ ...found[0]!, drainsAt: noon(-7) }, noon(5));
    expect(await drainsAt(late._id)).toEqual(noon(-9));
    await db.store.webhookQueue.restarted(found[0]!, noon(5));
    expect(await drainsAt(late._id)).toEqual(noon(5));
  });
});

test('how far events have come says whether one waits, and whether an attempt at it has ended', async () => {
  const put1 = async (over: Partial<WebhookDelivery>) => (await put(over)).delivery._id;
  const ended = { ...attempt, durationMs: 5 };
  const ids = [
    await put1({}),
    await put1({ queued: undefined, attempts: [attempt] }),
    await put1({ queued: undefined, attempts: [attempt, ended] }),
    await put1({ queued: undefined, status: 'dropped' }),
  ];
  const states = await db.store.webhookDeliveries.statesOf([...ids, 'none']);
  const of = new Map(states.map((state) => [state._id, state]));
  expect(ids.map((id) => of.get(id))).toEqual([
    { _id: ids[0], status: 'pending', queued: { endpointId: 'endpoint', dueAt: noon() }, begun: false },
    { _id: ids[1], status: 'pending', begun: false },
    { _id: ids[2], status: 'pending', begun: true },
    { _id: ids[3], status: 'dropped', begun: true },
  ]);
});
