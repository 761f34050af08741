import { eventually } from '../support/eventually';
import { newAddress, untilEnded, untilStatus } from '../support/journey';
import type { OwnMongo } from '../support/own-mongo';
import { startOwnMongo } from '../support/own-mongo';
import type { OwnTemporal } from '../support/own-temporal';
import { startOwnTemporal } from '../support/own-temporal';
import type { Stack } from '../support/stack';
import { startStack } from '../support/stack';
import { timed } from '../support/timed';

const PATIENT = `
channels: [email]
templates: { email: { en: { subject: Hello, text: Hello } } }
sequence: [{ send: email }, { wait: 1h }, { send: email }]
`;

let stack: Stack;
let temporal: OwnTemporal;
let mongo: OwnMongo;

let away = false;
const goAway = async (): Promise<void> => {
  await temporal.stop();
  away = true;
};
const comeBack = async (): Promise<void> => {
  await temporal.startAgain();
  away = false;
};

beforeAll(async () => {
  [temporal, mongo] = await Promise.all([startOwnTemporal(), startOwnMongo()]);
  stack = await startStack({
    ...{ temporalAddress: temporal.address, mongodbUri: mongo.uri },
    events: { 'patient.yaml': PATIENT },
  });
});
afterAll(async () => {
  await stack.stop();
  await Promise.all([temporal.remove(), mongo.remove()]);
});
beforeEach(async () => {
  if (away) await comeBack();
});

/** Five sends, one after the other, each with the time that it took. */
async function sendSome() {
  const sends = [];
  for (let count = 0; count < 5; count += 1)
    sends.push(await timed(() => stack.production.send('welcome', { to: newAddress() })));
  return sends;
}

test('with Temporal away sends are accepted, cancels are true, and all goes on once it is back', async () => {
  const sleeper = newAddress();
  const asleep = await stack.production.send('patient', { to: sleeper });
  await untilStatus(stack.production, asleep, 'waiting');
  // What a send takes here and now, with Temporal there: the machine may be busy.
  const usual = Math.min(...(await sendSome()).map(({ ms }) => ms));
  await goAway();

  const first = await timed(() => stack.production.send('welcome', { to: newAddress() }));
  expect(first.ms).toBeLessThan(1500);
  // The quickest of some: a busy machine may hold up any one of them, and a wait for Temporal would hold up all.
  const later = await sendSome();
  expect(Math.min(...later.map(({ ms }) => ms))).toBeLessThan(100 + usual);

  const unwanted = newAddress();
  const dropped = await stack.production.send('welcome', { to: unwanted });
  const cancel = await timed(() => stack.production.post('/v1/cancel/welcome', { to: unwanted }));
  expect(cancel.value.body).toEqual({ success: true, cancelled: 1 });
  expect(cancel.ms).toBeLessThan(1500);
  expect((await stack.production.post('/v1/cancel/patient', { to: sleeper })).body).toEqual({
    success: true,
    cancelled: 1,
  });
  expect(await stack.production.notification(dropped)).toMatchObject({ status: 'stopped' });
  expect((await stack.production.get('/readyz')).body).toMatchObject({ status: 'ready', temporal: false });
  const others = await theOtherRoutes();

  await comeBack();
  for (const id of [first.value, ...later.map(({ value }) => value), ...others.sent]) {
    expect(await untilEnded(stack.production, id, 60_000)).toMatchObject({
      status: 'completed',
      messages: [{ status: 'sent' }],
    });
  }
  await eventually(
    'the sleeping workflow to hear of its cancel',
    async () => (await stack.temporal.workflow.getHandle(asleep).describe()).status.name === 'CANCELLED',
    60_000,
  );
  await eventually(
    'the erased contact’s notification to be gone',
    async () => (await stack.production.get(`/v1/notifications/${others.erased}`)).status === 404,
    60_000,
  );
  expect(stack.smtp.mailsTo(unwanted)).toHaveLength(0);
  expect(stack.smtp.mailsTo(sleeper)).toHaveLength(1);
}, 120_000);

/** Arrays, `Prefer: wait`, contacts, the webhook endpoint and an erasure go on; the ids of what they made. */
async function theOtherRoutes(): Promise<{ sent: string[]; erased: string }> {
  const { production } = stack;
  const array = await production.post<{ notifications: { id: string; status: string }[] }>(
    '/v1/send/welcome',
    {
      to: [newAddress(), newAddress()],
    },
  );
  expect(array.body.notifications).toMatchObject([{ status: 'accepted' }, { status: 'accepted' }]);
  const waited = await timed(() =>
    production.post<{ id: string }>('/v1/send/welcome', { to: newAddress() }, { prefer: 'wait=20' }),
  );
  expect(waited.value).toMatchObject({
    status: 200,
    body: { status: 'running', messages: [{ status: 'queued' }] },
  });
  expect(waited.ms).toBeLessThan(10_000);
  const email = newAddress();
  const path = `/v1/contacts/${encodeURIComponent(email)}`;
  const erased = await production.send('welcome', { to: email });
  expect((await production.request('PATCH', path, { name: 'Ada' })).body).toMatchObject({ success: true });
  expect((await production.request('DELETE', path)).body).toEqual({ success: true, deleted: true });
  expect((await production.get(path)).status).toBe(404);
  const webhook = await production.post<{ webhook: { uuid: string } }>('/v1/webhooks', {
    url: 'https://hooks.invalid/',
  });
  const { uuid } = webhook.body.webhook;
  expect((await production.request('DELETE', `/v1/webhooks/${uuid}`)).body).toEqual({ success: true });
  return { sent: [...array.body.notifications.map(({ id }) => id), waited.value.body.id], erased };
}

test('with MongoDB away requests are 503, an outcome already answered is not lost, and all goes on after', async () => {
  let release = (): void => undefined;
  const held = new Promise<void>((resolve) => (release = resolve));
  let begun = 0;
  stack.smtp.answer = async () => {
    begun += 1;
    await held;
    return null;
  };
  const addresses = Array.from({ length: 5 }, newAddress);
  const ids = await Promise.all(addresses.map((to) => stack.production.send('welcome', { to })));
  await eventually('the sends to be with the provider', () => begun === 5);

  await mongo.stop();
  release(); // The provider accepts while nobody can write it down.
  const refused = await stack.production.post('/v1/send/welcome', { to: newAddress() });
  expect(refused).toMatchObject({ status: 503, body: { code: 'UNAVAILABLE', error: expect.any(String) } });
  expect(refused.headers.get('retry-after')).toMatch(/^\d+$/);
  // The provider calls again by itself.
  const callback = await fetch(`${stack.production.baseUrl}/receipts/postmark/x`, { method: 'POST' });
  expect(callback.status).toBe(503);
  expect(callback.headers.get('retry-after')).toMatch(/^\d+$/);
  expect((await stack.production.get('/readyz')).status).toBe(503);

  await mongo.startAgain();
  for (const id of ids) {
    expect(await untilEnded(stack.production, id, 40_000)).toMatchObject({ status: 'completed' });
  }
  for (const to of addresses) expect(stack.smtp.mailsTo(to)).toHaveLength(1);
  await eventually('sends to be accepted again', async () => {
    return (await stack.production.post('/v1/send/welcome', { to: newAddress() })).status === 200;
  });
}, 120_000);
