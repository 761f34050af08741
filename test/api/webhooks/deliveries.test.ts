import { createHmac, timingSafeEqual } from 'node:crypto';
import { webhookEndpointWorkflowId, webhookWorkflowId } from '../../../workflows/contract';
import { eventually } from '../../support/eventually';
import { untilEnded } from '../../support/journey';
import type { Answer, HttpApi } from '../../support/http-api';
import { type Stack, startStack } from '../../support/stack';
import {
  type ReceivedWebhook,
  type WebhookReceiver,
  startWebhookReceiver,
} from '../../support/webhook-receiver';
import { type TestApplication, makeApplication, newEmail, newPhone } from '../../support/application';

const ISO = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;

interface Webhook {
  uuid: string;
  url: string;
  enabled_events: string[];
  is_active: boolean;
  description: string;
  signing_secret: string;
  created_at: string;
  updated_at: string;
}
type WebhookAnswer = Answer<{ success: boolean; webhook: Webhook }>;

let stack: Stack;
/** Begun before the other tests, for a retry takes ten seconds. */
let retried: Promise<Retried>;
let replaced: Promise<Retried>;
beforeAll(async () => {
  // A webhook whose workflow could not be started at once is started by the sweep.
  stack = await startStack({ sweeps: true });
  [retried, replaced] = [beginRetry(), beginRetry(replaceEndpoint)];
  for (const begun of [retried, replaced]) begun.catch(() => undefined);
});
afterAll(async () => {
  for (const begun of await Promise.all([retried, replaced])) await begun.receiver.stop();
  await stack.stop();
});

// Each test has an application of its own, for that has one endpoint; and a receiver of its own.
let app: TestApplication;
let receiver: WebhookReceiver;
beforeEach(async () => {
  [app, receiver] = await Promise.all([makeApplication(stack), startWebhookReceiver()]);
});
afterEach(() => receiver.stop());

const create = (body: unknown, api: HttpApi = app.production): Promise<WebhookAnswer> =>
  api.post('/v1/webhooks', body);
const change = (uuid: string, body: unknown, api: HttpApi = app.production): Promise<WebhookAnswer> =>
  api.request('PATCH', `/v1/webhooks/${uuid}`, body);
const remove = (uuid: string, api: HttpApi = app.production): Promise<Answer> =>
  api.request('DELETE', `/v1/webhooks/${uuid}`);

/** Sends what succeeds (an e-mail) or fails for good (an SMS without a provider), and waits for its end. */
async function sendAndEnd(how: 'well' | 'badly', api: HttpApi = app.production): Promise<string> {
  const id = await api.send('ping', { to: how === 'well' ? newEmail() : newPhone() });
  expect((await untilEnded(api, id)).status).toBe(how === 'well' ? 'completed' : 'failed');
  return id;
}
const told = (id: string, at = receiver): Promise<ReceivedWebhook> =>
  eventually(`a webhook of ${id}`, () => at.of(id)[0]);

/** A webhook whose first attempt was answered 500; the next ones are answered 200. */
interface Retried {
  receiver: WebhookReceiver;
  id: string;
  first: ReceivedWebhook;
  secret: string;
  endpointId: string;
}
async function beginRetry(then?: (api: HttpApi, webhook: Webhook) => Promise<unknown>): Promise<Retried> {
  const [{ production }, of] = await Promise.all([makeApplication(stack), startWebhookReceiver()]);
  of.status = 500;
  const { webhook } = (await create({ url: of.url }, production)).body;
  const id = await sendAndEnd('well', production);
  const first = await told(id, of);
  of.status = 200;
  await then?.(production, webhook);
  return { receiver: of, id, first, secret: webhook.signing_secret, endpointId: webhook.uuid };
}
async function replaceEndpoint(api: HttpApi, { uuid, url }: Webhook): Promise<void> {
  await remove(uuid, api);
  await create({ url }, api);
}

/** Checks both signatures as a receiver would, with nothing of ours. */
function expectSigned({ headers, raw }: ReceivedWebhook, secret: string): void {
  const [, t = '', v1 = ''] =
    /^t=(\d+),v1=([0-9a-f]{64})$/.exec(String(headers['x-service-signature'])) ?? [];
  const own = createHmac('sha256', secret).update(`${t}.${raw}`).digest('hex');
  expect(timingSafeEqual(Buffer.from(v1), Buffer.from(own))).toBe(true);
  expect(Math.abs(Number(t) - Date.now() / 1000)).toBeLessThan(300);
  // Standard Webhooks: the key is what the secret encodes.
  const key = Buffer.from(secret.replace('whsec_', ''), 'base64');
  const signed = `${String(headers['webhook-id'])}.${String(headers['webhook-timestamp'])}.${raw}`;
  const standard = createHmac('sha256', key).update(signed).digest('base64');
  expect(headers['webhook-signature']).toBe(`v1,${standard}`);
  expect(headers['webhook-timestamp']).toBe(t);
}

describe('a webhook', () => {
  test('WEBHOOK-10, WEBHOOK-11, WEBHOOK-12, WEBHOOK-14, SIGNATURE-3, SIGNATURE-4: delivery.sent has the payload of the interface', async () => {
    const { signing_secret } = (await create({ url: receiver.url })).body.webhook;
    const id = await sendAndEnd('well');
    const webhook = await told(id);
    const [message] = (await app.production.notification(id)).messages;
    expect(webhook.body).toEqual({
      event: 'delivery.sent',
      delivery: {
        uuid: message?.id,
        channel: 'email',
        status: 'sent',
        event_name: 'ping',
        message_id: `<${message?.id}@example.com>`,
        sent_at: message?.sent_at,
        delivered_at: null,
        error: null,
      },
      request_id: id,
      timestamp: expect.stringMatching(ISO),
    });
    expect(webhook.body.timestamp).toBe(message?.sent_at);
    expectSigned(webhook, signing_secret);
  });

  test('WEBHOOK-13, WEBHOOK-41: delivery.failed carries the error as code and message, and the metadata of the send', async () => {
    const { signing_secret } = (await create({ url: receiver.url })).body.webhook;
    const id = await app.production.send('ping', { to: newPhone(), metadata: { order: 'A-17' } });
    await untilEnded(app.production, id);
    const webhook = await told(id);
    const [message] = (await app.production.notification(id)).messages;
    expect(webhook.body).toEqual({
      event: 'delivery.failed',
      delivery: {
        uuid: message?.id,
        channel: 'sms',
        status: 'failed',
        event_name: 'ping',
        message_id: expect.stringMatching(/./),
        sent_at: null,
        delivered_at: null,
        error: { code: 'NO_PROVIDER', message: expect.stringMatching(/./) },
      },
      request_id: id,
      metadata: { order: 'A-17' },
      timestamp: expect.stringMatching(ISO),
    });
    expectSigned(webhook, signing_secret);
  });

  test('SIGNATURE-1: has its headers, and ids that are unique', async () => {
    await create({ url: receiver.url });
    const both = [await told(await sendAndEnd('well')), await told(await sendAndEnd('badly'))];
    for (const { headers, raw } of both) {
      expect(headers).toMatchObject({
        'content-type': 'application/json',
        'user-agent': 'Service-Webhook/1.0',
        'content-length': String(Buffer.byteLength(raw)),
        'x-service-webhook-id': expect.stringMatching(/./),
      });
    }
    const [one, two] = both.map(({ headers }) => headers);
    expect(one?.['x-service-webhook-id']).not.toBe(two?.['x-service-webhook-id']);
    expect(one?.['webhook-id']).not.toBe(two?.['webhook-id']);
  });

  test('WEBHOOK-21: is sent in sandbox too, to the endpoint of sandbox', async () => {
    await create({ url: `${receiver.url}/production` });
    const { signing_secret } = (await create({ url: receiver.url }, app.sandbox)).body.webhook;
    const webhook = await told(await sendAndEnd('well', app.sandbox));
    expectSigned(webhook, signing_secret);
  });

  /** The ids of what was told, once the last of these sends was: a webhook that follows it says that none is due. */
  const toldOf = async (ids: string[], last: string): Promise<string[]> => {
    await told(last);
    for (const id of ids) {
      const { body } = await stack.admin.get<{ notification: { webhooks: unknown[] } }>(
        `/admin/v1/notifications/${id}`,
      );
      expect(body.notification.webhooks).toHaveLength(receiver.of(id).length);
    }
    return ids.filter((id) => receiver.of(id).length > 0);
  };

  test('WEBHOOK-20: comes only of the types in enabled_events', async () => {
    const { uuid } = (await create({ url: receiver.url, enabled_events: ['delivery.failed'] })).body.webhook;
    const [sent, failed] = [await sendAndEnd('well'), await sendAndEnd('badly')];
    expect(await toldOf([sent, failed], failed)).toEqual([failed]);
    await change(uuid, { enabled_events: ['delivery.sent'] });
    const [unwanted, wanted] = [await sendAndEnd('badly'), await sendAndEnd('well')];
    expect(await toldOf([unwanted, wanted], wanted)).toEqual([wanted]);
  });

  test('WEBHOOK-22: is not sent while the endpoint is inactive, nor afterwards', async () => {
    const { uuid } = (await create({ url: receiver.url })).body.webhook;
    await change(uuid, { is_active: false });
    const silent = await sendAndEnd('well');
    await change(uuid, { is_active: true });
    const loud = await sendAndEnd('well');
    expect(await toldOf([silent, loud], loud)).toEqual([loud]);
  });

  test('WEBHOOK-22: is not sent to an endpoint that came after it happened', async () => {
    const { uuid } = (await create({ url: receiver.url })).body.webhook;
    await remove(uuid);
    const before = await sendAndEnd('well');
    await create({ url: receiver.url });
    const after = await sendAndEnd('well');
    expect(await toldOf([before, after], after)).toEqual([after]);
  });

  const workflowOf = ({ headers }: ReceivedWebhook) =>
    stack.temporal.workflow.getHandle(webhookWorkflowId(String(headers['webhook-id'])));
  const retriesOf = (endpointId: string) =>
    stack.temporal.workflow.getHandle(webhookEndpointWorkflowId(endpointId));
  const settled = (id: string): Promise<unknown> =>
    eventually(`the webhook of ${id} to be settled`, async () => {
      const [delivery] = await stack.store.webhookDeliveries.ofNotification(id);
      return delivery && delivery.status !== 'pending' && delivery;
    });

  test.each([400, 410, 429, 301])('WEBHOOK-26: answered with %i is not retried', async (status) => {
    receiver.status = status;
    await create({ url: receiver.url });
    const id = await sendAndEnd('well');
    const webhook = await told(id);
    expect(await settled(id)).toMatchObject({ status: 'failed', attempts: [{ status }] });
    await stack.temporal.workflow.getHandle(id).result();
    await expect(workflowOf(webhook).describe()).rejects.toThrow('not found');
    expect(receiver.of(id)).toHaveLength(1);
  });

  test('STATUS-5, WEBHOOK-14, SIGNATURE-1, WEBHOOK-24, WEBHOOK-25: answered with 500 is retried after about 10 s by the workflow of the endpoint, the notification being over', async () => {
    const { receiver: of, id, first, secret, endpointId } = await retried;
    const second = await eventually('the retry', () => of.of(id)[1]);
    const between = second.at.getTime() - first.at.getTime();
    expect(between).toBeGreaterThan(8900);
    expect(between).toBeLessThan(60_000); // 11 s, and the workflow tasks that a busy machine cuts off
    // The notification and its workflow ended before.
    const { status, closeTime } = await stack.temporal.workflow.getHandle(id).describe();
    expect(status.name).toBe('COMPLETED');
    expect(closeTime?.getTime()).toBeLessThan(second.at.getTime());
    // The same event, told anew: body and id stay, attempt id and signatures are fresh.
    expect(second.raw).toBe(first.raw);
    expect(second.headers['webhook-id']).toBe(first.headers['webhook-id']);
    expect(second.headers['x-service-webhook-id']).not.toBe(first.headers['x-service-webhook-id']);
    expect(second.headers['webhook-timestamp']).not.toBe(first.headers['webhook-timestamp']);
    expectSigned(second, secret);
    await retriesOf(endpointId).result();
    expect((await retriesOf(endpointId).describe()).type).toBe('webhookEndpoint');
    await expect(workflowOf(first).describe()).rejects.toThrow('not found');
    expect(await settled(id)).toMatchObject({
      status: 'delivered',
      attempts: [{ status: 500 }, { status: 200 }],
    });
    expect(of.of(id)).toHaveLength(2);
  });

  test('WEBHOOK-22: is not retried at an endpoint that replaced the one that it belongs to', async () => {
    const { receiver: of, id, endpointId } = await replaced;
    expect(await settled(id)).toMatchObject({ status: 'dropped', attempts: [{ status: 500 }] });
    await retriesOf(endpointId).result();
    expect(of.of(id)).toHaveLength(1);
  });
});
