import { type AddressInfo, createServer } from 'node:net';
import { makeApplication, newEmail, PING } from '../../support/application';
import { eventually } from '../../support/eventually';
import { untilEnded } from '../../support/journey';
import type { HttpApi } from '../../support/http-api';
import { type Stack, startStack } from '../../support/stack';
import { type WebhookReceiver, startWebhookReceiver } from '../../support/webhook-receiver';

const QUIET = `
name: quiet
templates:
  slack: { en: { text: Hi } }
  push: { en: { text: Hi } }
  discord: { en: { text: Hi } }
  telegram: { en: { text: Hi } }
  whatsapp: { en: { text: Hi } }
  sms: { en: { text: Hi } }
  email: { en: { subject: Hi, text: Hi } }
`;

interface Told {
  type: string;
  status: string;
  attempts: {
    status: number | null;
    error_detail: string | null;
    duration_ms: number | null;
    answer: string | null;
  }[];
}

let stack: Stack;
let receiver: WebhookReceiver;
/** Begun before the other tests, for they take ten seconds. */
let silent: Promise<Told>;
let unreachable: Promise<Told>;
let switchedOff: Promise<Told>;
beforeAll(async () => {
  [stack, receiver] = await Promise.all([startStack(), startWebhookReceiver()]);
  [silent, unreachable, switchedOff] = [tellSilence(), tellNobody(), switchOffMeanwhile()];
  for (const begun of [silent, unreachable, switchedOff]) begun.catch(() => undefined);
});
afterAll(async () => {
  await Promise.allSettled([silent, unreachable, switchedOff]);
  await receiver.stop();
  await stack.stop();
});

const makeApp = () => makeApplication(stack, { 'ping.yaml': PING, 'quiet.yaml': QUIET });
const endpointOf = async (api: HttpApi, url: string): Promise<string> => {
  const made = await api.post<{ webhook: { uuid: string } }>('/v1/webhooks', { url });
  return made.body.webhook.uuid;
};
const toldOf = async (id: string): Promise<Told[]> =>
  (await stack.admin.get<{ notification: { webhooks: Told[] } }>(`/admin/v1/notifications/${id}`)).body
    .notification.webhooks;
/** Sends, and waits until the webhook of it is as `until` wants. */
async function toldOnce(
  api: HttpApi,
  until: (told: Told) => boolean,
  begun?: (id: string) => Promise<unknown>,
) {
  const id = await api.send('ping', { to: newEmail() });
  await untilEnded(api, id);
  await begun?.(id);
  return eventually('the webhook to be told or tried', async () => {
    const [told] = await toldOf(id);
    return told && until(told) && told;
  });
}

/** An endpoint that takes the request and never answers. */
async function tellSilence(): Promise<Told> {
  const server = createServer(() => undefined);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { production } = await makeApp();
  await endpointOf(production, `http://127.0.0.1:${(server.address() as AddressInfo).port}/`);
  const told = await toldOnce(production, ({ attempts }) => typeof attempts[0]?.duration_ms === 'number');
  server.close();
  return told;
}

async function tellNobody(): Promise<Told> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  const { production } = await makeApp();
  await endpointOf(production, `http://127.0.0.1:${port}/`);
  return toldOnce(production, ({ attempts }) => typeof attempts[1]?.duration_ms === 'number');
}

/** The endpoint is inactive at the moment of the first retry, and active again later. */
async function switchOffMeanwhile(): Promise<Told> {
  const { production } = await makeApp();
  const of = await startWebhookReceiver();
  of.status = 503;
  const uuid = await endpointOf(production, of.url);
  const told = await toldOnce(
    production,
    ({ status }) => status === 'dropped',
    async (id) => {
      await eventually('the first attempt', () => of.of(id).length === 1);
      of.status = 200;
      await production.request('PATCH', `/v1/webhooks/${uuid}`, { is_active: false });
    },
  );
  expect(of.received).toHaveLength(1);
  await of.stop();
  return told;
}

describe('over a channel without receipts', () => {
  test.each([
    ['slack', { slack: 'U0123456789' }],
    ['push', { push_token: 'one' }],
    ['discord', { discord: '815' }],
    ['telegram', { telegram: '4711' }],
    ['whatsapp', { phone: '+12025550123' }],
    ['sms', { phone: '+12025550124' }],
    ['email', { email: 'ada@example.org' }],
  ])(
    'WEBHOOK-15, WEBHOOK-23: %s yields delivery.sent, once, and no delivery.delivered',
    async (channel, to) => {
      const { sandbox } = await makeApp();
      await endpointOf(sandbox, receiver.url);
      const id = await sandbox.send(`quiet/${channel}`, { to });
      const view = await untilEnded(sandbox, id);
      // Written down after it was answered: whatever this notification raises has been told by then.
      const told = await eventually('the webhook', async () => {
        const all = await toldOf(id);
        return all.length > 0 && all.every(({ status }) => status === 'delivered') && all;
      });
      const [message] = view.messages;
      expect(receiver.of(id).map(({ body }) => body)).toEqual([
        {
          event: 'delivery.sent',
          delivery: {
            uuid: message?.id,
            channel,
            status: 'sent',
            event_name: 'quiet',
            message_id: expect.stringMatching(/\S/),
            sent_at: message?.sent_at,
            delivered_at: null,
            error: null,
          },
          request_id: id,
          timestamp: message?.sent_at,
        },
      ]);
      expect(told).toMatchObject([{ type: 'delivery.sent' }]);
    },
  );
});

test('WEBHOOK-24: an endpoint that does not answer within 10 s is tried again', async () => {
  const { status, attempts } = await silent;
  expect(status).toBe('pending');
  expect(attempts).toMatchObject([{ status: null, error_detail: expect.stringMatching(/^timeout/) }]);
  expect(attempts[0]?.duration_ms).toBeGreaterThanOrEqual(9900);
  expect(attempts[0]?.duration_ms).toBeLessThan(60_000);
});

test('WEBHOOK-24: an endpoint that nobody can connect to is tried again', async () => {
  expect(await unreachable).toMatchObject({
    status: 'pending',
    attempts: [
      { error_detail: expect.stringMatching(/^connection/) },
      { error_detail: expect.stringMatching(/^connection/) },
    ],
  });
});

test('WEBHOOK-22, WEBHOOK-28: an event whose endpoint is inactive at the moment of an attempt is dropped', async () => {
  expect(await switchedOff).toMatchObject({ status: 'dropped', attempts: [{ status: 503 }] });
});
