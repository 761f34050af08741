import { randomUUID } from 'node:crypto';
import { type TestApplication, expectRefusal, makeApplication } from '../../support/application';
import type { Answer, HttpApi } from '../../support/http-api';
import { startProcess } from '../../support/service';
import { type Stack, startStack } from '../../support/stack';

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

/** Nobody calls it: nothing is sent here. */
const receiver = { url: 'http://127.0.0.1:9/hook' };

let stack: Stack;
let app: TestApplication;
beforeAll(async () => {
  stack = await startStack();
});
afterAll(() => stack.stop());
// Each test has an application of its own, for that has one endpoint.
beforeEach(async () => {
  app = await makeApplication(stack);
});

const create = (body: unknown, api: HttpApi = app.production): Promise<WebhookAnswer> =>
  api.post('/v1/webhooks', body);
const change = (uuid: string, body: unknown, api: HttpApi = app.production): Promise<WebhookAnswer> =>
  api.request('PATCH', `/v1/webhooks/${uuid}`, body);
const remove = (uuid: string, api: HttpApi = app.production): Promise<Answer> =>
  api.request('DELETE', `/v1/webhooks/${uuid}`);
const read = (api: HttpApi = app.production): Promise<WebhookAnswer> => api.get('/v1/webhooks');

describe('POST /v1/webhooks', () => {
  test('WEBHOOK-1: answers 201 with exactly the fields of the interface, the secret among them', async () => {
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

  test('WEBHOOK-1: enables all events where none are named', async () => {
    const { webhook } = (await create({ url: receiver.url })).body;
    expect(webhook).toMatchObject({ enabled_events: ALL, is_active: true, description: '' });
  });

  test('KEY-6, WEBHOOK-2: a second endpoint is 409 WEBHOOK_EXISTS, also when both come at once', async () => {
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

  test('WEBHOOK-1: a body with a wrong or unknown field is 400 with field, and makes nothing', async () => {
    const url = 'https://example.org/';
    for (const [body, field] of [
      [{}, 'url'],
      [{ url: 5 }, 'url'],
      [{ url, enabled_events: ['delivery.opened'] }, 'enabled_events[0]'],
      [{ url, enabled_events: 'all' }, 'enabled_events'],
      [{ url, description: 5 }, 'description'],
      [{ url, is_active: false }, 'is_active'],
      [{ url, evnets: [] }, 'evnets'],
    ] as const) {
      expectRefusal(await app.production.post('/v1/webhooks', body), 400, 'VALIDATION_ERROR', { field });
    }
    expectRefusal(await app.production.get('/v1/webhooks'), 404, 'WEBHOOK_NOT_FOUND');
  });

  test('WEBHOOK-7: an unsafe url is 400 with field url, here and in PATCH', async () => {
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

  test('WEBHOOK-7: outside development mode http: and loopback are unsafe too', async () => {
    const strict = await startProcess('api', { ...stack.apiEnv, HELIOGRAPH_MODE: 'production' });
    try {
      const api = app.production.at(`http://127.0.0.1:${strict.ports.production}`);
      for (const url of [receiver.url, 'http://example.org/', 'https://127.0.0.1/', 'https://localhost/']) {
        const answer = await api.post('/v1/webhooks', { url });
        expectRefusal(answer, 400, 'VALIDATION_ERROR', { field: 'url' });
      }
      expect((await create({ url: `https://${randomUUID()}.invalid/` }, api)).status).toBe(201);
    } finally {
      await strict.stop();
    }
  });

  test('WEBHOOK-8: a name that does not resolve is accepted', async () => {
    const url = `https://${randomUUID()}.invalid/hook?a=b`;
    expect((await create({ url })).body.webhook).toMatchObject({ url });
  });
});

describe('GET /v1/webhooks', () => {
  test('WEBHOOK-3: answers the endpoint with updated_at and without its secret', async () => {
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

describe('PATCH /v1/webhooks/{uuid}', () => {
  test('WEBHOOK-4: changes the included fields only, and answers as GET does', async () => {
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

  test('WEBHOOK-4: with a wrong or unknown field is 400 with field, and changes nothing', async () => {
    const { uuid } = (await create({ url: receiver.url })).body.webhook;
    const before = await read();
    for (const [body, field] of [
      [{ url: null }, 'url'],
      [{ is_active: 'no' }, 'is_active'],
      [{ enabled_events: ['sent'] }, 'enabled_events[0]'],
      [{ signing_secret: 'whsec_x' }, 'signing_secret'],
      [{ uuid: 'x' }, 'uuid'],
    ] as const) {
      const answer = await app.production.request('PATCH', `/v1/webhooks/${uuid}`, body);
      expectRefusal(answer, 400, 'VALIDATION_ERROR', { field });
    }
    expect((await read()).body).toEqual(before.body);
  });
});

describe('DELETE /v1/webhooks/{uuid}', () => {
  test('WEBHOOK-5: answers success alone; then there is none, and a new one has another uuid and secret', async () => {
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

test('WEBHOOK-6: the uuid of no endpoint of ours is 404 WEBHOOK_NOT_FOUND', async () => {
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

function fail(why: string): never {
  throw new Error(why);
}
