import { eventually } from '../../support/eventually';
import { ERASED_WITHIN_MS, stateOf, untilStopped } from '../../support/executions';
import { startPostmark, TOKEN } from '../../support/providers/postmark-server';
import { newAddress, untilEnded, untilStatus } from '../../support/journey';
import { type OwnTemporal, startOwnTemporal } from '../../support/own-temporal';
import { pageOf, readinessOf } from '../../support/metrics-page';
import { type Stack, startStack } from '../../support/stack';
import { timed } from '../../support/timed';
import { startWebhookReceiver } from '../../support/webhook-receiver';

const PATIENT = `
channels: [email]
templates: { email: { en: { subject: Hello, text: Hello } } }
sequence: [{ send: email }, { wait: 1h }, { send: email }]
`;

jest.setTimeout(2 * ERASED_WITHIN_MS + 120_000);

let stack: Stack;
let temporal: OwnTemporal;

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
  temporal = await startOwnTemporal();
  stack = await startStack({ temporalAddress: temporal.address, events: { 'patient.yaml': PATIENT } });
});
afterAll(async () => {
  await stack.stop();
  await temporal.remove();
});
beforeEach(async () => {
  if (away) await comeBack();
});

test('receipts are applied and answered at once with Temporal away, and their events are told once it is back', async () => {
  const { admin, production, applicationId, store } = stack;
  const account = { webhook_username: 'postmark', webhook_password: 'a-password-of-ours' };
  const postmark = await startPostmark();
  const path = `/admin/v1/applications/${applicationId}/integrations`;
  const added = await admin.post<{ integration: { id: string } }>(path, {
    ...{ channel: 'email', provider: 'postmark' },
    settings: { server_token: TOKEN, base_url: postmark.url, ...account },
  });
  const hook = await startWebhookReceiver();
  const endpoint = await production.post<{ webhook: { uuid: string } }>('/v1/webhooks', {
    url: hook.url,
    enabled_events: ['delivery.bounced'],
  });
  const to = newAddress();
  const id = await production.send('welcome', { to });
  const { messages } = await untilEnded(production, id);
  await goAway();
  const report = () =>
    timed(() =>
      fetch(`${production.baseUrl}/receipts/postmark/${added.body.integration.id}`, {
        method: 'POST',
        headers: {
          authorization: `Basic ${Buffer.from(Object.values(account).join(':')).toString('base64')}`,
        },
        body: JSON.stringify({
          ...{ RecordType: 'Bounce', Type: 'HardBounce', Email: to, BouncedAt: new Date().toISOString() },
          Metadata: { notification_id: id, message_id: messages[0]?.id },
        }),
      }),
    );
  const took: number[] = [];
  for (let times = 0; times < 5; times += 1) {
    const { value, ms } = await report();
    expect(value.status).toBe(200);
    took.push(ms);
  }
  // A wait for Temporal would hold up each by a second, a busy machine any one of them.
  expect(Math.min(...took)).toBeLessThan(1_000);
  expect((await production.notification(id)).messages[0]).toMatchObject({ status: 'failed' });
  const stored = await store.notifications.get(id);
  expect(stored?.messages[0]?.events).toMatchObject([{ type: 'delivery.bounced', byReceipt: true }]);
  expect(stored?.untold).toEqual([stored?.messages[0]?.events[0]?.id]);
  expect(hook.of(id)).toEqual([]);
  await comeBack();
  // The sweep would have told it minutes later.
  await eventually('its event', () => hook.of(id).length > 0);
  await hook.stop();
  await production.request('DELETE', `/v1/webhooks/${endpoint.body.webhook.uuid}`);
  await admin.request('DELETE', `${path}/${added.body.integration.id}`);
  await postmark.close();
});

test('an erasure that is asked for with Temporal away is done at once for readers, and finished once it is back', async () => {
  const email = newAddress();
  const asleep = await stack.production.send('patient', { to: email });
  await untilStatus(stack.production, asleep, 'waiting');
  const path = `/v1/contacts/${encodeURIComponent(email)}`;
  const { uuid } = (await stack.production.get<{ contact: { uuid: string } }>(path)).body.contact;
  await goAway();

  const unsent = await stack.production.send('welcome', { to: email });
  const erased = await stack.production.request('DELETE', path);
  expect(erased).toMatchObject({ status: 200, body: { success: true, deleted: true } });
  expect((await stack.production.get(path)).status).toBe(404);
  // The address is free for a new contact, which has nothing to do with the erasure.
  const anew = await stack.production.send('welcome', { to: email });

  await comeBack();
  for (const id of [asleep, unsent]) {
    await eventually(
      `notification ${id} to be gone`,
      async () => (await stack.store.notifications.get(id)) === null,
      60_000,
    );
  }
  for (const id of [asleep, unsent])
    await eventually(`execution ${id} to be gone`, async () => !(await stateOf(stack, id)), ERASED_WITHIN_MS);
  expect(['RUNNING', 'COMPLETED']).toContain(await stateOf(stack, `erasure-${uuid}`));
  expect(await untilEnded(stack.production, anew, 60_000)).toMatchObject({ status: 'completed' });
  // The first of the sequence, and the new contact's.
  expect(stack.smtp.mailsTo(email)).toHaveLength(2);
});

/** Five sends, one after the other, each with the time that it took. */
async function sendSome() {
  const sends = [];
  for (let count = 0; count < 5; count += 1)
    sends.push(await timed(() => stack.production.send('welcome', { to: newAddress() })));
  return sends;
}

test('OUTAGE-2, HEALTH-1, ERASURE-6: with Temporal away sends are accepted, cancels are true, and all goes on once it is back', async () => {
  const sleeper = newAddress();
  const asleep = await stack.production.send('patient', { to: sleeper });
  await untilStatus(stack.production, asleep, 'waiting');
  // What a send takes here and now, with Temporal there: the machine may be busy.
  const usual = Math.min(...(await sendSome()).map(({ ms }) => ms));
  await goAway();

  const first = await timed(() => stack.production.send('welcome', { to: newAddress() }));
  expect(first.ms).toBeLessThan(10_000);
  // The quickest of some: a busy machine may hold up any one of them, and a wait for Temporal would hold up all.
  const later = await sendSome();
  expect(Math.min(...later.map(({ ms }) => ms))).toBeLessThan(700 + usual);

  const unwanted = newAddress();
  const dropped = await stack.production.send('welcome', { to: unwanted });
  const cancel = await timed(() => stack.production.post('/v1/cancel/welcome', { to: unwanted }));
  expect(cancel.value.body).toEqual({ success: true, cancelled: 1 });
  expect(cancel.ms).toBeLessThan(10_000);
  expect((await stack.production.post('/v1/cancel/patient', { to: sleeper })).body).toEqual({
    success: true,
    cancelled: 1,
  });
  expect(await stack.production.notification(dropped)).toMatchObject({ status: 'stopped' });
  expect((await stack.production.get('/readyz')).body).toMatchObject({ status: 'ready', temporal: false });
  await eventually('the worker to say so', async () => (await readinessOf(stack.worker)).status === 503);
  expect((await readinessOf(stack.worker)).roles.worker).toEqual({
    ...{ ready: false, mongodb: true, temporal: false },
  });
  expect((await pageOf(stack.api.metricsPort)).text).toContain(
    'heliograph_dependency_up{role="api",dependency="temporal"} 0',
  );
  const others = await theOtherRoutes();

  await comeBack();
  for (const id of [first.value, ...later.map(({ value }) => value), ...others.sent]) {
    expect(await untilEnded(stack.production, id, 60_000)).toMatchObject({
      status: 'completed',
      messages: [{ status: 'sent' }],
    });
  }
  await eventually('the worker to be ready', async () => (await readinessOf(stack.worker)).status === 200);
  // The sleeping workflow hears of its cancel.
  await untilStopped(stack, asleep);
  await eventually(
    'the erased contact’s notification to be gone',
    async () => (await stack.production.get(`/v1/notifications/${others.erased}`)).status === 404,
    60_000,
  );
  expect(stack.smtp.mailsTo(unwanted)).toHaveLength(0);
  expect(stack.smtp.mailsTo(sleeper)).toHaveLength(1);
});

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
  expect(waited.ms).toBeLessThan(15_000);
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
