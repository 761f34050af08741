import { eventually } from '../../support/eventually';
import { type Answer, HttpApi } from '../../support/http-api';
import { type RawRequest, rawRequest } from '../../support/raw-http';
import { expectOneShape } from '../../support/seen-answers';
import { type Stack, startStack } from '../../support/stack';
import { expectRefusal, makeApplication, makeKey, newEmail } from '../../support/application';

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
  test('KEY-3: missing is 401', async () => {
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
  ])('KEY-3: %s is 401', async (_what, header) => {
    const authorization = header(stack.production.key ?? '');
    expectRefusal(await unauthenticated({ authorization }), 401, 'UNAUTHORIZED');
  });

  test('KEY-3: that stands there twice is 401, also if it is the same', async () => {
    const key: [string, string] = ['Authorization', `Bearer ${stack.production.key}`];
    for (const [name, value] of [key, ['Authorization', 'Bearer live_x'], ['authorization', '']] as const) {
      const headers: RawRequest['headers'] = [key, [name, value]];
      const answer = await rawRequest(stack.production, { path: '/v1/webhooks', headers });
      expectRefusal(answer, 401, 'UNAUTHORIZED');
      expectOneShape(answer);
    }
  });

  test('KEY-1: is taken whatever the letters of "Bearer"', async () => {
    const answer = await unauthenticated({ authorization: `bearer ${stack.production.key}` });
    expectRefusal(answer, 404, 'WEBHOOK_NOT_FOUND');
  });

  test('KEY-2: begins with live_ or test_, and works only at the address of its environment', async () => {
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

  test('KEY-2: is no admin key, nor is that one an API key', async () => {
    const { admin, production } = stack;
    const asAdmin = new HttpApi(admin.baseUrl, production.key);
    expectRefusal(await asAdmin.get('/admin/v1/applications'), 401, 'UNAUTHORIZED');
    const asCaller = new HttpApi(production.baseUrl, admin.key);
    expectRefusal(await asCaller.get('/v1/webhooks'), 401, 'UNAUTHORIZED');
    expectRefusal(await new HttpApi(admin.baseUrl).get('/admin/v1/applications'), 401, 'UNAUTHORIZED');
    expectRefusal(await production.get('/admin/v1/applications'), 404, 'ROUTE_NOT_FOUND');
  });

  test('KEY-3: that was revoked is 401 at once, and no other key with it', async () => {
    const path = `/admin/v1/applications/${stack.applicationId}`;
    const { id, api_key } = await makeKey(stack, path, 'production');
    const api = new HttpApi(stack.production.baseUrl, api_key);
    expectRefusal(await api.get('/v1/webhooks'), 404, 'WEBHOOK_NOT_FOUND');
    expect((await stack.admin.request('DELETE', `${path}/keys/${id}`)).status).toBe(200);
    expectRefusal(await api.get('/v1/webhooks'), 401, 'UNAUTHORIZED');
    expectRefusal(await stack.production.get('/v1/webhooks'), 404, 'WEBHOOK_NOT_FOUND');
  });

  test('KEY-4: comes before everything else: without one a path tells nothing', async () => {
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

test('KEY-5: an inactive subscription is 403 at once in both environments, until it is active again', async () => {
  const app = await makeApplication(stack);
  const apis = [app.production, app.sandbox];
  for (const api of apis) expectRefusal(await api.get('/v1/webhooks'), 404, 'WEBHOOK_NOT_FOUND');

  await stack.admin.request('PATCH', app.path, { subscription: 'inactive' });
  for (const api of apis) {
    expectRefusal(await api.get('/v1/webhooks'), 403, 'SUBSCRIPTION_INACTIVE');
    expectRefusal(await api.post('/v1/send/ping', { to: newEmail() }), 403, 'SUBSCRIPTION_INACTIVE');
  }
  expectRefusal(await stack.production.get('/v1/webhooks'), 404, 'WEBHOOK_NOT_FOUND');

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

  test('REQUEST-14: has a new X-Request-Id, and no X-Powered-By', async () => {
    const all = await Promise.all(answers());
    const ids = all.map(({ headers }) => headers.get('x-request-id'));
    for (const id of ids) expect(id).toMatch(UUID);
    expect(new Set(ids).size).toBe(ids.length);
    for (const { headers } of all) expect(headers.has('x-powered-by')).toBe(false);
    expect(all.map(({ status }) => status)).toEqual([200, 400, 400, 404, 405, 401, 200, 404, 200]);
  });

  test('REQUEST-17: says that nobody may keep it, and that it is what it says it is', async () => {
    for (const { headers } of await Promise.all(answers())) {
      expect(headers.get('cache-control')).toBe('no-store');
      expect(headers.get('x-content-type-options')).toBe('nosniff');
    }
    const unreadable = await rawRequest(stack.production, { path: '/v1/nothing\u0001' });
    expect(unreadable).toMatchObject({ status: 400, body: { code: 'VALIDATION_ERROR' } });
    expect(unreadable.headers.get('cache-control')).toBe('no-store');
    expect(unreadable.headers.get('x-content-type-options')).toBe('nosniff');
    const document = await fetch(`${stack.production.baseUrl}/openapi.json`);
    expect(document.headers.get('cache-control')).toBe('public, max-age=300');
    expect(document.headers.get('x-content-type-options')).toBe('nosniff');
  });

  test('REQUEST-14: has the caller’s X-Request-Id where it is 1 to 128 of A-Za-z0-9._-', async () => {
    for (const id of ['a', 'Trace-1_2.3', 'x'.repeat(128)]) {
      const all = await Promise.all(answers({ 'x-request-id': id }));
      expect(new Set(all.map(({ headers }) => headers.get('x-request-id')))).toEqual(new Set([id]));
    }
    for (const id of ['', 'x'.repeat(129), 'a b', 'a/b', 'ä', '<script>']) {
      const { headers } = await unauthenticated({ 'x-request-id': id });
      expect(headers.get('x-request-id')).toMatch(UUID);
    }
    const headers: RawRequest['headers'] = [
      ['X-Request-Id', 'one'],
      ['X-Request-Id', 'two'],
    ];
    const twice = await rawRequest(stack.production, { path: '/v1/nothing', headers });
    expect(twice.headers.get('x-request-id')).toMatch(UUID);
  });
});

test('HEALTH-1: readiness and liveness need no key', async () => {
  for (const { baseUrl } of [stack.production, stack.sandbox, stack.admin]) {
    const api = new HttpApi(baseUrl);
    expect((await api.get('/healthz')).body).toEqual({ status: 'ok' });
    const ready = await eventually('it to be ready', async () => {
      const { status, body } = await api.get('/readyz');
      return status === 200 && body;
    });
    expect(ready).toEqual({ status: 'ready', mongodb: true, temporal: true });
  }
});
