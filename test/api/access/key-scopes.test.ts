import { type KeyScope, KEY_SCOPES } from '../../../core/access/key-scopes';
import { type TestApplication, expectRefusal, makeApplication, newEmail } from '../../support/application';
import { eventually } from '../../support/eventually';
import { type Answer, HttpApi } from '../../support/http-api';
import { type Stack, startStack } from '../../support/stack';
import { untilExpired } from '../../support/until-time';

let stack: Stack;
let app: TestApplication;
beforeAll(async () => {
  stack = await startStack();
  app = await makeApplication(stack);
});
afterAll(() => stack.stop());

interface Key {
  id: string;
  api_key: string;
  scopes: string[];
  expires_at: string | null;
  last_used_at: string | null;
}

async function keyWith(settings: object): Promise<{ key: Key; api: HttpApi }> {
  const made = await stack.admin.post<{ key: Key }>(`${app.path}/keys`, {
    environment: 'production',
    ...settings,
  });
  expect(made.status).toBe(201);
  return { key: made.body.key, api: new HttpApi(stack.production.baseUrl, made.body.key.api_key) };
}

/** A request of each scope; none of them changes what another test looks at. */
const ASK: Record<KeyScope, (api: HttpApi) => Promise<Answer>> = {
  send: (api) => api.post('/v1/cancel/ping', { to: newEmail() }),
  broadcast: (api) => api.get('/v1/broadcasts?limit=1'),
  read: (api) => api.get('/v1/notifications/00000000-0000-4000-8000-000000000000'),
  contacts: (api) => api.get('/v1/contacts?limit=1'),
  webhooks: (api) => api.get('/v1/webhooks'),
};

describe('an API key', () => {
  test('KEY-7, ERROR-6: with scopes is 403 FORBIDDEN on the routes of every other one, and the answer names the scope', async () => {
    const shape = await Promise.all(
      KEY_SCOPES.map(async (scope) => {
        const { key, api } = await keyWith({ scopes: [scope] });
        expect(key.scopes).toEqual([scope]);
        for (const asked of KEY_SCOPES) {
          const answer = await ASK[asked](api);
          if (asked === scope) {
            expect([200, 404]).toContain(answer.status);
            continue;
          }
          expectRefusal(answer, 403, 'FORBIDDEN');
          expect(answer.body.error).toContain(`needs the scope ${asked}`);
        }
        return scope;
      }),
    );
    expect(shape).toEqual([...KEY_SCOPES]);
  });

  test('KEY-7: with two scopes has both, and a path that does not exist is 404 to it as to any', async () => {
    const { key, api } = await keyWith({ scopes: ['webhooks', 'send', 'send'] });
    expect(key.scopes).toEqual(['send', 'webhooks']);
    expect((await ASK.send(api)).status).toBe(200);
    expect((await ASK.webhooks(api)).status).toBe(404);
    expectRefusal(await ASK.contacts(api), 403, 'FORBIDDEN');
    expectRefusal(await api.get('/v1/nothing'), 404, 'ROUTE_NOT_FOUND');
    expectRefusal(await api.request('PUT', '/v1/contacts', {}), 405, 'METHOD_NOT_ALLOWED');
  });

  test('KEY-7: that was made without scopes has all of them, and never expires', async () => {
    const { key, api } = await keyWith({});
    expect(key).toMatchObject({ scopes: [...KEY_SCOPES], expires_at: null });
    for (const scope of KEY_SCOPES) expect([200, 404]).toContain((await ASK[scope](api)).status);
    // As releases before scopes stored it.
    const keys = stack.connection.mongoose.collection('apikeys');
    await keys.updateOne({ id: key.id }, { $unset: { scopes: 1, expiresAt: 1, lastUsedAt: 1 } });
    const { body } = await stack.admin.get<{ keys: Key[] }>(`${app.path}/keys`);
    expect(body.keys.find(({ id }) => id === key.id)).toMatchObject({
      scopes: [...KEY_SCOPES],
      expires_at: null,
    });
    for (const scope of KEY_SCOPES) expect([200, 404]).toContain((await ASK[scope](api)).status);
  });

  test('KEY-3: past its expiry is 401 and says so', async () => {
    const at = new Date(Date.now() + 5_000);
    const { key, api } = await keyWith({ expires_at: at.toISOString() });
    expect(key.expires_at).toBe(at.toISOString());
    await untilExpired(at.getTime());
    const answer = await api.get('/v1/webhooks');
    expectRefusal(answer, 401, 'UNAUTHORIZED');
    expect(answer.body.error).toContain(`expired at ${at.toISOString()}`);
    expect(answer.headers.get('www-authenticate')).toBe('Bearer');
  });

  test('KEY-8: says when it was used last', async () => {
    const { key, api } = await keyWith({});
    expect(key.last_used_at).toBeNull();
    const before = Date.now();
    await api.get('/v1/webhooks');
    const used = await eventually('the last use', async () => {
      const { body } = await stack.admin.get<{ keys: Key[] }>(`${app.path}/keys`);
      return body.keys.find(({ id }) => id === key.id)?.last_used_at;
    });
    expect(Date.parse(used)).toBeGreaterThanOrEqual(before - 1_000);
  });
});
