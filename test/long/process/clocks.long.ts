import { randomUUID } from 'node:crypto';
import { EVENTS, digestsOf } from '../../support/digests';
import { eventually } from '../../support/eventually';
import { HttpApi } from '../../support/http-api';
import { newAddress, untilEnded } from '../../support/journey';
import { startProcess } from '../../support/service';
import { type Stack, startStack } from '../../support/stack';
import { openEndpoint } from '../../support/webhook-endpoint';
import { startWebhookReceiver } from '../../support/webhook-receiver';

const TEMPLATES = 'templates: { email: { en: { subject: Now, text: Now } } }';
const OWN_EVENTS = {
  ...EVENTS,
  'brief.yaml': `retry_for: 4s\n${TEMPLATES}\n`,
  'pausing.yaml': `${TEMPLATES}\nsequence: [{ wait: 4s }, { send: email }]\n`,
};

/** Less than CLOCKS_DIFFER_MS, six seconds. A busy machine needs the rest from an acceptance to the start of the workflow. */
const OF_API_MS = 4000;
/** What the clock of a service may lag by, which takes the time from MongoDB's answers; less than what the clocks differ by. */
const LATE_ANSWER_MS = 2000;
/** What the documentation promises. */
const OF_WORKER_MS = 5000;

const endOfBrief = async ({ production }: Stack, to: string) =>
  untilEnded(production, await production.send('brief', { to }));

describe.each([
  ['ahead of', OF_API_MS],
  ['behind', -OF_API_MS],
])('with a clock of the API that is four seconds %s those of the worker and of Temporal,', (_, api) => {
  let stack: Stack;
  beforeAll(async () => {
    stack = await startStack({ events: OWN_EVENTS, clockShiftMs: { api } });
  });
  afterAll(() => stack.stop());

  const arrivedAt = (to: string): number =>
    stack.smtp.mails.find((mail) => mail.to.includes(to))?.at.getTime() ?? NaN;
  const { expectOneForAll } = digestsOf(() => stack);

  test('an acceptance has the time of the database', async () => {
    const before = Date.now();
    const id = await stack.production.send('welcome', { to: newAddress() });
    const after = Date.now();
    const { startedAt = new Date(NaN) } = (await stack.store.notifications.get(id)) ?? {};
    expect(startedAt.getTime()).toBeGreaterThan(before - LATE_ANSWER_MS);
    expect(startedAt.getTime()).toBeLessThan(after + LATE_ANSWER_MS);
  });

  test('a send with send_at is sent at its time', async () => {
    const to = newAddress();
    const sendAt = Date.now() + 3000;
    const id = await stack.production.send('welcome', { to, send_at: new Date(sendAt).toISOString() });
    expect(await untilEnded(stack.production, id)).toMatchObject({ status: 'completed' });
    expect(arrivedAt(to)).toBeGreaterThanOrEqual(sendAt);
  });

  test('a WAIT takes as long as it says', async () => {
    const to = newAddress();
    const before = Date.now();
    const id = await stack.production.send('pausing', { to });
    expect(await untilEnded(stack.production, id)).toMatchObject({ status: 'completed' });
    expect(arrivedAt(to) - before).toBeGreaterThanOrEqual(4000);
    const run = await stack.temporal.workflow.getHandle(id).fetchHistory();
    const durations = (run.events ?? []).flatMap(({ timerStartedEventAttributes: timer }) =>
      timer ? [Number(timer.startToFireTimeout?.seconds)] : [],
    );
    // A little of it is over when the run begins its first step, on a busy machine most of it.
    expect(durations).toHaveLength(1);
    expect([0, 1, 2, 3, 4]).toContain(durations[0]);
  });

  test('a message of use for four seconds is sent, and one that its provider puts off expires', async () => {
    const putOff = new Set<string>();
    stack.smtp.answer = (to) => (putOff.has(to) ? { code: 451, text: '4.7.1 Later' } : null);
    // On a busy machine the four seconds may be over before a first attempt.
    await eventually(
      'a message that is sent in time',
      async () => (await endOfBrief(stack, newAddress())).status === 'completed',
    );
    await eventually('a message that is put off until it is of no use', async () => {
      const late = newAddress();
      putOff.add(late);
      const ended = await endOfBrief(stack, late);
      expect(ended).toMatchObject({
        status: 'failed',
        messages: [{ error: expect.stringMatching(/^EXPIRED: Not sent in time/) as string }],
      });
      return /the last attempt said: 451/.test(ended.messages[0]?.error ?? '');
    });
  });

  test('a repeat of a request is answered as the first was', async () => {
    const { to, id } = await eventually('a repeat as long as the answer is kept', async () => {
      const [to, key] = [newAddress(), { 'idempotency-key': randomUUID() }];
      const send = () => stack.production.post<{ id: string }>('/v1/send/welcome', { to }, key);
      const first = await send();
      expect((await send()).body).toEqual(first.body);
      // By the clock of the database it is kept for a little longer.
      const _id = `${stack.applicationId}:production:${key['idempotency-key']}`;
      const kept = { expiresAt: new Date(Date.now() + OF_API_MS - 500) };
      await stack.connection.mongoose
        .collection<{ _id: string }>('reservations')
        .updateOne({ _id }, { $set: kept });
      const { id } = (await send()).body;
      // On a busy machine the time may be over.
      return id === first.body.id && { to, id };
    });
    await untilEnded(stack.production, id);
    expect(stack.smtp.mailsTo(to)).toHaveLength(1);
  });

  test('a digest gathers what comes in its window', () => expectOneForAll('crowd', 5));

  test('a webhook tells what was sent', async () => {
    const receiver = await startWebhookReceiver();
    await stack.production.post('/v1/webhooks', { url: receiver.url });
    const id = await stack.production.send('welcome', { to: newAddress() });
    await eventually('its webhook', () => receiver.of(id).length > 0);
    expect(receiver.of(id).map(({ body }) => body.event)).toEqual(['delivery.sent']);
    await receiver.stop();
  });

  test('a test event that failed just now is told once more', async () => {
    const { receiver, owner, settled } = await openEndpoint(stack);
    receiver.status = 400;
    const { id } = (await owner.sendTest()).body.event;
    await settled(id, 'failed');
    receiver.status = 200;
    await owner.redeliver(id);
    expect((await settled(id, 'delivered')).attempts.map(({ status }) => status)).toEqual([400, 200]);
    await receiver.stop();
  });

  test('WEBHOOK-37: a secret that was rotated away signs for 24 hours more', async () => {
    const { receiver, adminPath } = await openEndpoint(stack);
    const before = Date.now();
    const { body } = await stack.admin.post<{ previous_secret_until: string }>(
      `${adminPath}/rotate-secret`,
      {},
    );
    const rotatedAt = Date.parse(body.previous_secret_until) - 24 * 3_600_000;
    expect(rotatedAt).toBeGreaterThan(before - LATE_ANSWER_MS);
    expect(rotatedAt).toBeLessThan(Date.now() + LATE_ANSWER_MS);
    await receiver.stop();
  });

  test('a redelivery of all that failed finds what failed just now', async () => {
    const { receiver, owner, tell } = await openEndpoint(stack);
    receiver.status = 400;
    const { created_at: since } = await tell();
    expect((await owner.redeliverAll({ since })).body.redelivered).toBe(1);
    await receiver.stop();
  });

  test('it keeps the rate limit together with an API whose clock is right', async () => {
    const second = await startProcess('api', stack.apiEnv);
    const made = await stack.admin.post<{ key: { api_key: string } }>(
      `/admin/v1/applications/${stack.applicationId}/keys`,
      { environment: 'production', rate_limit: 1 },
    );
    try {
      const apis = [stack.production.baseUrl, `http://127.0.0.1:${second.ports.production}`].map(
        (baseUrl) => new HttpApi(baseUrl, made.body.key.api_key),
      );
      const allowed: number[] = [];
      const waits: number[] = [];
      const from = Date.now();
      for (const until = from + 6000; Date.now() < until;)
        for (const api of apis) {
          const { status, headers } = await api.get('/v1/webhooks');
          if (status === 429) waits.push(Number(headers.get('retry-after')));
          else allowed.push(Date.now());
        }
      // One in each of the windows of a second, of which two may fall close together.
      expect(allowed.length).toBeLessThanOrEqual((Date.now() - from) / 1000 + 2);
      expect(allowed.length).toBeGreaterThanOrEqual(3);
      // The second API has few answers of the database yet. A busy machine may delay one of them.
      expect(waits.length).toBeGreaterThan(0);
      expect(Math.max(...waits)).toBeLessThanOrEqual(2);
    } finally {
      await second.stop();
    }
  });
});

describe.each([
  ['ahead of', OF_WORKER_MS],
  ['behind', -OF_WORKER_MS],
])('with a clock of the worker that is five seconds %s the others,', (_, worker) => {
  let stack: Stack;
  beforeAll(async () => {
    stack = await startStack({ events: OWN_EVENTS, clockShiftMs: { worker } });
  });
  afterAll(() => stack.stop());

  test('a message of use for four seconds is sent', async () => {
    let to = '';
    await eventually('a message that is sent in time', async () => {
      return (await endOfBrief(stack, (to = newAddress()))).status === 'completed';
    });
    expect(stack.smtp.mailsTo(to)).toHaveLength(1);
  });

  test('it is sent after a first attempt that its provider put off, and no more once it is of no use', async () => {
    const late = newAddress();
    const asked = new Set<string>();
    let lateSince: number | undefined;
    stack.smtp.answer = (to) => {
      const isFirst = !asked.has(to);
      asked.add(to);
      const putsOff = to === late ? Date.now() - (lateSince ??= Date.now()) < 6_500 : isFirst;
      return putsOff ? { code: 451, text: '4.7.1 Later' } : null;
    };
    const lateId = await stack.production.send('brief', { to: late });
    // On a busy machine the four seconds may be over before the second attempt.
    await eventually('a message that its second attempt sends', async () => {
      return (await endOfBrief(stack, newAddress())).status === 'completed';
    });
    expect(await untilEnded(stack.production, lateId)).toMatchObject({
      status: 'failed',
      messages: [{ error: expect.stringMatching(/^EXPIRED: /) as string }],
    });
    expect(stack.smtp.mailsTo(late)).toEqual([]);
  });
});
