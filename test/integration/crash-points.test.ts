import { dieInRequest } from '../support/dying-processes';
import { eventually } from '../support/eventually';
import { untilEnded } from '../support/journey';
import type { ApiServer } from '../support/providers/api-server';
import { startPostmark } from '../support/providers/postmark-server';
import type { Stack } from '../support/stack';
import { startStack } from '../support/stack';
import type { WebhookReceiver } from '../support/webhook-receiver';
import { startWebhookReceiver } from '../support/webhook-receiver';
import type { TestApplication } from '../support/application';
import { makeApplication, newEmail, PING } from '../support/application';
import type { PostmarkAccount } from '../support/postmark-account';
import { addPostmark } from '../support/postmark-account';

const WAITING = `
channels: [email]
templates: { email: { en: { subject: Hello, text: Hello } } }
sequence: [{ send: { name: hello } }, { if: { delivered: hello, within: 1h }, then: [{ end: true }] }]
`;

let stack: Stack;
let postmark: ApiServer;
let hook: WebhookReceiver;
let app: TestApplication;
let account: PostmarkAccount;
beforeAll(async () => {
  [stack, postmark, hook] = await Promise.all([
    startStack({ sweeps: true }),
    startPostmark(),
    startWebhookReceiver(),
  ]);
  app = await makeApplication(stack, { 'ping.yaml': PING, 'waiting.yaml': WAITING });
  account = await addPostmark(stack, app, postmark);
  await app.production.post('/v1/webhooks', { url: hook.url });
});
afterAll(async () => {
  await Promise.all([stack.stop(), postmark.close(), hook.stop()]);
});

const eventsOf = (id: string): string[] => hook.of(id).map(({ body }) => body.event);

describe('a receipt whose API died before it answered, and which the provider therefore repeats,', () => {
  const sent = async (event: string) => {
    const to = newEmail();
    const id = await app.production.send(event, { to });
    const message = await eventually('it to be handed over', async () => {
      const [found] = (await app.production.notification(id)).messages;
      return found?.status === 'sent' && found;
    });
    await eventually('that to be told', () => eventsOf(id).includes('delivery.sent'));
    return { to, id, Metadata: { notification_id: id, message_id: message.id } };
  };

  test('has its address suppressed, moves its message and is told, once', async () => {
    const { to, id, Metadata } = await sent('ping');
    const bounce = {
      ...{ RecordType: 'Bounce', Type: 'HardBounce', TypeCode: 1, Email: to, MessageID: 'pm-1', Metadata },
      ...{ BouncedAt: new Date().toISOString(), Details: 'smtp;550 5.1.1 user unknown' },
    };
    await dieInRequest(stack, 'receipt-suppressed', (baseUrl) => account.call(bounce, baseUrl));
    expect(eventsOf(id)).toEqual(['delivery.sent']);
    expect((await app.production.notification(id)).messages[0]?.status).toBe('sent');
    // What it did before it died holds: nothing more goes to this address.
    const next = await untilEnded(app.production, await app.production.send('ping', { to }));
    expect(next.messages[0]?.error).toMatch(/^SUPPRESSED/);
    expect(await account.call(bounce)).toBe(200);
    expect((await app.production.notification(id)).messages[0]?.status).toBe('failed');
    await eventually('the event', () => eventsOf(id).includes('delivery.bounced'));
    expect(eventsOf(id).sort()).toEqual(['delivery.bounced', 'delivery.sent']);
  }, 60_000);

  test('is told and wakes the step that waits for it, though it moves nothing any more', async () => {
    const { to, id, Metadata } = await sent('waiting');
    await eventually('it to wait', async () => (await stack.store.notifications.get(id))?.waitsFor);
    const delivery = {
      ...{ RecordType: 'Delivery', Recipient: to, DeliveredAt: new Date().toISOString() },
      ...{ MessageID: 'pm-1', Metadata },
    };
    await dieInRequest(stack, 'receipt-applied', (baseUrl) => account.call(delivery, baseUrl));
    expect(await app.production.notification(id)).toMatchObject({
      ...{ status: 'waiting', messages: [{ status: 'delivered' }] },
    });
    expect(eventsOf(id)).toEqual(['delivery.sent']);
    for (let time = 0; time < 3; time += 1) expect(await account.call(delivery)).toBe(200);
    expect(await untilEnded(app.production, id)).toMatchObject({ status: 'completed' });
    await eventually('the event', () => eventsOf(id).includes('delivery.delivered'));
    expect(eventsOf(id).sort()).toEqual(['delivery.delivered', 'delivery.sent']);
  }, 60_000);
});
