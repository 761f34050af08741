import { createHash, randomUUID } from 'node:crypto';
import { request as httpRequest } from 'node:http';
import { ADMIN_ROUTES } from '../../support/admin-routes';
import { type AdminRole, ADMIN_ROLES, roleReaches } from '../../../core/access/admin-roles';
import { type TestApplication, expectRefusal, makeApplication } from '../../support/application';
import { eventually } from '../../support/eventually';
import { HttpApi } from '../../support/http-api';
import { type Stack, startStack } from '../../support/stack';
import { untilExpired } from '../../support/until-time';

const KEYS = '/admin/v1/admin-keys';

let stack: Stack;
let app: TestApplication;
beforeAll(async () => {
  stack = await startStack();
  app = await makeApplication(stack);
});
afterAll(() => stack.stop());

interface Key {
  id: string;
  admin_key: string;
  name: string;
  role: AdminRole;
  expires_at: string | null;
  last_used_at: string | null;
  previous_until: string | null;
  revoked_at: string | null;
}

const makeKey = (role: AdminRole, more: object = {}) =>
  stack.admin.post<{ key: Key }>(KEYS, { name: role, role, ...more });

const keyIn = ({ status, body }: Awaited<ReturnType<typeof makeKey>>): { key: Key; api: HttpApi } => {
  expect(status).toBe(201);
  return { key: body.key, api: new HttpApi(stack.admin.baseUrl, body.key.admin_key) };
};

const keyOf = async (...of: Parameters<typeof makeKey>) => keyIn(await makeKey(...of));

const listed = async (id: string): Promise<Key | undefined> =>
  (await stack.admin.get<{ keys: Key[] }>(KEYS)).body.keys.find((key) => key.id === id);

describe('an admin key', () => {
  test('is shown once and stored as a hash', async () => {
    const { key } = await keyOf('editor', { name: 'ci', expires_at: '2099-01-01T00:00:00+00:00' });
    const { admin_key, ...shown } = key;
    expect(admin_key).toMatch(/^admin_[A-Za-z0-9_-]{43}$/);
    expect(shown).toEqual({
      ...{ id: expect.any(String), name: 'ci', role: 'editor', prefix: admin_key.slice(0, 10) },
      ...{ created_at: expect.any(String), expires_at: '2099-01-01T00:00:00.000Z', last_used_at: null },
      ...{ previous_until: null, revoked_at: null },
    });
    expect(await listed(key.id)).toEqual(shown);
    const stored = await stack.store.adminKeys.get(key.id);
    expect(stored?.hashes).toEqual([createHash('sha256').update(admin_key).digest('hex')]);
    expect(JSON.stringify(stored)).not.toContain(admin_key.slice(10));
  });

  test('may do on each route what its role may, and else is 403 FORBIDDEN with the role that is needed', async () => {
    const apis = Object.fromEntries(
      await Promise.all(ADMIN_ROLES.map(async (role) => [role, (await keyOf(role)).api] as const)),
    ) as Record<AdminRole, HttpApi>;
    for (const [route, [needed]] of Object.entries(ADMIN_ROUTES)) {
      const [method = '', template = ''] = route.split(' ');
      // A key has no session: test/long/access/operators.long.ts.
      if (template.startsWith('/admin/v1/session')) continue;
      const path = template.replace(':environment', 'sandbox').replaceAll(/:\w+/g, randomUUID());
      // Nothing that takes a body takes this one, so no route changes anything.
      const body = method === 'GET' || method === 'DELETE' ? undefined : { nothing: true };
      for (const role of ADMIN_ROLES) {
        const answer = await apis[role].request(method, path, body);
        const seen = { route, role, code: answer.body.code };
        if (roleReaches(role, needed as AdminRole))
          expect(seen).not.toEqual({ route, role, code: 'FORBIDDEN' });
        else {
          expectRefusal(answer, 403, 'FORBIDDEN');
          expect(answer.body.error).toBe(
            `This route needs the role ${needed}. The admin key "${role}" has the role ${role}.`,
          );
        }
      }
    }
  });

  test('that is an editor changes an application, and hands out no key', async () => {
    const { api } = await keyOf('editor');
    expect((await api.request('PATCH', app.path, { daily_quota: 9 })).status).toBe(200);
    expectRefusal(await api.post(`${app.path}/keys`, { environment: 'sandbox' }), 403, 'FORBIDDEN');
    expectRefusal(await api.post(KEYS, { name: 'more', role: 'owner' }), 403, 'FORBIDDEN');
  });

  test('is rotated: those before work for their overlap beside the new one, and none after one of 0 hours', async () => {
    const { key, api: first } = await keyOf('viewer');
    const rotate = async (body: object): Promise<Key> => {
      const answer = await stack.admin.post<{ key: Key }>(`${KEYS}/${key.id}/rotate`, body);
      expect(answer.status).toBe(200);
      return answer.body.key;
    };
    const before = Date.now();
    const second = await rotate({});
    const hours = (Date.parse(String(second.previous_until)) - before) / 3_600_000;
    expect(hours).toBeGreaterThan(23.9);
    expect(hours).toBeLessThan(24.1);
    const asSecond = new HttpApi(stack.admin.baseUrl, second.admin_key);
    // As after an answer that was lost: nobody has the second key, and the first is in use.
    const asRepeated = new HttpApi(stack.admin.baseUrl, (await rotate({})).admin_key);
    for (const api of [first, asSecond, asRepeated]) expect((await api.get(app.path)).status).toBe(200);

    const third = await rotate({ overlap_hours: 0 });
    const asThird = new HttpApi(stack.admin.baseUrl, third.admin_key);
    expect((await asThird.get(app.path)).status).toBe(200);
    await untilExpired(Date.now());
    expectRefusal(await first.get(app.path), 401, 'UNAUTHORIZED');
    expectRefusal(await asRepeated.get(app.path), 401, 'UNAUTHORIZED');
    const ended = await asSecond.get(app.path);
    expectRefusal(ended, 401, 'UNAUTHORIZED');
    expect(ended.body.error).toContain('was replaced and expired');
    expect(third).toMatchObject({ id: key.id, name: 'viewer', role: 'viewer' });
  });

  test('that is revoked is 401 at once, and cannot be rotated or revoked again; the one of the setting stays', async () => {
    const { key, api } = await keyOf('owner');
    expect((await api.get(KEYS)).status).toBe(200);
    // It may end itself.
    expect((await api.request('DELETE', `${KEYS}/${key.id}`)).status).toBe(200);
    expectRefusal(await api.get(KEYS), 401, 'UNAUTHORIZED');
    expect((await listed(key.id))?.revoked_at).toEqual(expect.any(String));
    for (const path of [`${KEYS}/${key.id}`, `${KEYS}/setting`])
      expectRefusal(await stack.admin.request('DELETE', path), 404, 'KEY_NOT_FOUND');
    expectRefusal(await stack.admin.post(`${KEYS}/${key.id}/rotate`, {}), 404, 'KEY_NOT_FOUND');
  });

  test('past its expiry is 401 and says so; one in use says when it was used last', async () => {
    const { key, api, at } = await eventually('one that is used before it expires', async () => {
      const at = Date.now() + 5_000;
      const made = await makeKey('viewer', { expires_at: new Date(at).toISOString() });
      // Its time was over before the service took it.
      if (made.status === 400) return null;
      const one = keyIn(made);
      return (await one.api.get(app.path)).status === 200 && { ...one, at };
    });
    await eventually('the last use', async () => (await listed(key.id))?.last_used_at);
    await untilExpired(at);
    const answer = await api.get(app.path);
    expectRefusal(answer, 401, 'UNAUTHORIZED');
    expect(answer.body.error).toContain(`expired at ${new Date(at).toISOString()}`);
  });

  test.each([
    ['name', { role: 'viewer' }],
    ['name', { name: 'a b', role: 'viewer' }],
    ['name', { name: 'setting', role: 'viewer' }],
    ['role', { name: 'a' }],
    ['role', { name: 'a', role: 'admin' }],
    ['expires_at', { name: 'a', role: 'viewer', expires_at: '2020-01-01T00:00:00Z' }],
    ['scopes', { name: 'a', role: 'viewer', scopes: ['send'] }],
  ])('needs its fields: a wrong %s is 400', async (field, body) => {
    expectRefusal(await stack.admin.post(KEYS, body), 400, 'VALIDATION_ERROR', { field });
  });
});

/** A request with a key from one of the addresses of this machine, which no other test uses. */
function ask(from: string, key: string): Promise<{ status: number; retryAfter?: string }> {
  return new Promise((resolve, reject) => {
    const { hostname, port } = new URL(stack.admin.baseUrl);
    const headers = { authorization: `Bearer ${key}` };
    const options = { host: hostname, port, localAddress: from, path: '/admin/v1/applications', headers };
    httpRequest(options, (response) => {
      response.resume();
      resolve({ status: response.statusCode ?? 0, retryAfter: response.headers['retry-after'] });
    })
      .on('error', reject)
      .end();
  });
}
const wrong = (): string => `admin_${randomUUID()}`;

describe('wrong admin keys', () => {
  test('are ten a minute from an address; then others are 429 with Retry-After and logged, and the right key works', async () => {
    const [from, other] = ['127.0.91.7', '127.0.92.7'];
    const right = String(stack.admin.key);
    const tried = Array.from({ length: 10 }, wrong);
    for (const key of tried) expect((await ask(from, key)).status).toBe(401);
    const { status, retryAfter } = await ask(from, wrong());
    expect(status).toBe(429);
    expect(Number(retryAfter)).toBeGreaterThan(0);
    expect(Number(retryAfter)).toBeLessThanOrEqual(60);
    for (const address of [from, other]) expect((await ask(address, right)).status).toBe(200);

    const lines = await eventually('the log', () => {
      const found = stack.api
        .output()
        .split('\n')
        .filter((line) => line.includes('127.0.91.x'));
      return found.length >= 12 && found;
    });
    expect(lines.filter((line) => line.includes('an admin key was refused'))).toHaveLength(11);
    expect(
      lines.filter((line) => line.includes('an admin key from this address is refused for a while')),
    ).toHaveLength(1);
    for (const secret of [...tried, right, from]) expect(stack.api.output()).not.toContain(secret);
  });

  test('of a forgotten script, which brings the same one again and again, shut nobody out', async () => {
    const [from, key] = ['127.0.93.7', wrong()];
    for (let time = 0; time < 30; time += 1) expect((await ask(from, key)).status).toBe(401);
    expect((await ask(from, String(stack.admin.key))).status).toBe(200);
  });
});
