import { randomUUID } from 'node:crypto';
import { eventually } from '../../support/eventually';
import { HttpApi } from '../../support/http-api';
import { newAddress, untilEnded } from '../../support/journey';
import { pushEvent } from '../../support/quiet-hours';
import { type Stack, startStack } from '../../support/stack';
import { type WebhookReceiver, startWebhookReceiver } from '../../support/webhook-receiver';

const HOUR = 3_600_000;
const JUMPS = [
  ['forward', HOUR],
  ['backward', -HOUR],
] as const;
/** More than what a busy machine takes, and far less than the jump. */
const CLOSE_MS = 120_000;

let stack: Stack;
let receiver: WebhookReceiver;
beforeAll(async () => {
  [stack, receiver] = await Promise.all([startStack({ clockShiftMs: {} }), startWebhookReceiver()]);
  await pushEvent(stack, 'code', 'retry_for: 2m');
  await pushEvent(stack, 'later', 'sequence: [{ wait: 20s }, { send: email }]');
  await stack.production.post('/v1/webhooks', { url: receiver.url });
});
afterAll(async () => {
  await receiver?.stop();
  await stack?.stop();
});
afterEach(async () => {
  receiver.status = 200;
  stack.smtp.answer = () => null;
  await Promise.all([stack.api.shiftClock(0), stack.worker?.shiftClock(0)]);
});

const worker = () => {
  if (!stack.worker) throw new Error('there is no worker');
  return stack.worker;
};
const mailsTo = (to: string): number => stack.smtp.mailsTo(to).length;
const sentOnce = async (id: string, to: string): Promise<void> => {
  expect(await untilEnded(stack.production, id)).toMatchObject({ status: 'completed' });
  expect(mailsTo(to)).toBe(1);
};
const webhookOf = async (id: string) => {
  await eventually('its webhook', () => receiver.of(id).length > 0);
  return receiver.of(id)[0];
};

describe.each(JUMPS)('the clock of the worker jumps an hour %s', (_, ms) => {
  test('while a provider is called: the message is sent once', async () => {
    const to = newAddress();
    let answer = (): void => undefined;
    const begun = new Promise<void>((resolve) => {
      stack.smtp.answer = (recipient) => {
        if (recipient !== to) return null;
        resolve();
        return new Promise((accept) => (answer = () => accept(null)));
      };
    });
    const id = await stack.production.send('code', { to });
    await begun;
    await worker().shiftClock(ms);
    answer();
    await sentOnce(id, to);
  });

  test('between two attempts: the message is sent by the second, well before the hour is over', async () => {
    const to = newAddress();
    let attempts = 0;
    stack.smtp.answer = (recipient) =>
      recipient === to && (attempts += 1) === 1 ? { code: 451, text: '4.7.1 Later' } : null;
    const id = await stack.production.send('code', { to });
    await eventually('the first attempt', () => attempts === 1);
    await worker().shiftClock(ms);
    await sentOnce(id, to);
    expect(attempts).toBe(2);
  });

  test('its webhooks are signed with a time that receivers accept, and retried in time', async () => {
    await worker().shiftClock(ms);
    receiver.status = 500;
    const to = newAddress();
    const id = await stack.production.send('code', { to });
    const first = await webhookOf(id);
    receiver.status = 200;
    await eventually('a retry', () => receiver.of(id).length > 1);
    for (const { headers, at } of [first, receiver.of(id)[1]].flatMap((one) => one ?? [])) {
      const signedAt = Number(headers['webhook-timestamp']) * 1000;
      expect(Math.abs(signedAt - at.getTime())).toBeLessThan(CLOSE_MS);
    }
  });

  test('before a retry of a webhook: it comes in time', async () => {
    receiver.status = 500;
    const id = await stack.production.send('code', { to: newAddress() });
    await webhookOf(id);
    await worker().shiftClock(ms);
    receiver.status = 200;
    await eventually('a retry', () => receiver.of(id).length > 1);
    expect((receiver.of(id)[1]?.at.getTime() ?? 0) - (receiver.of(id)[0]?.at.getTime() ?? 0)).toBeGreaterThan(
      8_000,
    );
  });

  test('in a WAIT: it takes as long as it says', async () => {
    const to = newAddress();
    const begun = Date.now();
    const id = await stack.production.send('later', { to });
    await worker().shiftClock(ms);
    await sentOnce(id, to);
    expect(Date.now() - begun).toBeGreaterThan(19_000);
    expect(Date.now() - begun).toBeLessThan(CLOSE_MS);
  });
});

describe.each(JUMPS)('the clock of the API jumps an hour %s', (_, ms) => {
  test('a message of use for two minutes is sent, and its acceptance has the time of the database', async () => {
    await stack.api.shiftClock(ms);
    const to = newAddress();
    stack.smtp.answer = (() => {
      let attempts = 0;
      return (recipient: string) =>
        recipient === to && (attempts += 1) === 1 ? { code: 451, text: '4.7.1 Later' } : null;
    })();
    const id = await stack.production.send('code', { to });
    await sentOnce(id, to);
    const { startedAt = new Date(0) } = (await stack.store.notifications.get(id)) ?? {};
    expect(Math.abs(startedAt.getTime() - Date.now())).toBeLessThan(CLOSE_MS);
  });

  test('a send with send_at is sent at its time', async () => {
    await stack.api.shiftClock(ms);
    const to = newAddress();
    const sendAt = Date.now() + 10_000;
    const id = await stack.production.send('code', { to, send_at: new Date(sendAt).toISOString() });
    await sentOnce(id, to);
    expect(stack.smtp.mails.find((mail) => mail.to.includes(to))?.at.getTime()).toBeGreaterThanOrEqual(
      sendAt,
    );
  });

  test('a repeat of a request is answered as the first was', async () => {
    const [to, key] = [newAddress(), { 'idempotency-key': randomUUID() }];
    const send = () => stack.production.post<{ id: string }>('/v1/send/code', { to }, key);
    const first = await send();
    await stack.api.shiftClock(ms);
    expect((await send()).body).toEqual(first.body);
    await sentOnce(first.body.id, to);
  });

  test('keys, rate limits and quotas go on', async () => {
    const made = await stack.admin.post<{ key: { api_key: string } }>(
      `/admin/v1/applications/${stack.applicationId}/keys`,
      {
        environment: 'production',
        rate_limit: 1,
        expires_at: new Date(Date.now() + HOUR / 2).toISOString(),
      },
    );
    const limited = new HttpApi(stack.production.baseUrl, made.body.key.api_key);
    await eventually('a limit', async () => (await limited.get('/v1/webhooks')).status === 429);
    await stack.api.shiftClock(ms);
    await eventually(
      'the end of the second',
      async () => (await limited.get('/v1/webhooks')).status === 200,
      60_000,
    );
    await eventually('a limit', async () => (await limited.get('/v1/webhooks')).status === 429);
  });

  test('a cancel ends what waits', async () => {
    const to = newAddress();
    const id = await stack.production.send('later', { to });
    await stack.api.shiftClock(ms);
    expect((await stack.production.post('/v1/cancel/later', { to })).body).toMatchObject({ cancelled: 1 });
    expect(await untilEnded(stack.production, id)).toMatchObject({ status: 'stopped' });
  });
});
