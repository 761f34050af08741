import { newAddress } from '../support/journey';
import type { Stack } from '../support/stack';
import { startStack } from '../support/stack';

let stack: Stack;
beforeAll(async () => {
  stack = await startStack();
});
afterAll(() => stack.stop());

const setQuota = (settings: Record<string, unknown>) =>
  stack.admin.request('PATCH', `/admin/v1/applications/${stack.applicationId}`, settings);

test('7: 200 simultaneous sends at a monthly quota of 100 accept exactly 100, the rest is 402 with current and limit', async () => {
  await setQuota({ monthly_quota: 100 });
  const answers = await Promise.all(
    Array.from({ length: 200 }, () => stack.production.post('/v1/send/welcome', { to: newAddress() })),
  );
  const byStatus = (status: number) => answers.filter((answer) => answer.status === status);
  expect(byStatus(200)).toHaveLength(100);
  expect(byStatus(402)).toHaveLength(100);
  for (const { body } of byStatus(402)) {
    expect(body).toMatchObject({
      code: 'QUOTA_EXCEEDED',
      current: 100,
      limit: 100,
      error: expect.any(String),
    });
  }
  await setQuota({ monthly_quota: 10_000 });
});

test('a refused send counts nothing, and a send beyond the quota makes no contact', async () => {
  await setQuota({ monthly_quota: 101 });
  const refused = await stack.production.post('/v1/send/welcome', { to: 'user-without-any-address' });
  expect(refused.status).toBe(400);
  expect((await stack.production.post('/v1/send/welcome', { to: newAddress() })).status).toBe(200);
  const stranger = newAddress();
  expect((await stack.production.post('/v1/send/welcome', { to: stranger })).status).toBe(402);
  expect((await stack.production.get(`/v1/contacts/${encodeURIComponent(stranger)}`)).status).toBe(404);
  await setQuota({ monthly_quota: 10_000 });
});

test('recipients of an array beyond the quota are rejected in their entries; when none fits the answer is 402', async () => {
  await setQuota({ monthly_quota: 103 });
  const to = [newAddress(), newAddress(), newAddress()];
  const answer = await stack.production.post('/v1/send/welcome', { to });
  expect(answer).toMatchObject({
    status: 200,
    body: {
      notifications: [
        { status: 'accepted' },
        { status: 'accepted' },
        { id: null, status: 'rejected', code: 'QUOTA_EXCEEDED' },
      ],
    },
  });
  expect(await stack.production.post('/v1/send/welcome', { to })).toMatchObject({
    status: 402,
    body: { limit: 103 },
  });
  await setQuota({ monthly_quota: 10_000 });
});

test('a daily quota of production holds beside the monthly one', async () => {
  await setQuota({ daily_quota: 0 });
  expect(await stack.production.post('/v1/send/welcome', { to: newAddress() })).toMatchObject({
    status: 402,
    body: { limit: 0 },
  });
  await setQuota({ daily_quota: null });
  expect((await stack.production.post('/v1/send/welcome', { to: newAddress() })).status).toBe(200);
});

test('8: sandbox accepts 150 notifications a day', async () => {
  const batch = (count: number) =>
    stack.sandbox.post<{ notifications: { status: string }[] }>('/v1/send/welcome', {
      to: Array.from({ length: count }, newAddress),
    });
  expect((await batch(149)).status).toBe(200);
  const last = await batch(2);
  expect(last.body.notifications.map(({ status }) => status)).toEqual(['accepted', 'rejected']);
  expect(await batch(1)).toMatchObject({ status: 402, body: { current: 150, limit: 150 } });
});
