import { randomUUID } from 'node:crypto';
import type { Notification } from '../../../store/notifications/model';
import { eventually } from '../../support/eventually';
import { historyText } from '../../support/history-text';
import { newAddress, untilEnded, untilStatus } from '../../support/journey';
import { type Stack, startStack } from '../../support/stack';
import { ago, retentionOf } from '../../support/retention';

/** It waits until a signal. */
const ASLEEP = `
templates: { email: { en: { subject: Hello, text: 'Hello {{name}}' } } }
sequence: { code: trial-ending }
`;

let stack: Stack;
beforeAll(async () => {
  stack = await startStack({ events: { 'asleep.yaml': ASLEEP } });
});
afterAll(() => stack.stop());
afterEach(() =>
  stack.admin.request('PATCH', `/admin/v1/applications/${stack.applicationId}`, {
    ...{ keep_content_days: null, keep_notifications_days: null },
  }),
);

const { collection, age, stored, ended, read, runOnce } = retentionOf(() => stack);

test('LIMIT-8: content goes 30 days and a notification 90 days after its end; what is younger or open stays', async () => {
  const [young, content, old] = [await ended(29), await ended(31), await ended(91)];
  const open = await stack.production.send('asleep', { to: newAddress(), payload: { name: 'Ada' } });
  await untilStatus(stack.production, open, 'waiting');
  // Open for long: only what has ended has an age.
  await age('notifications', [open], { startedAt: ago(400) });

  const { workflowId, counts } = await runOnce();
  expect(counts).toMatchObject({ content: 2, notifications: 1 });
  const removed = await read(content._id);
  expect(removed).toMatchObject({ payload: null, overrides: null, contentRemoved: true });
  expect(removed.messages[0]).toMatchObject({
    status: 'sent',
    rendered: null,
    attempts: [{ outcome: 'sent' }],
  });
  const { completed_at, ...view } = await stack.production.notification(content._id);
  expect(view).toMatchObject({
    id: content._id,
    status: 'completed',
    messages: [{ status: 'sent', error: null }],
  });
  expect(completed_at).toEqual(expect.any(String));
  const operators = await stack.admin.get(`/admin/v1/notifications/${content._id}`);
  expect(operators).toMatchObject({
    status: 200,
    body: { notification: { payload: null, messages: [{ rendered: null }] } },
  });

  expect((await stack.production.get(`/v1/notifications/${old._id}`)).status).toBe(404);
  expect(await read(young._id)).toEqual(young);
  expect(young.messages[0]?.rendered).not.toBeNull();
  expect(await read(open)).toMatchObject({
    payload: '{"name":"Ada"}',
    messages: [{ rendered: { language: 'en' } }],
  });

  const text = historyText(await stack.temporal.workflow.getHandle(workflowId).fetchHistory());
  expect(text).toContain('notifications');
  for (const { _id, contactId, contact } of [young, content, old])
    for (const secret of [_id, String(contactId), String(contact.email)]) expect(text).not.toContain(secret);

  await stack.admin.post(`/admin/v1/notifications/${open}/signal`, { name: 'converted' });
  expect(await untilEnded(stack.production, open)).toMatchObject({ status: 'completed' });
  expect((await runOnce()).counts).toMatchObject({ content: 0, notifications: 0 });
});

test('LIMIT-8: an application has its own times, and its content never outlives its notifications', async () => {
  const set = (settings: object) =>
    stack.admin.request('PATCH', `/admin/v1/applications/${stack.applicationId}`, settings);
  const [four, six] = [await ended(4), await ended(6)];
  expect(await set({ keep_content_days: 5 })).toMatchObject({
    status: 200,
    body: { application: { keep_content_days: 5, keep_notifications_days: null } },
  });
  await runOnce();
  expect((await read(four._id)).payload).not.toBeNull();
  expect((await read(six._id)).payload).toBeNull();
  await set({ keep_notifications_days: 3 });
  await runOnce();
  expect(await stored('notifications', [four._id, six._id])).toEqual([]);
  expect(await set({ keep_content_days: 0 })).toMatchObject({
    status: 400,
    body: { field: 'keep_content_days' },
  });
});

test('a record of the audit log goes after 400 days, a send that was refused after 7', async () => {
  const event = `refused-${Date.now()}`;
  const refusals = async (): Promise<string[]> =>
    (await collection('refusals').find({ event }).sort({ requestId: 1 }).toArray()).map(({ _id }) => _id);
  for (const id of ['old', 'young'])
    await stack.production.post(`/v1/send/${event}`, { to: newAddress() }, { 'x-request-id': id });
  const [oldest = '', youngest = ''] = await eventually('both refusals', async () => {
    const ids = await refusals();
    return ids.length === 2 && ids;
  });
  await age('refusals', [oldest], { at: ago(7.1) });
  await age('refusals', [youngest], { at: ago(6.9) });
  const { body } = await stack.admin.get<{ records: { id: string }[] }>('/admin/v1/audit?limit=3');
  const [young = '', old = '', now = ''] = body.records.map(({ id }) => id);
  await age('audit', [young], { at: ago(399) });
  await age('audit', [old], { at: ago(401) });
  expect((await runOnce()).counts).toMatchObject({ audit: 2 });
  expect(await refusals()).toEqual([youngest]);
  expect((await stored('audit', [young, old, now])).sort()).toEqual([young, now].sort());
});

test('what sandbox captured goes with the content of its notification', async () => {
  const [young, old] = [await ended(29, {}, stack.sandbox), await ended(31, {}, stack.sandbox)];
  const ids = [young, old].map(({ messages }) => messages[0]?.id ?? '');
  expect(await stored('inbox', ids)).toHaveLength(2);
  await runOnce();
  expect(await stored('inbox', ids)).toEqual([ids[0]]);
});

test('the payload of an array stays as long as one of its notifications has content', async () => {
  const sendArray = async (): Promise<{ batch: string; ids: string[] }> => {
    const to = [newAddress(), newAddress()];
    const { body } = await stack.production.post<{ id: string; notifications: { id: string }[] }>(
      '/v1/send/welcome',
      { to, payload: { name: 'Ada' } },
    );
    const ids = body.notifications.map(({ id }) => id);
    for (const id of ids) await untilEnded(stack.production, id);
    await age('batches', [body.id], { createdAt: ago(60) });
    return { batch: body.id, ids };
  };
  const [needed, over] = [await sendArray(), await sendArray()];
  await age('notifications', [...over.ids, ...needed.ids.slice(1)], { completedAt: ago(31) });
  await runOnce();
  expect(await stored('batches', [needed.batch, over.batch])).toEqual([needed.batch]);
  const shown = await stack.admin.get(`/admin/v1/notifications/${String(needed.ids[0])}`);
  expect(shown.body).toMatchObject({ notification: { payload: { name: 'Ada' } } });
  await age('notifications', needed.ids.slice(0, 1), { completedAt: ago(31) });
  await runOnce();
  expect(await stored('batches', [needed.batch])).toEqual([]);
});

test('LIMIT-8: webhook attempts go after 30 days, or with their notification; those still under way stay', async () => {
  const [kept, gone] = [await ended(0), await ended(91)];
  const deliver = async (
    of: Notification,
    daysAgo: number,
    status: 'pending' | 'delivered',
  ): Promise<string> => {
    const _id = randomUUID();
    const fixed = {
      endpointId: 'e',
      notificationId: of._id,
      contactId: of.contactId,
      type: 'delivery.sent' as const,
    };
    const stored = { _id, ...fixed, status, body: '{}', attempts: [], createdAt: ago(daysAgo) };
    await stack.store.webhookEvents.add(stored);
    return _id;
  };
  const old = await deliver(kept, 31, 'delivered');
  const staying = [await deliver(kept, 29, 'delivered'), await deliver(kept, 31, 'pending')];
  const withItsNotification = await deliver(gone, 1, 'delivered');
  await runOnce();
  expect((await stored('webhookdeliveries', [old, withItsNotification, ...staying])).sort()).toEqual(
    staying.sort(),
  );
});

test('a notification that an endpoint or Temporal has still to be told of stays', async () => {
  const untold = await ended(100);
  await collection('notifications').updateOne(
    { _id: untold._id },
    { $set: { untold: ['event-1'], untoldSince: new Date() } },
  );
  await runOnce();
  expect(await read(untold._id)).toMatchObject({ payload: '{"name":"Ada"}' });
});

test.each([
  ['at the same moment', ['event-1', 'event-2']],
  ['twice', ['event-1', 'event-1']],
])(
  'events that are told %s leave nothing that would keep their notification',
  async (_when, events) => {
    const { _id } = await ended(100);
    await collection('notifications').updateOne(
      { _id },
      { $set: { untold: events, untoldSince: new Date() } },
    );
    await Promise.all(events.map((event) => stack.store.notifications.settleEvent(_id, event)));
    expect(await read(_id)).not.toHaveProperty('untoldSince');
  },
  60_000,
);

test('expired reservations, quota counters and counts of the rate limit go, those of now stay', async () => {
  const key = randomUUID();
  await stack.production.post('/v1/send/welcome', { to: newAddress() }, { 'idempotency-key': key });
  const scope = `${stack.applicationId}:production`;
  const rows: [string, string][] = [
    ['reservations', `${scope}:old`],
    ['quotas', `${scope}:month:2020-01`],
  ];
  const limits = stack.connection.mongoose.collection('ratelimits');
  await limits.insertMany([
    { key: 'rate-1:old', points: 1, expire: ago(1) },
    { key: 'rate-1:now', points: 1, expire: ago(-1) },
  ]);
  for (const [name, _id] of rows)
    await collection(name).insertOne({ _id, expiresAt: ago(1) } as { _id: string });
  await runOnce();
  for (const [name, _id] of rows) expect(await stored(name, [_id])).toEqual([]);
  expect((await limits.find({ key: /^rate-1:/ }).toArray()).map(({ key }) => String(key))).toEqual([
    'rate-1:now',
  ]);
  expect(await stored('reservations', [`${scope}:${key}`])).toHaveLength(1);
  const month = `${scope}:month:${new Date().toISOString().slice(0, 7)}`;
  expect(await stored('quotas', [month])).toHaveLength(1);
});
