import { randomUUID } from 'node:crypto';
import type { Answer } from '../support/http-api';
import { HttpApi } from '../support/http-api';
import type { Stack } from '../support/stack';
import { startStack } from '../support/stack';
import { expectRefusal, makeApplication, makeKey, newEmail } from '../support/application';

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;

let stack: Stack;
beforeAll(async () => {
  stack = await startStack();
});
afterAll(() => stack.stop());

/** A request to production that says itself whether and how it authenticates. */
const unauthenticated = (headers: Record<string, string>): Promise<Answer> =>
  new HttpApi(stack.production.baseUrl).request('GET', '/v1/webhooks', undefined, headers);

describe('the API key', () => {
  test('5 rule 4: missing is 401', async () => {
    const answer = await unauthenticated({});
    expectRefusal(answer, 401, 'UNAUTHORIZED');
    expect(answer.headers.get('www-authenticate')).toBe('Bearer');
  });

  test.each([
    ['without a scheme', (key: string) => key],
    ['of another scheme', (key: string) => `Basic ${key}`],
    ['empty', () => 'Bearer '],
    ['with something behind it', (key: string) => `Bearer ${key} x`],
    ['cut short', (key: string) => `Bearer ${key.slice(0, -1)}`],
    ['in other letters', (key: string) => `Bearer live_${key.slice(5).toUpperCase()}`],
    ['unknown', () => 'Bearer live_0123456789abcdefghijklmnopqrstuvwxyzABCDEFG'],
    ['without a prefix', () => 'Bearer 0123456789'],
    ['that is a Mongo operator', () => 'Bearer live_{"$ne":null}'],
  ])('5 rule 4: %s is 401', async (_what, header) => {
    const authorization = header(stack.production.key ?? '');
    expectRefusal(await unauthenticated({ authorization }), 401, 'UNAUTHORIZED');
  });

  test('5 rule 1: is taken whatever the letters of "Bearer"', async () => {
    const answer = await unauthenticated({ authorization: `bearer ${stack.production.key}` });
    expectRefusal(answer, 404, 'WEBHOOK_NOT_FOUND');
  });

  test('5 rule 2: begins with live_ or test_, and works only at the address of its environment', async () => {
    const { production, sandbox } = stack;
    expect(production.key).toMatch(/^live_[A-Za-z0-9_-]{43}$/);
    expect(sandbox.key).toMatch(/^test_[A-Za-z0-9_-]{43}$/);
    const crossed = [
      new HttpApi(production.baseUrl, sandbox.key),
      new HttpApi(sandbox.baseUrl, production.key),
      new HttpApi(sandbox.baseUrl, production.key?.replace('live_', 'test_')),
    ];
    for (const api of crossed) expectRefusal(await api.get('/v1/webhooks'), 401, 'UNAUTHORIZED');
    for (const api of [production, sandbox])
      expectRefusal(await api.get('/v1/webhooks'), 404, 'WEBHOOK_NOT_FOUND');
  });

  test('is no admin key, nor is that one an API key', async () => {
    const { admin, production } = stack;
    const asAdmin = new HttpApi(admin.baseUrl, production.key);
    expectRefusal(await asAdmin.get('/admin/v1/applications'), 401, 'UNAUTHORIZED');
    const asCaller = new HttpApi(production.baseUrl, admin.key);
    expectRefusal(await asCaller.get('/v1/webhooks'), 401, 'UNAUTHORIZED');
    expectRefusal(await new HttpApi(admin.baseUrl).get('/admin/v1/applications'), 401, 'UNAUTHORIZED');
    expectRefusal(await production.get('/admin/v1/applications'), 404, 'ROUTE_NOT_FOUND');
  });

  test('that was revoked is 401 at once, and no other key with it', async () => {
    const app = await makeApplication(stack);
    const { id, api_key } = await makeKey(stack, app.path, 'production');
    const api = new HttpApi(stack.production.baseUrl, api_key);
    expectRefusal(await api.get('/v1/webhooks'), 404, 'WEBHOOK_NOT_FOUND');
    expect((await stack.admin.request('DELETE', `${app.path}/keys/${id}`)).status).toBe(200);
    expectRefusal(await api.get('/v1/webhooks'), 401, 'UNAUTHORIZED');
    expectRefusal(await app.production.get('/v1/webhooks'), 404, 'WEBHOOK_NOT_FOUND');
  });

  test('comes before everything else: without one a path tells nothing', async () => {
    const api = new HttpApi(stack.production.baseUrl);
    const plain = { 'content-type': 'text/plain' };
    for (const answer of [
      await api.get('/v1/nothing'),
      await api.request('PUT', '/v1/webhooks'),
      await api.request('POST', '/v1/contacts', '{', plain),
      await api.post('/v1/send/nothing', { to: newEmail() }),
    ]) {
      expectRefusal(answer, 401, 'UNAUTHORIZED');
    }
  });
});

test('5 rule 5: an inactive subscription is 403 at once in both environments, until it is active again', async () => {
  const app = await makeApplication(stack);
  const other = await makeApplication(stack);
  const apis = [app.production, app.sandbox];
  for (const api of apis) expectRefusal(await api.get('/v1/webhooks'), 404, 'WEBHOOK_NOT_FOUND');

  await stack.admin.request('PATCH', app.path, { subscription: 'inactive' });
  for (const api of apis) {
    expectRefusal(await api.get('/v1/webhooks'), 403, 'SUBSCRIPTION_INACTIVE');
    expectRefusal(await api.post('/v1/send/ping', { to: newEmail() }), 403, 'SUBSCRIPTION_INACTIVE');
  }
  expectRefusal(await other.production.get('/v1/webhooks'), 404, 'WEBHOOK_NOT_FOUND');

  await stack.admin.request('PATCH', app.path, { subscription: 'active' });
  for (const api of apis) expectRefusal(await api.get('/v1/webhooks'), 404, 'WEBHOOK_NOT_FOUND');
});

describe('every answer', () => {
  const answers = (headers: Record<string, string> = {}): Promise<Answer>[] => {
    const { production, admin } = stack;
    const to = newEmail();
    return [
      production.post('/v1/contacts', { email: to }, headers),
      production.post('/v1/contacts', {}, headers),
      production.post('/v1/contacts', '{', headers),
      production.request('GET', '/v1/nothing', undefined, headers),
      production.request('PUT', '/v1/contacts', undefined, headers),
      new HttpApi(production.baseUrl).request('GET', '/v1/webhooks', undefined, headers),
      admin.request('GET', '/admin/v1/applications', undefined, headers),
      admin.request('GET', '/admin/v1/applications/none', undefined, headers),
      production.request('GET', '/healthz', undefined, headers),
    ];
  };

  test('has a new X-Request-Id, and no X-Powered-By', async () => {
    const all = await Promise.all(answers());
    const ids = all.map(({ headers }) => headers.get('x-request-id'));
    for (const id of ids) expect(id).toMatch(UUID);
    expect(new Set(ids).size).toBe(ids.length);
    for (const { headers } of all) expect(headers.has('x-powered-by')).toBe(false);
    expect(all.map(({ status }) => status)).toEqual([200, 400, 400, 404, 405, 401, 200, 404, 200]);
  });

  test('has the caller’s X-Request-Id where it is 1 to 128 of A-Za-z0-9._-', async () => {
    for (const id of ['a', 'Trace-1_2.3', 'x'.repeat(128)]) {
      const all = await Promise.all(answers({ 'x-request-id': id }));
      expect(new Set(all.map(({ headers }) => headers.get('x-request-id')))).toEqual(new Set([id]));
    }
    for (const id of ['', 'x'.repeat(129), 'a b', 'a/b', 'ä', '<script>']) {
      const { headers } = await unauthenticated({ 'x-request-id': id });
      expect(headers.get('x-request-id')).toMatch(UUID);
    }
  });
});

describe('a path', () => {
  test.each(['/', '/v1', '/v1/nothing', '/v1/send', '/v1/contacts/a/b/c', '/v2/contacts', '/V1/contacts'])(
    'that leads nowhere, %s, is 404 ROUTE_NOT_FOUND',
    async (path) => {
      expectRefusal(await stack.production.get(path), 404, 'ROUTE_NOT_FOUND');
    },
  );

  test.each([
    ['GET', '/v1/send/welcome', ['POST']],
    ['DELETE', '/v1/send/welcome/email', ['POST']],
    ['POST', '/v1/notifications/x', ['GET']],
    ['GET', '/v1/cancel/welcome', ['POST']],
    ['PUT', '/v1/contacts', ['POST']],
    ['POST', '/v1/contacts/x', ['GET', 'PATCH', 'DELETE']],
    ['DELETE', '/v1/webhooks', ['GET', 'POST']],
    ['GET', '/v1/webhooks/x', ['PATCH', 'DELETE']],
  ])('that exists, with the wrong method (%s %s), is 405 with Allow', async (method, path, allowed) => {
    const answer = await stack.production.request(method, path);
    expectRefusal(answer, 405, 'METHOD_NOT_ALLOWED');
    const allow = answer.headers.get('allow')?.split(', ') ?? [];
    expect(allow).toEqual(expect.arrayContaining(allowed));
    expect(allow).not.toContain(method);
  });

  test('that is an admin’s, with the wrong method, is 405 with Allow', async () => {
    const answer = await stack.admin.request('DELETE', '/admin/v1/applications');
    expectRefusal(answer, 405, 'METHOD_NOT_ALLOWED');
    expect(answer.headers.get('allow')).toContain('POST');
  });

  test.each(['/v1/contacts/%E0%A4%A', '/v1/contacts/%ff', '/v1/send/%', '/v1/contacts/%ED%A0%80'])(
    'that is not URL-encoded, %s, is 400',
    async (path) => {
      expectRefusal(await stack.production.request('DELETE', path), 400, 'VALIDATION_ERROR');
    },
  );
});

describe('a body', () => {
  const post = (body: string, headers?: Record<string, string>): Promise<Answer> =>
    stack.production.post('/v1/contacts', body, headers);
  const contact = (): string => JSON.stringify({ email: newEmail() });

  test.each([
    'text/plain',
    'application/x-www-form-urlencoded',
    'application/jsonp',
    'multipart/form-data; boundary=x',
    'application/json; charset=latin1',
  ])('of type %s is 415', async (type) => {
    expectRefusal(await post(contact(), { 'content-type': type }), 415, 'UNSUPPORTED_MEDIA_TYPE');
  });

  test('without a type is 415', async () => {
    const { baseUrl, key } = stack.production;
    const answer = await fetch(`${baseUrl}/v1/contacts`, {
      method: 'POST',
      headers: { authorization: `Bearer ${key}` },
      body: Buffer.from(contact()),
    });
    expect(answer.status).toBe(415);
    expect(await answer.json()).toMatchObject({ code: 'UNSUPPORTED_MEDIA_TYPE' });
  });

  test('in a content encoding that nobody knows is 415', async () => {
    expectRefusal(await post(contact(), { 'content-encoding': 'zip' }), 415, 'UNSUPPORTED_MEDIA_TYPE');
  });

  test('of JSON with its charset named is taken', async () => {
    const answer = await post(contact(), { 'content-type': 'Application/JSON; charset=UTF-8' });
    expect(answer.status).toBe(200);
  });

  test('over 1 MB is 413, up to 1 MB is read', async () => {
    const padded = (length: number): string => {
      const body = contact();
      return body + ' '.repeat(length - body.length);
    };
    expect((await post(padded(1_048_576))).status).toBe(200);
    expectRefusal(await post(padded(1_048_577)), 413, 'PAYLOAD_TOO_LARGE');
    expectRefusal(await post(padded(5_000_000)), 413, 'PAYLOAD_TOO_LARGE');
  });

  test.each([
    '{',
    'nope',
    "{'email':'a@example.org'}",
    '{"email":"a@example.org",}',
    '{"email":"a@example.org"} x',
    '\u0000',
    '{"a":"\\ud"}',
    '{"a":NaN}',
  ])('that is no JSON, %j, is 400', async (body) => {
    expectRefusal(await post(body), 400, 'VALIDATION_ERROR');
  });

  test.each(['null', '[]', '"text"', '5', 'true', '[{"email":"a@example.org"}]'])(
    'that is JSON but no object, %s, is 400',
    async (body) => {
      expectRefusal(await post(body), 400, 'VALIDATION_ERROR');
      const patched = await stack.production.request('PATCH', `/v1/webhooks/${randomUUID()}`, body);
      expectRefusal(patched, 400, 'VALIDATION_ERROR');
    },
  );

  test('that is absent is one without fields', async () => {
    expectRefusal(await post(''), 400, 'VALIDATION_ERROR', { field: 'email' });
    const send = await stack.production.request('POST', '/v1/send/welcome');
    expectRefusal(send, 400, 'VALIDATION_ERROR', { field: 'to' });
    const webhook = await stack.production.request('POST', '/v1/webhooks');
    expectRefusal(webhook, 400, 'VALIDATION_ERROR', { field: 'url' });
  });

  test('nested 100 levels deep is taken, deeper is 400 and harms nobody', async () => {
    // The body is level 1, meta level 2.
    const nested = (levels: number): string =>
      `{"email":"${newEmail()}","meta":{"deep":${'['.repeat(levels - 2)}${']'.repeat(levels - 2)}}}`;
    expect((await post(nested(100))).status).toBe(200);
    expectRefusal(await post(nested(101)), 400, 'VALIDATION_ERROR');
    expectRefusal(await post(nested(400_000)), 400, 'VALIDATION_ERROR');
    const objects = `{"meta":${'{"a":'.repeat(100_000)}1${'}'.repeat(100_000)}}`;
    expectRefusal(await post(objects), 400, 'VALIDATION_ERROR');
    expect((await post(contact())).status).toBe(200);
  });

  test('that is empty is fine for GET and DELETE whatever type they say', async () => {
    const email = newEmail();
    await stack.production.post('/v1/contacts', { email });
    const path = `/v1/contacts/${encodeURIComponent(email)}`;
    for (const type of ['application/json', 'text/plain']) {
      const read = await stack.production.request('GET', path, undefined, { 'content-type': type });
      expect(read.status).toBe(200);
    }
    // An empty string goes out with Content-Length: 0.
    expect((await stack.production.request('DELETE', path, '')).status).toBe(200);
    const again = await stack.production.request('DELETE', path, undefined, {
      'content-type': 'application/json',
    });
    expectRefusal(again, 404, 'CONTACT_NOT_FOUND');
  });
});

describe('the text of a body', () => {
  const post = (body: string): Promise<Answer> => stack.production.post('/v1/contacts', body);

  test('may have keys like those that every object has, as data', async () => {
    const meta = { constructor: { prototype: { admin: true } }, toString: 'x', hasOwnProperty: 1 };
    const answer = await stack.production.post('/v1/contacts', { email: newEmail(), meta, valueOf: 'y' });
    expect(answer.body).toMatchObject({ contact: { meta: { ...meta, valueOf: 'y' } } });
  });

  test('with a whole surrogate pair is taken', async () => {
    const answer = await post(`{"email":"${newEmail()}","name":"\\ud83d\\ude00"}`);
    expect(answer.body).toMatchObject({ contact: { name: '😀' } });
  });

  test('with Mongo operators is data: kept where text may stand, refused where it may not', async () => {
    const { production } = stack;
    const meta = { $set: { 'a.b': 1 }, $where: 'sleep(1000)', 'x.y': [{ $ne: null }], '': 0 };
    const externalId = `{"$ne":null}${randomUUID()}`;
    const made = await production.post('/v1/contacts', { external_id: externalId, meta });
    expect(made.body).toMatchObject({ contact: { externalId, meta } });
    const read = await production.get(`/v1/contacts/${encodeURIComponent(externalId)}`);
    expect(read.body).toEqual(made.body);

    const operator = { $ne: null };
    for (const field of ['email', 'phone', 'external_id', 'name', 'slack']) {
      const answer = await production.post('/v1/contacts', { external_id: 'x', [field]: operator });
      expectRefusal(answer, 400, 'VALIDATION_ERROR', { field });
    }
    for (const [to, field] of [
      [operator, 'to'],
      [{ email: operator }, 'to.email'],
      [{ external_id: { $regex: '.*' } }, 'to.external_id'],
    ] as const) {
      expectRefusal(await production.post('/v1/send/welcome', { to }), 400, 'VALIDATION_ERROR', { field });
      expectRefusal(await production.post('/v1/cancel/welcome', { to }), 400, 'VALIDATION_ERROR', { field });
    }
    for (const path of ['/v1/contacts/%7B%22$ne%22:null%7D', '/v1/contacts/$ne', '/v1/contacts/%00']) {
      expectRefusal(await production.get(path), 404, 'CONTACT_NOT_FOUND');
    }
    expectRefusal(await production.get('/v1/notifications/$ne'), 404, 'NOTIFICATION_NOT_FOUND');
    expectRefusal(await production.post('/v1/send/$ne', { to: 'x' }), 404, 'EVENT_NOT_FOUND');
  });
});

test('readiness and liveness need no key', async () => {
  for (const { baseUrl } of [stack.production, stack.sandbox, stack.admin]) {
    const api = new HttpApi(baseUrl);
    expect((await api.get('/healthz')).body).toEqual({ status: 'ok' });
    expect((await api.get('/readyz')).body).toEqual({ status: 'ready', mongodb: true, temporal: true });
  }
});
