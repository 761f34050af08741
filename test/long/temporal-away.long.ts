import { eventually } from '../support/eventually';
import { startPostmark, TOKEN } from '../support/providers/postmark-server';
import { newAddress, untilEnded, untilStatus } from '../support/journey';
import type { OwnTemporal } from '../support/own-temporal';
import { startOwnTemporal } from '../support/own-temporal';
import type { Stack } from '../support/stack';
import { startStack } from '../support/stack';
import { timed } from '../support/timed';
import { startWebhookReceiver } from '../support/webhook-receiver';

const PATIENT = `
channels: [email]
templates: { email: { en: { subject: Hello, text: Hello } } }
sequence: [{ send: email }, { wait: 1h }, { send: email }]
`;

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
  for (let times = 0; times < 2; times += 1) {
    const { value, ms } = await report();
    expect(value.status).toBe(200);
    expect(ms).toBeLessThan(1000);
  }
  expect((await production.notification(id)).messages[0]).toMatchObject({ status: 'failed' });
  const stored = await store.notifications.get(id);
  expect(stored?.messages[0]?.events).toMatchObject([{ type: 'delivery.bounced', byReceipt: true }]);
  expect(stored?.untold).toEqual([stored?.messages[0]?.events[0]?.id]);
  expect(hook.of(id)).toEqual([]);
  await comeBack();
  // The sweep would have told it minutes later.
  await eventually('its event', () => hook.of(id).length > 0, 40_000);
  await hook.stop();
  await production.request('DELETE', `/v1/webhooks/${endpoint.body.webhook.uuid}`);
  await admin.request('DELETE', `${path}/${added.body.integration.id}`);
  await postmark.close();
}, 120_000);

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
  const ids = [asleep, unsent].map((id) => stack.temporal.workflow.getHandle(id));
  for (const handle of ids) {
    await eventually(
      `execution ${handle.workflowId} to be gone`,
      () =>
        handle.describe().then(
          () => false,
          (error: Error) => error.name === 'WorkflowNotFoundError',
        ),
      60_000,
    );
  }
  expect((await stack.temporal.workflow.getHandle(`erasure-${uuid}`).describe()).status.name).toBe('RUNNING');
  expect(await untilEnded(stack.production, anew, 60_000)).toMatchObject({ status: 'completed' });
  // The first of the sequence, and the new contact's.
  expect(stack.smtp.mailsTo(email)).toHaveLength(2);
}, 150_000);
