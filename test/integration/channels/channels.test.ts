import { eventually } from '../../support/eventually';
import { untilEnded } from '../../support/journey';
import { startWebhookReceiver, type WebhookReceiver } from '../../support/webhook-receiver';
import { type Stack, startStack } from '../../support/stack';
import { makeApplication, type TestApplication } from '../../support/application';
import { CHANNELS, type Vendor } from '../../support/vendors';

/** Templates of every channel; what differs is who comes first, since a number is of SMS and of WhatsApp. */
const newsWith = (channels: string) => `
channels: [${channels}]
retry_for: 1m
templates:
  email: { en: { subject: News, text: '{{what}}' } }
  sms: { en: { text: '{{what}}' } }
  whatsapp: { en: { text: '{{what}}' } }
  slack: { en: { text: '{{what}}' } }
  push: { en: { text: '{{what}}' } }
  telegram: { en: { text: '{{what}}' } }
  discord: { en: { text: '{{what}}' } }
`;
const EVENTS = {
  'news.yaml': newsWith('email, sms, whatsapp, slack, push, telegram, discord'),
  'news-whatsapp.yaml': newsWith('email, whatsapp, sms, slack, push, telegram, discord'),
};

let stack: Stack;
let app: TestApplication;
let webhooks: WebhookReceiver;
const vendors = new Map<string, Vendor>();
let sends = 0;

beforeAll(async () => {
  [stack, webhooks] = await Promise.all([startStack(), startWebhookReceiver()]);
  app = await makeApplication(stack, EVENTS);
  await app.production.post('/v1/webhooks', { url: webhooks.url });
  for (const { channel, start } of CHANNELS) vendors.set(channel, await start());
});
afterAll(async () => {
  await Promise.all([stack.stop(), webhooks.stop(), ...[...vendors.values()].map((one) => one.close())]);
  expect([...vendors.values()].flatMap((one) => one.problems())).toEqual([]);
});

describe.each(CHANNELS)('$channel, in production', (expected) => {
  const { channel } = expected;

  /** Sends a text that no other send has, waits for its end, and returns what vendor and webhooks got of it. */
  async function send(path: string, to: Record<string, unknown>) {
    const text = `news${(sends += 1)}x`;
    const id = await app.production.send(path, { to, payload: { what: text } });
    const view = await untilEnded(app.production, id);
    const requests = vendors
      .get(channel)!
      .bodies()
      .filter((body) => body.includes(text));
    const told = await eventually(`the webhook of ${id}`, () => webhooks.of(id)[0]?.body);
    return {
      text,
      view,
      told,
      requests: requests.map((body) => JSON.parse(body) as object),
      bodies: requests,
    };
  }

  async function expectSent(path: string, to: Record<string, unknown>): Promise<void> {
    const { text, view, told, requests } = await send(path, to);
    expect(view).toMatchObject({ status: 'completed', messages: [{ channel, status: 'sent', error: null }] });
    expect(requests).toEqual([expect.objectContaining(expected.request(to, text))]);
    expect(told).toMatchObject({
      event: 'delivery.sent',
      request_id: view.id,
      delivery: {
        uuid: view.messages[0]!.id,
        channel,
        status: 'sent',
        message_id: expect.stringMatching(expected.messageId),
        error: null,
      },
    });
    expect(webhooks.of(view.id)).toHaveLength(1);
  }

  // With its credentials checked.
  beforeAll(async () => {
    const { provider, settings } = vendors.get(channel)!;
    const made = await stack.admin.post(`${app.path}/integrations`, { channel, provider, settings });
    expect(made).toMatchObject({ status: 201, body: { integration: { channel, provider } } });
    expect(made.body.checked).toMatch(/\w/);
  });

  test('CHANNEL-8, WEBHOOK-12: forced, it is sent at the vendor and told by a webhook, whatever comes first', async () => {
    const all = Object.assign({}, ...CHANNELS.map((one) => one.to())) as Record<string, unknown>;
    await expectSent(`news/${channel}`, all);
  });

  test('CHANNEL-8: auto-routed, it takes who has no other address', async () => {
    await expectSent(channel === 'whatsapp' ? 'news-whatsapp' : 'news', expected.to());
  });

  test('what finds the vendor down is sent again as the same request', async () => {
    const asked = vendors.get(channel)!.bodies().length;
    vendors.get(channel)!.next({ status: 503, body: {} });
    const { view, bodies } = await send(`news/${channel}`, expected.to());
    expect(view).toMatchObject({ status: 'completed', messages: [{ channel, status: 'sent' }] });
    // Receipts say of which attempt they are (RECEIPT-5).
    const requests = bodies.map(
      (body) => JSON.parse(body.replace(/attempt_id=[\w-]+/g, 'attempt_id=')) as object,
    );
    expect(vendors.get(channel)!.bodies().length - asked).toBeGreaterThan(1);
    for (const request of requests) expect(request).toEqual(requests[0]);
  });

  test('MESSAGE-5: what the vendor refuses for good fails once, and a webhook tells the code', async () => {
    const asked = vendors.get(channel)!.bodies().length;
    vendors.get(channel)!.next(expected.refusal);
    const { view, told } = await send(`news/${channel}`, expected.to());
    expect(view).toMatchObject({ status: 'failed', messages: [{ channel, status: 'failed' }] });
    expect(view.messages[0]?.error).toMatch(new RegExp(`^${expected.code}: `));
    expect(told).toMatchObject({
      event: 'delivery.failed',
      delivery: {
        uuid: view.messages[0]!.id,
        channel,
        status: 'failed',
        error: { code: expected.code, message: expect.stringMatching(/\w/) },
      },
    });
    expect(vendors.get(channel)!.bodies().length - asked).toBe(1);
  });
});
