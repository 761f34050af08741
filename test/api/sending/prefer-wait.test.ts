import { pino } from 'pino';
import { createDispatcher } from '../../../temporal/dispatcher';
import { notificationOf } from '../../store/documents';
import { expectRefusal } from '../../support/application';
import type { NotificationView } from '../../support/http-api';
import { newAddress, untilEnded } from '../../support/journey';
import type { SinkAnswer } from '../../support/smtp-sink';
import { type Stack, startStack } from '../../support/stack';

/** An address that is suppressed. */
const SUPPRESSED = 'suppressed@example.com';

let stack: Stack;
const answers = new Map<string, () => SinkAnswer>();
beforeAll(async () => {
  stack = await startStack({
    events: {
      'priced.yaml': `channels: [email]\ntemplates: { email: { en: { subject: '{{currency payload.amount payload.currency}}', text: Hello } } }\n`,
    },
  });
  stack.smtp.answer = (to) => answers.get(to)?.() ?? null;
});
afterAll(() => stack.stop());

const send = (to: unknown, headers: Record<string, string>) =>
  stack.production.post<NotificationView & { code?: string; channel?: string; delivery_code?: string }>(
    '/v1/send/welcome',
    { to },
    headers,
  );

test('PREFER-1: Prefer: wait answers with the notification once its first message was sent', async () => {
  const answer = await send(newAddress(), { prefer: 'wait=30' });
  expect(answer).toMatchObject({
    status: 200,
    body: { id: expect.any(String), status: 'completed', messages: [{ status: 'sent' }] },
  });
  expect(answer.headers.get('preference-applied')).toBe('wait=30');
});

test('ERROR-3, PREFER-2: Prefer: wait is 502 with the channel when the provider refused for good', async () => {
  const to = newAddress();
  answers.set(to, () => ({ code: 550, text: '5.1.1 unknown' }));
  const answer = await send(to, { prefer: 'wait=30' });
  expect(answer).toMatchObject({ status: 502, body: { code: 'PROVIDER_ERROR', channel: 'email' } });
  expect(JSON.stringify(answer.body)).not.toContain('5.1.1');
});

test("PREFER-6: the 502 names the notification and the message's own code, also when it is replayed", async () => {
  const to = newAddress();
  answers.set(to, () => ({ code: 550, text: '5.1.1 unknown' }));
  const headers = { prefer: 'wait=30', 'idempotency-key': to };
  for (const answer of [await send(to, headers), await send(to, headers)]) {
    const { id, delivery_code: code } = answer.body;
    expect({ status: answer.status, code }).toEqual({ status: 502, code: 'INVALID_RECIPIENT' });
    expect(await stack.production.notification(String(id))).toMatchObject({ status: 'failed' });
  }
});

test.each([
  ['TEMPLATE_ERROR', 'priced', { payload: { amount: 5, currency: 'X1' } }, /currency/],
  ['NO_PROVIDER', 'welcome/sms', { to: '+12025550123' }, /No provider is set up for sms/],
  ['SUPPRESSED', 'welcome', { to: SUPPRESSED }, /suppressed/],
])('PREFER-7: what can never be sent is 422 with the reason: %s', async (code, event, body, reason) => {
  const address = { channel: 'email', address: SUPPRESSED };
  const path = `/admin/v1/applications/${stack.applicationId}/suppressions`;
  await stack.admin.post(path, { ...address, environment: 'production' });
  const answer = await stack.production.post<{ id: string; error: string }>(
    `/v1/send/${event}`,
    { to: newAddress(), ...body },
    { prefer: 'wait=30' },
  );
  const channel = code === 'NO_PROVIDER' ? 'sms' : 'email';
  expectRefusal(answer, 422, 'UNDELIVERABLE', { channel, delivery_code: code, id: answer.body.id });
  expect(answer.body.error).toMatch(reason);
  expect(await stack.production.notification(answer.body.id)).toMatchObject({ status: 'failed' });
});

test('PREFER-1, STATUS-2: when the time is over the notification is shown as it is', async () => {
  const to = newAddress();
  answers.set(to, () => ({ code: 451, text: '4.3.0 later' }));
  const begun = Date.now();
  const answer = await send(to, { prefer: 'respond-async, wait=2' });
  expect(Date.now() - begun).toBeGreaterThan(1500);
  expect(answer).toMatchObject({
    status: 200,
    body: { status: 'running', messages: [{ status: 'queued' }] },
  });
});

test('PREFER-1: a wait goes on if Temporal does not know the notification yet', async () => {
  const dispatcher = createDispatcher({
    ...{ client: stack.temporal, store: stack.store, taskQueue: stack.name },
    log: pino({ level: 'silent' }),
  });
  const late = notificationOf({ startPending: undefined });
  const over = notificationOf({ status: 'completed', startPending: undefined });
  await stack.store.notifications.insertAll([late, over]);
  const waited = async (id: string, waitMs: number): Promise<number> => {
    const begun = performance.now();
    await dispatcher.firstOutcome(id, waitMs);
    return performance.now() - begun;
  };
  expect(await waited(late._id, 1_500)).toBeGreaterThan(1_400);
  expect(await waited(over._id, 30_000)).toBeLessThan(29_000);
});

test('PREFER-5: a replay of such a request answers with the notification as it is then', async () => {
  const to = newAddress();
  let refusals = 1;
  answers.set(to, () => ((refusals -= 1) >= 0 ? { code: 451, text: '4.3.0 later' } : null));
  const headers = { prefer: 'wait=1', 'idempotency-key': to };
  const first = await send(to, headers);
  await untilEnded(stack.production, String(first.body.id));
  const again = await send(to, headers);
  expect(again.headers.get('idempotent-replay')).toBe('true');
  expect(again).toMatchObject({ status: 200, body: { id: first.body.id, status: 'completed' } });
});

test('PREFER-3: wait is brought into 1 to 30 seconds, and what was applied is said', async () => {
  for (const [prefer, applied] of [
    ['wait=0', 'wait=1'],
    ['wait=99', 'wait=30'],
    ['respond-async, wait="5"', 'wait=5'],
  ] as const) {
    const answer = await send(newAddress(), { prefer });
    // Five seconds may be too short on a busy machine.
    const status = applied === 'wait=30' ? 'sent' : expect.stringMatching(/^(sent|queued)$/);
    expect(answer).toMatchObject({ status: 200, body: { messages: [{ status }] } });
    expect(answer.headers.get('preference-applied')).toBe(applied);
  }
});

test('SEND-1, PREFER-4: without wait, and for an array, no provider is waited for', async () => {
  for (const [to, prefer] of [
    [newAddress(), 'respond-async'],
    [[newAddress()], 'wait=10'],
  ] as const) {
    const answer = await send(to, { prefer });
    expect(answer.body).toMatchObject({ status: 'accepted' });
    expect(answer.headers.get('preference-applied')).toBeNull();
  }
});
