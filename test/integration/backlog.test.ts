import { randomUUID } from 'node:crypto';
import { eventually } from '../support/eventually';
import { newAddress, untilEnded } from '../support/journey';
import type { Stack } from '../support/stack';
import { startStack } from '../support/stack';

const LIMIT = 5;
const LATER = `name: later
channels: [email]
templates:
  email:
    en:
      subject: Later
      html: <p>Later</p>
sequence:
  - wait: 1h
  - send: email
`;

let stack: Stack;
beforeAll(async () => {
  stack = await startStack({
    withoutWorker: true,
    env: { BACKLOG_LIMIT: String(LIMIT) },
    events: { 'later.yaml': LATER },
  });
});
afterAll(() => stack.stop());

const send = () => stack.production.post('/v1/send/welcome', { to: newAddress() });

const backlog = async (): Promise<number> =>
  (await stack.store.applications.get(stack.applicationId))?.backlog ?? 0;

test('more than the limit of notifications that no worker begins is 429 with Retry-After, until a worker begins them', async () => {
  const key = { 'idempotency-key': randomUUID() };
  const answered = await stack.production.post('/v1/send/welcome', { to: 'ada@example.org' }, key);
  const accepted = [answered];
  while (accepted.length < LIMIT) accepted.push(await send());
  await eventually('the backlog to be counted', async () => (await backlog()) === LIMIT, 30_000);
  const atTheLimit = await send();
  expect(atTheLimit.status).toBe(200);
  accepted.push(atTheLimit);

  const refused = await eventually(
    'a refusal',
    async () => {
      const answer = await send();
      if (answer.status === 200) accepted.push(answer);
      return answer.status !== 200 && answer;
    },
    30_000,
  );
  expect(refused).toMatchObject({
    status: 429,
    body: { code: 'RATE_LIMITED', error: expect.any(String), limit: LIMIT, current: LIMIT + 1 },
  });
  expect(refused.headers.get('retry-after')).toBe('2');

  // Only sends are refused, and none that was answered before.
  expect((await stack.production.post('/v1/send/welcome', { to: 'ada@example.org' }, key)).body).toEqual(
    answered.body,
  );
  const [first] = accepted;
  expect((await stack.production.get(`/v1/notifications/${String(first?.body.id)}`)).status).toBe(200);

  // Sandbox is the same application.
  expect((await stack.sandbox.post('/v1/send/welcome', { to: newAddress() })).status).toBe(429);

  await stack.startWorker();
  for (const { body } of accepted)
    expect(await untilEnded(stack.production, String(body.id))).toMatchObject({ status: 'completed' });
  await eventually('sends to be accepted again', async () => (await send()).status === 200, 30_000);
  await eventually('the count to go', async () => (await backlog()) === 0, 30_000);
}, 120_000);

test('a notification that is cancelled before its first step, or that begins with a WAIT, is not in the backlog', async () => {
  await stack.worker?.kill();
  const to = newAddress();
  const id = await stack.production.send('welcome', { to });
  expect((await stack.store.notifications.get(id))?.backlogOf).toBe(stack.applicationId);
  expect((await stack.production.post('/v1/cancel/welcome', { to })).body).toMatchObject({ cancelled: 1 });
  expect((await stack.store.notifications.get(id))?.backlogOf).toBeUndefined();
  const waiting = await stack.production.send('later', { to });
  expect((await stack.store.notifications.get(waiting))?.backlogOf).toBeUndefined();
  await stack.startWorker();
}, 60_000);
