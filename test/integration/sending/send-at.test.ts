import { currentDetails } from '../../support/current-details';
import { untilClosed, untilStopped } from '../../support/executions';
import type { NotificationView } from '../../support/http-api';
import { newAddress, untilEnded } from '../../support/journey';
import { untilTimer } from '../../support/run-facts';
import { arrivedAt, cancel, inMs } from '../../support/sends-later';
import { type Stack, startStack } from '../../support/stack';
import { untilTime } from '../../support/until-time';

/** An event that is of use for a minute only. */
const BRIEF = `
retry_for: 1m
templates: { email: { en: { subject: Now, text: Now } } }
`;

let stack: Stack;
beforeAll(async () => {
  stack = await startStack({ events: { 'brief.yaml': BRIEF } });
});
afterAll(() => stack.stop());

const mailsTo = (to: string): number => stack.smtp.mailsTo(to).length;

test.concurrent(
  'SCHEDULE-3, NOTIFICATION-1, STATUS-1: a send with send_at waits without a message, and is sent at its time',
  async () => {
    const to = newAddress();
    const sendAt = inMs(10_000);
    const id = await stack.production.send('welcome', { to, send_at: sendAt });
    expect(await stack.production.notification(id)).toMatchObject({
      ...{ status: 'waiting', send_at: sendAt, messages: [] },
    });
    // It waits for no worker, so it is not in the backlog.
    expect(await stack.store.notifications.get(id)).not.toHaveProperty('backlogOf');
    await untilTimer(stack, id);
    expect(await currentDetails(stack.temporal, id)).toMatch(/^waits until [\dT:.-]+Z \(send_at\)$/);
    expect(mailsTo(to)).toBe(0);
    expect(await untilEnded(stack.production, id)).toMatchObject({
      status: 'completed',
      messages: [{ status: 'sent' }],
    });
    expect(mailsTo(to)).toBe(1);
    expect(arrivedAt(stack, to)).toBeGreaterThanOrEqual(Date.parse(sendAt));
  },
);

test.concurrent('SCHEDULE-7: retry_for counts from send_at', async () => {
  const to = newAddress();
  const sendAt = inMs(10_000);
  const id = await stack.production.send('brief', { to, send_at: sendAt });
  expect(await untilEnded(stack.production, id)).toMatchObject({ status: 'completed' });
  const [message] = (await stack.store.notifications.get(id))!.messages;
  expect(message!.retriedUntil!.getTime() - Date.parse(sendAt)).toBe(60_000);
});

test.concurrent('SCHEDULE-4: an array is put off as a whole', async () => {
  const to = [newAddress(), newAddress(), newAddress()];
  const sendAt = inMs(10_000);
  const answer = await stack.production.post<{ notifications: { id: string }[] }>('/v1/send/welcome', {
    to,
    send_at: sendAt,
  });
  expect(answer.status).toBe(200);
  const ids = answer.body.notifications.map(({ id }) => id);
  for (const id of ids)
    expect(await stack.production.notification(id)).toMatchObject({ status: 'waiting', messages: [] });
  for (const id of ids) expect(await untilEnded(stack.production, id)).toMatchObject({ status: 'completed' });
  for (const address of to) {
    expect(mailsTo(address)).toBe(1);
    expect(arrivedAt(stack, address)).toBeGreaterThanOrEqual(Date.parse(sendAt));
  }
});

test.concurrent(
  'SCHEDULE-1: send_at on the route of a channel, with an offset, means the same moment',
  async () => {
    const to = newAddress();
    const at = Math.ceil(Date.now() / 1000) * 1000 + 10_000;
    const local = new Date(at + 2 * 3_600_000).toISOString().replace('.000Z', '+02:00');
    const answer = await stack.production.post<{ id: string }>('/v1/send/welcome/email', {
      to,
      send_at: local,
    });
    expect(answer.status).toBe(200);
    expect((await stack.store.notifications.get(answer.body.id))?.sendAt).toEqual(new Date(at));
    expect(await untilEnded(stack.production, answer.body.id)).toMatchObject({ status: 'completed' });
    expect(arrivedAt(stack, to)).toBeGreaterThanOrEqual(at);
  },
);

test.concurrent(
  'SCHEDULE-5: a cancel before the time stops the notification at once, its workflow too',
  async () => {
    const to = newAddress();
    const id = await stack.production.send('welcome', { to, send_at: inMs(30 * 86_400_000 - 5000) });
    await untilTimer(stack, id);
    expect((await cancel(stack, 'welcome', to)).body).toEqual({ success: true, cancelled: 1 });
    expect(await stack.production.notification(id)).toMatchObject({ status: 'stopped', messages: [] });
    await untilStopped(stack, id);
    expect(mailsTo(to)).toBe(0);
  },
);

test.concurrent(
  'SCHEDULE-5: a cancel within the last 100 ms counts what was stopped, and nothing of that is sent',
  async () => {
    const one = async (index: number) => {
      const to = newAddress();
      const at = Date.now() + 10_000 + index * 100;
      const id = await stack.production.send('welcome', { to, send_at: new Date(at).toISOString() });
      // From 100 ms before until a little after, for the timer fires late rather than early; the first surely in time.
      await untilTime(at - (index === 0 ? 9_000 : 100) + index * 20);
      return { id, to, cancelled: (await cancel(stack, 'welcome', to)).body.cancelled };
    };
    const made = await Promise.all(Array.from({ length: 10 }, (_, index) => one(index)));
    for (const { id, to, cancelled } of made) {
      const { status } = await untilEnded(stack.production, id);
      await untilClosed(stack, id);
      expect({ cancelled, mails: mailsTo(to), status }).toEqual(
        cancelled === 1
          ? { cancelled: 1, mails: 0, status: 'stopped' }
          : { cancelled: 0, mails: 1, status: 'completed' },
      );
    }
    expect(made.map(({ cancelled }) => cancelled)).toContain(1);
  },
);

test.concurrent('SCHEDULE-6: Prefer: wait answers at once with what waits', async () => {
  const begun = Date.now();
  const body = { to: newAddress(), send_at: inMs(60_000) };
  const answer = await stack.production.post<NotificationView>('/v1/send/welcome', body, {
    prefer: 'wait=20',
  });
  expect(answer).toMatchObject({ status: 200, body: { status: 'waiting', messages: [] } });
  expect(Date.now() - begun).toBeLessThan(15_000);
});

test.concurrent.each([
  ['more than 60 s in the past', -61_000],
  ['more than 30 days ahead', 30 * 86_400_000 + 60_000],
])('SCHEDULE-2: a send_at %s is 400 with field', async (_what, ms) => {
  for (const to of [newAddress(), [newAddress(), newAddress()]]) {
    const answer = await stack.production.post('/v1/send/welcome', { to, send_at: inMs(ms) });
    expect(answer).toMatchObject({ status: 400, body: { code: 'VALIDATION_ERROR', field: 'send_at' } });
  }
});

test.concurrent('SCHEDULE-2: a send_at up to 60 s in the past is now', async () => {
  const to = newAddress();
  const id = await stack.production.send('welcome', { to, send_at: inMs(-45_000) });
  expect(await stack.store.notifications.get(id)).not.toHaveProperty('sendAt');
  expect(await untilEnded(stack.production, id)).toMatchObject({ status: 'completed' });
});

test.concurrent(
  'SCHEDULE-3: what cannot be sent is refused when it is accepted, not at its time',
  async () => {
    const answer = await stack.production.post('/v1/send/welcome/sms', {
      to: newAddress(),
      send_at: inMs(60_000),
    });
    expect(answer).toMatchObject({ status: 400, body: { channel: 'sms' } });
  },
);

test.concurrent('SCHEDULE-8: send_at is part of the request that an idempotency key stands for', async () => {
  const to = newAddress();
  const sendAt = inMs(60_000);
  const post = (send_at: string) =>
    stack.production.post<{ id: string }>('/v1/send/welcome', { to, send_at }, { 'idempotency-key': to });
  const first = await post(sendAt);
  expect((await post(sendAt)).body).toEqual(first.body);
  expect(await post(inMs(90_000))).toMatchObject({ status: 409, body: { code: 'IDEMPOTENCY_MISMATCH' } });
  expect((await cancel(stack, 'welcome', to)).body.cancelled).toBe(1);
});
