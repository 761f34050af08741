import { eventually } from '../../support/eventually';
import { untilEnded } from '../../support/journey';
import { type Stack, startStack } from '../../support/stack';
import { type WebhookReceiver, startWebhookReceiver } from '../../support/webhook-receiver';
import { type TestApplication, makeApplication, newEmail } from '../../support/application';

const DAY_MS = 86_400_000;
const OWNER = 'owner@example.net';

interface Shown {
  is_active: boolean;
  failing_since: string | null;
  switched_off: { at: string; failing_since: string; owner_told: string } | null;
}

let stack: Stack;
let app: TestApplication;
let receiver: WebhookReceiver;
let uuid: string;
beforeAll(async () => {
  stack = await startStack();
});
afterAll(() => stack?.stop());
beforeEach(async () => {
  [app, receiver] = await Promise.all([makeApplication(stack), startWebhookReceiver()]);
  const made = await app.production.post<{ webhook: { uuid: string } }>('/v1/webhooks', {
    url: receiver.url,
  });
  uuid = made.body.webhook.uuid;
});
afterEach(async () => {
  stack.smtp.answer = () => null;
  await receiver.stop();
});

const shown = async (): Promise<Shown> =>
  (await stack.admin.get<{ webhook: Shown }>(`${app.path}/webhooks/production`)).body.webhook;
const setOwner = (owner_email: string) => stack.admin.request('PATCH', app.path, { owner_email });
const change = (body: unknown) => app.production.request('PATCH', `/v1/webhooks/${uuid}`, body);
/** Makes the first failure older than it is. */
const failedDaysAgo = async (days: number): Promise<Date> => {
  const failingSince = new Date(Date.now() - days * DAY_MS);
  await stack.connection.mongoose
    .collection<{ _id: string }>('webhooks')
    .updateOne({ _id: uuid }, { $set: { failingSince } });
  return failingSince;
};
const sendPing = async (): Promise<string> => {
  const id = await app.production.send('ping', { to: newEmail() });
  await untilEnded(app.production, id);
  return id;
};
/** Sends, and waits until the endpoint was told. */
async function tell(): Promise<string> {
  const id = await sendPing();
  await eventually('the webhook', async () => {
    const [delivery] = await stack.store.webhookDeliveries.ofNotification(id);
    return delivery && delivery.attempts[0]?.durationMs !== null;
  });
  return id;
}
const off = (): Promise<Shown> =>
  eventually('the endpoint to be switched off', async () => {
    const found = await shown();
    return !found.is_active && found;
  });
const noticed = (what: string): Promise<Shown> =>
  eventually(`the notice to be ${what}`, async () => {
    const found = await shown();
    return found.switched_off?.owner_told === what && found;
  });
const noticesTo = (owner: string) => stack.smtp.mailsTo(owner);

test('WEBHOOK-29, WEBHOOK-36: an endpoint that failed for 5 days without a success is switched off, and its owner is told by one e-mail', async () => {
  await setOwner(OWNER);
  receiver.status = 400;
  await tell();
  const first = await eventually('the first failure to be noted', async () => (await shown()).failing_since);
  await tell();
  expect(await shown()).toMatchObject({ is_active: true, failing_since: first, switched_off: null });
  const since = await failedDaysAgo(5.001);
  // A message that is sent after the first of them has switched the endpoint off has no event.
  await Promise.all([sendPing(), sendPing(), sendPing()]);
  const { switched_off } = await off();
  expect(switched_off).toMatchObject({ failing_since: since.toISOString() });
  await noticed('sent');
  expect(noticesTo(OWNER)).toHaveLength(1);
  const [mail] = noticesTo(OWNER);
  expect(mail!.from?.text).toBe('"Notices" <notices@example.com>');
  expect(mail!.subject).toMatch(/^The webhook endpoint of app-\S+ \(production\) is disabled$/);
  for (const words of [receiver.url, since.toISOString(), `/v1/webhooks/${uuid}/redeliver`])
    expect(mail!.text).toContain(words);
  // Callers see it where they look at events; nothing more is sent.
  const events = await app.production.get<{ webhook: object }>(`/v1/webhooks/${uuid}/events`);
  expect(events.body.webhook).toEqual({
    is_active: false,
    failing_since: since.toISOString(),
    switched_off_at: switched_off!.at,
    switched_off_reason: 'failing',
  });
  await eventually('nothing to be under way', async () => {
    const { body } = await app.production.get<{ events: { status: string }[] }>(
      `/v1/webhooks/${uuid}/events`,
    );
    return body.events.every(({ status }) => status !== 'pending');
  });
  const before = receiver.received.length;
  await sendPing();
  expect(receiver.received).toHaveLength(before);
  // Switched on again it begins anew.
  receiver.status = 200;
  await change({ is_active: true });
  expect(await shown()).toMatchObject({ is_active: true, failing_since: null, switched_off: null });
  await tell();
  expect(receiver.received).toHaveLength(before + 1);
});

test('WEBHOOK-40: a 410 disables the endpoint of an application with extended retries at once', async () => {
  receiver.status = 410;
  await tell();
  expect((await shown()).is_active).toBe(true);
  await stack.admin.request('PATCH', app.path, { webhook_retries: 'extended' });
  await tell();
  expect((await off()).switched_off).toMatchObject({ reason: 'gone' });
  const { body } = await app.production.get<{ webhook: object }>(`/v1/webhooks/${uuid}/events`);
  expect(body.webhook).toMatchObject({ is_active: false, switched_off_reason: 'gone' });
});

test('WEBHOOK-36: one success, and the days begin anew; so does another url', async () => {
  receiver.status = 400;
  await tell();
  await failedDaysAgo(4.9);
  await tell();
  expect((await shown()).is_active).toBe(true);
  receiver.status = 200;
  await tell();
  await eventually('the failures to be forgotten', async () => (await shown()).failing_since === null);
  receiver.status = 400;
  await tell();
  await eventually('the failure to be noted', async () => (await shown()).failing_since);
  await failedDaysAgo(6);
  await change({ url: `${receiver.url}/other` });
  await tell();
  const { is_active, failing_since } = await eventually('the new failure to be noted', async () => {
    const found = await shown();
    return found.failing_since !== null && found;
  });
  expect(is_active).toBe(true);
  expect(Date.now() - new Date(failing_since!).getTime()).toBeLessThan(60_000);
});

test('a success that ran beside the first failure, and did not see it, counts', async () => {
  await tell();
  receiver.status = 400;
  // As two attempts at once leave it: the failure began before the success, and was noted after it.
  const [delivery] = await stack.store.webhookDeliveries.ofNotification(
    receiver.received[0]!.body.request_id,
  );
  const since = await failedDaysAgo(6);
  await stack.connection.mongoose.collection<{ _id: string }>('webhookdeliveries').updateOne(
    { _id: delivery!._id },
    {
      $set: {
        createdAt: new Date(since.getTime() - 1000),
        'attempts.0.at': new Date(since.getTime() + 10),
      },
    },
  );
  await tell();
  await eventually('the failures to be forgotten', async () => (await shown()).failing_since === null);
  expect((await shown()).is_active).toBe(true);
  // An older success does not: it came before.
  await stack.connection.mongoose
    .collection<{ _id: string }>('webhookdeliveries')
    .updateOne({ _id: delivery!._id }, { $set: { 'attempts.0.at': new Date(since.getTime() - 10) } });
  await stack.connection.mongoose
    .collection<{ _id: string }>('webhooks')
    .updateOne({ _id: uuid }, { $set: { failingSince: since } });
  await tell();
  await off();
});

test('without an owner_email it is switched off all the same, and operators see that nobody was told', async () => {
  receiver.status = 400;
  await tell();
  await failedDaysAgo(6);
  await tell();
  await noticed('no_address');
  expect((await shown()).is_active).toBe(false);
});

test('the e-mail is tried again while the SMTP server does not take it', async () => {
  const owner = 'patient@example.net';
  await setOwner(owner);
  let tries = 0;
  let isRefused = true;
  stack.smtp.answer = (to) => {
    if (to === owner) tries += 1;
    return to === owner && isRefused ? { code: 451, text: '4.3.0 later' } : null;
  };
  receiver.status = 400;
  await tell();
  await failedDaysAgo(6);
  await tell();
  await eventually('the first try', () => tries > 0);
  expect((await off()).switched_off?.owner_told).toBe('pending');
  isRefused = false;
  await eventually('the second', () => noticesTo(owner).length === 1);
  await noticed('sent');
});
