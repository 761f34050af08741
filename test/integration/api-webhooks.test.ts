import { createHmac, randomUUID, timingSafeEqual } from 'node:crypto';
import { webhookWorkflowId } from '../../workflows/contract';
import { eventually } from '../support/eventually';
import { untilEnded } from '../support/journey';
import type { Answer, HttpApi } from '../support/http-api';
import type { Stack } from '../support/stack';
import { startStack } from '../support/stack';
import type { ReceivedWebhook, WebhookReceiver } from '../support/webhook-receiver';
import { startWebhookReceiver } from '../support/webhook-receiver';
import type { TestApplication } from '../support/application';
import { expectRefusal, makeApplication, newEmail, newPhone } from '../support/application';

const ALL = [
  'delivery.sent',
  'delivery.delivered',
  'delivery.failed',
  'delivery.bounced',
  'delivery.complained',
];
const ISO = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;
const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

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
  stack = await startStack();
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
const read = (api: HttpApi = app.production): Promise<WebhookAnswer> => api.get('/v1/webhooks');

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
}
async function beginRetry(then?: (api: HttpApi, webhook: Webhook) => Promise<unknown>): Promise<Retried> {
  const [{ production }, of] = await Promise.all([makeApplication(stack), startWebhookReceiver()]);
  of.status = 500;
  const { webhook } = (await create({ url: of.url }, production)).body;
  const id = await sendAndEnd('well', production);
  const first = await told(id, of);
  of.status = 200;
  await then?.(production, webhook);
  return { receiver: of, id, first, secret: webhook.signing_secret };
}
async function replaceEndpoint(api: HttpApi, { uuid, url }: Webhook): Promise<void> {
  await remove(uuid, api);
  await create({ url }, api);
}

describe('4.10 POST /v1/webhooks', () => {
  test('answers 201 with exactly the fields of the interface, the secret among them', async () => {
    const body = { url: receiver.url, enabled_events: ['delivery.failed'], description: 'Ours' };
    const answer = await create(body);
    expect(answer.status).toBe(201);
    expect(answer.body).toEqual({
      success: true,
      webhook: {
        uuid: expect.stringMatching(UUID),
        ...body,
        is_active: true,
        signing_secret: expect.stringMatching(/^whsec_[A-Za-z0-9+/]{43}=$/),
        created_at: expect.stringMatching(ISO),
      },
    });
  });

  test('enables all events where none are named', async () => {
    const { webhook } = (await create({ url: receiver.url })).body;
    expect(webhook).toMatchObject({ enabled_events: ALL, is_active: true, description: '' });
  });

  test('8: a second endpoint is 409 WEBHOOK_EXISTS, also when both come at once', async () => {
    const answers = await Promise.all([1, 2, 3].map(() => create({ url: receiver.url })));
    const { body } = answers.find(({ status }) => status === 201) ?? fail('none was made');
    expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 409, 409]);
    const refused = await create({ url: receiver.url });
    expectRefusal(refused, 409, 'WEBHOOK_EXISTS');
    expect((await read()).body.webhook.uuid).toBe(body.webhook.uuid);
    // The other environment and another application have their own.
    expect((await create({ url: receiver.url }, app.sandbox)).status).toBe(201);
    expect((await create({ url: receiver.url }, (await makeApplication(stack)).production)).status).toBe(201);
  });

  test.each([
    [{}, 'url'],
    [{ url: 5 }, 'url'],
    [{ url: 'https://example.org/', enabled_events: ['delivery.opened'] }, 'enabled_events[0]'],
    [{ url: 'https://example.org/', enabled_events: 'all' }, 'enabled_events'],
    [{ url: 'https://example.org/', description: 5 }, 'description'],
    [{ url: 'https://example.org/', is_active: false }, 'is_active'],
    [{ url: 'https://example.org/', evnets: [] }, 'evnets'],
  ])('%j is 400 with field %s', async (body, field) => {
    expectRefusal(await app.production.post('/v1/webhooks', body), 400, 'VALIDATION_ERROR', { field });
    expectRefusal(await app.production.get('/v1/webhooks'), 404, 'WEBHOOK_NOT_FOUND');
  });

  test('an unsafe url is 400 with field url, here and in PATCH', async () => {
    const { uuid } = (await create({ url: receiver.url })).body.webhook;
    for (const url of [
      '',
      'nowhere',
      '/hook',
      'ftp://example.org/',
      'javascript:alert(1)',
      'https://',
      'https://user:secret@example.org/',
      'https://token@example.org/',
      'https://printer.local/',
      'https://metadata.google.internal/',
      'https://10.0.0.1/',
      'https://192.168.1.1/',
      'https://172.16.0.1/',
      'https://169.254.169.254/latest/meta-data',
      'https://100.64.0.1/',
      'https://0.0.0.0/',
      'https://224.0.0.1/',
      'https://255.255.255.255/',
      'https://0x0a000001/',
      'https://167772161/',
      'https://012.0.0.1/',
      'https://10.1/',
      'https://[fd00::1]/',
      'https://[fe80::1]/',
      'https://[ff02::1]/',
      'https://[::ffff:10.0.0.1]/',
      'https://[64:ff9b::a00:1]/',
      `https://example.org/${'x'.repeat(2048)}`,
    ]) {
      const post = await app.sandbox.post('/v1/webhooks', { url });
      expectRefusal(post, 400, 'VALIDATION_ERROR', { field: 'url' });
      const patch = await app.production.request('PATCH', `/v1/webhooks/${uuid}`, { url });
      expectRefusal(patch, 400, 'VALIDATION_ERROR', { field: 'url' });
    }
    expect((await read()).body.webhook.url).toBe(receiver.url);
  });

  test('outside development mode http: and loopback are unsafe too', async () => {
    await Promise.all([retried, replaced]);
    await stack.api.stop();
    await stack.restartApi({ HELIOGRAPH_MODE: 'production' });
    try {
      for (const url of [receiver.url, 'http://example.org/', 'https://127.0.0.1/', 'https://localhost/']) {
        const answer = await app.production.post('/v1/webhooks', { url });
        expectRefusal(answer, 400, 'VALIDATION_ERROR', { field: 'url' });
      }
      expect((await create({ url: `https://${randomUUID()}.invalid/` })).status).toBe(201);
    } finally {
      await stack.api.stop();
      await stack.restartApi();
    }
  });

  test('a name that does not resolve is accepted', async () => {
    const url = `https://${randomUUID()}.invalid/hook?a=b`;
    expect((await create({ url })).body.webhook).toMatchObject({ url });
  });
});

describe('4.11 GET /v1/webhooks', () => {
  test('answers the endpoint with updated_at and without its secret', async () => {
    expectRefusal(await app.production.get('/v1/webhooks'), 404, 'WEBHOOK_NOT_FOUND');
    const { signing_secret, ...made } = (await create({ url: receiver.url, description: 'Ours' })).body
      .webhook;
    const answer = await read();
    expect({ status: answer.status, body: answer.body }).toEqual({
      status: 200,
      body: { success: true, webhook: { ...made, updated_at: made.created_at } },
    });
    expect(JSON.stringify(answer.body)).not.toContain(signing_secret);
  });
});

describe('4.12 PATCH /v1/webhooks/{uuid}', () => {
  test('changes the included fields only, and answers as GET does', async () => {
    const { uuid } = (await create({ url: receiver.url, description: 'Ours' })).body.webhook;
    let expected = (await read()).body.webhook;
    for (const body of [
      { description: 'Theirs' },
      { is_active: false },
      { is_active: true },
      { enabled_events: ['delivery.sent'] },
      { url: `${receiver.url}/other` },
      { description: '', enabled_events: ALL, is_active: false, url: receiver.url },
      {},
    ]) {
      const answer = await change(uuid, body);
      expected = { ...expected, ...body, updated_at: expect.stringMatching(ISO) };
      expect({ status: answer.status, body: answer.body }).toEqual({
        status: 200,
        body: { success: true, webhook: expected },
      });
      expect((await read()).body).toEqual(answer.body);
      expect(answer.body.webhook.updated_at >= answer.body.webhook.created_at).toBe(true);
    }
  });

  test.each([
    [{ url: null }, 'url'],
    [{ is_active: 'no' }, 'is_active'],
    [{ enabled_events: ['sent'] }, 'enabled_events[0]'],
    [{ signing_secret: 'whsec_x' }, 'signing_secret'],
    [{ uuid: 'x' }, 'uuid'],
  ])('%j is 400 with field %s and changes nothing', async (body, field) => {
    const { uuid } = (await create({ url: receiver.url })).body.webhook;
    const before = await read();
    const answer = await app.production.request('PATCH', `/v1/webhooks/${uuid}`, body);
    expectRefusal(answer, 400, 'VALIDATION_ERROR', { field });
    expect((await read()).body).toEqual(before.body);
  });
});

describe('4.13 DELETE /v1/webhooks/{uuid}', () => {
  test('answers success alone; then there is none, and a new one has another uuid and secret', async () => {
    const { webhook } = (await create({ url: receiver.url })).body;
    const answer = await remove(webhook.uuid);
    expect({ status: answer.status, body: answer.body }).toEqual({ status: 200, body: { success: true } });
    expectRefusal(await app.production.get('/v1/webhooks'), 404, 'WEBHOOK_NOT_FOUND');
    expectRefusal(await remove(webhook.uuid), 404, 'WEBHOOK_NOT_FOUND');
    const again = (await create({ url: receiver.url })).body.webhook;
    expect(again.uuid).not.toBe(webhook.uuid);
    expect(again.signing_secret).not.toBe(webhook.signing_secret);
  });
});

test('4.12 and 4.13: the uuid of no endpoint of ours is 404 WEBHOOK_NOT_FOUND', async () => {
  const { uuid } = (await create({ url: receiver.url })).body.webhook;
  const stranger = await makeApplication(stack);
  for (const [api, id] of [
    [app.production, randomUUID()],
    [app.production, 'none'],
    [app.sandbox, uuid],
    [stranger.production, uuid],
  ] as const) {
    const patched = await api.request('PATCH', `/v1/webhooks/${id}`, { is_active: false });
    expectRefusal(patched, 404, 'WEBHOOK_NOT_FOUND');
    expectRefusal(await remove(id, api), 404, 'WEBHOOK_NOT_FOUND');
  }
  expect((await read()).body.webhook).toMatchObject({ uuid, is_active: true });
});

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

describe('6: a webhook', () => {
  test('6.1 and 6.2: delivery.sent has the payload of the interface', async () => {
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

  test('6.1 and 6.2: delivery.failed carries the error as code and message', async () => {
    const { signing_secret } = (await create({ url: receiver.url })).body.webhook;
    const id = await sendAndEnd('badly');
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
      timestamp: expect.stringMatching(ISO),
    });
    expectSigned(webhook, signing_secret);
  });

  test('6.3: has its headers, and ids that are unique', async () => {
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

  test('is sent in sandbox too, to the endpoint of sandbox', async () => {
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

  test('6.1 rule 3: comes only of the types in enabled_events', async () => {
    const { uuid } = (await create({ url: receiver.url, enabled_events: ['delivery.failed'] })).body.webhook;
    const [sent, failed] = [await sendAndEnd('well'), await sendAndEnd('badly')];
    expect(await toldOf([sent, failed], failed)).toEqual([failed]);
    await change(uuid, { enabled_events: ['delivery.sent'] });
    const [unwanted, wanted] = [await sendAndEnd('badly'), await sendAndEnd('well')];
    expect(await toldOf([unwanted, wanted], wanted)).toEqual([wanted]);
  });

  test('3.4: is not sent while the endpoint is inactive, nor afterwards', async () => {
    const { uuid } = (await create({ url: receiver.url })).body.webhook;
    await change(uuid, { is_active: false });
    const silent = await sendAndEnd('well');
    await change(uuid, { is_active: true });
    const loud = await sendAndEnd('well');
    expect(await toldOf([silent, loud], loud)).toEqual([loud]);
  });

  test('4.13: is not sent to an endpoint that came after it happened', async () => {
    const { uuid } = (await create({ url: receiver.url })).body.webhook;
    await remove(uuid);
    const before = await sendAndEnd('well');
    await create({ url: receiver.url });
    const after = await sendAndEnd('well');
    expect(await toldOf([before, after], after)).toEqual([after]);
  });

  const workflowOf = ({ headers }: ReceivedWebhook) =>
    stack.temporal.workflow.getHandle(webhookWorkflowId(String(headers['webhook-id'])));
  const settled = (id: string): Promise<unknown> =>
    eventually(
      `the webhook of ${id} to be settled`,
      async () => {
        const [delivery] = await stack.store.webhookDeliveries.ofNotification(id);
        return delivery && delivery.status !== 'pending' && delivery;
      },
      20_000,
    );

  test.each([400, 410, 429, 301])('6.4: answered with %i is not retried', async (status) => {
    receiver.status = status;
    await create({ url: receiver.url });
    const id = await sendAndEnd('well');
    const webhook = await told(id);
    expect(await settled(id)).toMatchObject({ status: 'failed', attempts: [{ status }] });
    await stack.temporal.workflow.getHandle(id).result();
    await expect(workflowOf(webhook).describe()).rejects.toThrow('not found');
    expect(receiver.of(id)).toHaveLength(1);
  });

  test('6.4: answered with 500 is retried after about 10 s by its own workflow, the notification being over', async () => {
    const { receiver: of, id, first, secret } = await retried;
    const second = await eventually('the retry', () => of.of(id)[1], 20_000);
    const between = second.at.getTime() - first.at.getTime();
    expect(between).toBeGreaterThan(8900);
    expect(between).toBeLessThan(15_000);
    // The notification and its workflow ended long before.
    const { status, closeTime } = await stack.temporal.workflow.getHandle(id).describe();
    expect(status.name).toBe('COMPLETED');
    expect(closeTime?.getTime()).toBeLessThan(second.at.getTime() - 5000);
    // The same event, told anew: body and id stay, attempt id and signatures are fresh.
    expect(second.raw).toBe(first.raw);
    expect(second.headers['webhook-id']).toBe(first.headers['webhook-id']);
    expect(second.headers['x-service-webhook-id']).not.toBe(first.headers['x-service-webhook-id']);
    expect(second.headers['webhook-timestamp']).not.toBe(first.headers['webhook-timestamp']);
    expectSigned(second, secret);
    await workflowOf(first).result();
    expect((await workflowOf(first).describe()).type).toBe('webhook');
    expect(await settled(id)).toMatchObject({
      status: 'delivered',
      attempts: [{ status: 500 }, { status: 200 }],
    });
    expect(of.of(id)).toHaveLength(2);
  });

  test('decisions: is not retried at an endpoint that replaced the one that it belongs to', async () => {
    const { receiver: of, id, first } = await replaced;
    expect(await settled(id)).toMatchObject({ status: 'dropped', attempts: [{ status: 500 }] });
    await workflowOf(first).result();
    expect(of.of(id)).toHaveLength(1);
  });
});

function fail(why: string): never {
  throw new Error(why);
}
