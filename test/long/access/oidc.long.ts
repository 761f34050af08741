import { randomUUID } from 'node:crypto';
import { expectRefusal } from '../../support/application';
import { eventually } from '../../support/eventually';
import { HttpApi } from '../../support/http-api';
import { type OpenIdProviderServer, startOpenIdProvider } from '../../support/openid-provider';
import { comeBackFrom, oidcSignIn, sessionOf } from '../../support/openid-sign-in';
import { inviteOperator, signIn, tokenOf } from '../../support/signed-in';
import { type Stack, startStack } from '../../support/stack';

const SESSION = '/admin/v1/session';
const CALLBACK = 'http://127.0.0.1:3002/dashboard/sign-in';

let provider: OpenIdProviderServer;
let stack: Stack;
beforeAll(async () => {
  provider = await startOpenIdProvider();
  stack = await startStack({ env: settings() });
});
afterAll(async () => {
  await stack.stop();
  await provider.stop();
});
beforeEach(() => provider.behave());

const settings = (more: Record<string, string> = {}) => ({
  ...{ OIDC_ISSUER: provider.issuer, OIDC_CLIENT_ID: provider.client.id, OIDC_NAME: 'Our login' },
  ...{ OIDC_CLIENT_SECRET: provider.client.secret, DASHBOARD_URL: 'http://127.0.0.1:3002/dashboard' },
  API_TRUSTED_PROXIES: '127.0.0.1/32',
  ...more,
});

let addresses = 0;

/** A browser at the sign-in page. Requests may be sent with the cookies of another one. */
const browser = (of: Stack = stack) => {
  const api = new HttpApi(of.admin.baseUrl);
  // Each comes from its own address, so that none is slowed down by another.
  addresses += 1;
  const from = { 'x-forwarded-for': `192.0.2.${addresses}` };
  return oidcSignIn(api, from);
};

/** Signs in at the provider, with these claims, and comes back. */
const comeBack = (claims: Record<string, unknown>, of: Stack = stack) =>
  comeBackFrom(provider, browser(of), claims);

const person = (email = `${randomUUID()}@example.org`) => ({
  ...{ sub: randomUUID(), email, email_verified: true, name: 'Ada Lovelace' },
});

async function invited() {
  const { operator } = await inviteOperator(stack.admin, 'editor');
  return { operator, claims: person(operator.email.toUpperCase()) };
}

describe('sign-in by OpenID Connect', () => {
  test('signs in who is invited, by a verified address, with a session as a password begins', async () => {
    const { operator, claims } = await invited();
    const { start, finish } = browser();
    const begun = await start();
    const asked = new URL(begun.url).searchParams;
    expect(Object.fromEntries(asked)).toMatchObject({
      ...{ response_type: 'code', client_id: 'heliograph', redirect_uri: CALLBACK },
      ...{ scope: 'openid email profile', code_challenge_method: 'S256' },
      ...{ state: expect.stringMatching(/^[\w-]{43}$/), nonce: expect.stringMatching(/^[\w-]{43}$/) },
    });
    expect(begun.answer.headers.getSetCookie()[0]).toMatch(
      /^heliograph_oidc=[\w-]{43}; Max-Age=600; Path=\/; Expires=.+; HttpOnly; SameSite=Strict$/,
    );
    provider.behave({ claims });
    const back = await finish(await provider.authorize(begun.url), begun.cookie);
    expect(back.status).toBe(200);
    expect(back.body).toMatchObject({ operator: { id: operator.id, role: 'editor' }, signed_in_by: 'oidc' });
    const [cleared] = back.headers.getSetCookie();
    expect(cleared).toMatch(/^heliograph_oidc=; .*1970/);
    const signedIn = sessionOf(new HttpApi(stack.admin.baseUrl), back);
    expect((await signedIn.request('GET', SESSION)).body).toMatchObject({
      ...{ signed_in_by: 'oidc', operator: { has_oidc_account: true, has_password: false } },
    });
    const { body } = await stack.admin.get(`/admin/v1/audit?about=${operator.id}`);
    expect(body.records).toContainEqual(
      expect.objectContaining({ action: 'session.begin', outcome: 'done' }),
    );
    expectRefusal(
      await signedIn.request('POST', `${SESSION}/new-password`, { password: 'a password of one’s own' }),
      403,
      'FORBIDDEN',
    );
  });

  test('knows a person by their account after the first time, whatever the address', async () => {
    const { operator, claims } = await invited();
    expect((await comeBack(claims)).status).toBe(200);
    const moved = { ...claims, email: 'elsewhere@example.org', email_verified: false };
    expect((await comeBack(moved)).body.operator.id).toBe(operator.id);
    const successor = { ...claims, sub: randomUUID() };
    expectRefusal(await comeBack(successor), 403, 'FORBIDDEN');
    await stack.admin.request('DELETE', `/admin/v1/operators/${operator.id}/oidc-account`);
    expect((await comeBack(successor)).body.operator.id).toBe(operator.id);
    expectRefusal(await comeBack(claims), 403, 'FORBIDDEN');
  });

  test('of an account that was unlinked is over, with its sessions, and does not come back', async () => {
    const { operator, claims } = await invited();
    const back = await comeBack(claims);
    const session = sessionOf(new HttpApi(stack.admin.baseUrl), back);
    expect((await session.request('GET', SESSION)).status).toBe(200);
    await stack.admin.request('DELETE', `/admin/v1/operators/${operator.id}/oidc-account`);
    expectRefusal(await session.request('GET', SESSION), 401, 'UNAUTHORIZED');
    expectRefusal(await comeBack(claims), 403, 'FORBIDDEN');
    expect((await stack.store.operatorAccounts.get(operator.id))?.oidcAccount).toBeNull();
    expect((await comeBack({ ...claims, sub: randomUUID() })).status).toBe(200);
  });

  test('refuses who is not invited, and makes no operator', async () => {
    const answer = await comeBack(person());
    expectRefusal(answer, 403, 'FORBIDDEN', {});
    expect(answer.body).toMatchObject({
      error: 'Your account is not invited. Ask an owner for an invitation.',
    });
    const cookies = answer.headers
      .getSetCookie()
      .filter((cookie) => cookie.startsWith('heliograph_session='));
    expect(cookies).toEqual([]);
  });

  test.each([
    ['is not verified', { email_verified: false }],
    ['is not said to be verified', { email_verified: undefined }],
    ['is missing', { email: undefined }],
    ['is none', { email: 'ada' }],
  ])('refuses an address that %s, also of who is invited', async (_what, claim) => {
    const { claims } = await invited();
    expectRefusal(await comeBack({ ...claims, ...claim }), 403, 'FORBIDDEN');
  });

  test('reads what the ID token lacks from userinfo', async () => {
    const { operator, claims } = await invited();
    const { sub, ...userInfo } = claims;
    provider.behave({ claims: { sub }, userInfo });
    const { start, finish } = browser();
    const { url, cookie } = await start();
    expect((await finish(await provider.authorize(url), cookie)).body.operator.id).toBe(operator.id);
  });

  test.each([
    ['another nonce', { nonce: 'x' }, {}],
    ['no nonce', { nonce: undefined }, {}],
    ['another audience', { aud: 'another-client' }, {}],
    ['another issuer', { iss: 'https://accounts.example.com' }, {}],
    ['an end in the past', { iat: 1_700_000_000, exp: 1_700_000_300 }, {}],
    ['no subject', { sub: undefined }, {}],
    ['an empty subject', { sub: '' }, {}],
    ['a blank subject', { sub: ' ' }, {}],
    ['no signature', {}, { signedBy: 'nobody' as const }],
    ['the signature of another key', {}, { signedBy: 'another key' as const }],
  ])('refuses an ID token with %s', async (_what, wrong, how) => {
    const { claims } = await invited();
    provider.behave({ claims: { ...claims, ...wrong }, ...how });
    const { start, finish } = browser();
    const { url, cookie } = await start();
    const answer = await finish(await provider.authorize(url), cookie);
    expectRefusal(answer, 401, 'UNAUTHORIZED');
    expect(answer.headers.getSetCookie().join()).not.toContain('heliograph_session=');
  });
});

describe('an answer of the provider', () => {
  test('counts in the browser that began, once, and for the last sign-in that it began', async () => {
    const { claims } = await invited();
    provider.behave({ claims });
    const { start, finish } = browser();
    const [first, second] = [await start(), await start()];
    const callback = await provider.authorize(first.url);
    for (const cookie of ['', second.cookie, 'heliograph_oidc=x'])
      expectRefusal(await finish(callback, cookie), 401, 'UNAUTHORIZED');
    expect((await finish(callback, first.cookie)).status).toBe(200);
    const again = await finish(callback, first.cookie);
    expectRefusal(again, 401, 'UNAUTHORIZED');
    expect(again.body).toMatchObject({ error: expect.stringContaining('already used or has expired') });
  });

  test('that says who refused is shown, and what it says is not', async () => {
    for (const [error, shown] of [
      ['access_denied', 'cancelled'],
      ['<script>', 'refused the sign-in (an error)'],
    ]) {
      provider.behave({ error });
      const { start, finish } = browser();
      const { url, cookie } = await start();
      const answer = await finish(await provider.authorize(url), cookie);
      expectRefusal(answer, 401, 'UNAUTHORIZED');
      expect(answer.body).toMatchObject({ error: expect.stringContaining(shown ?? '') });
    }
  });
});

test('a wrong secret of the client is said to whoever runs the service', async () => {
  provider.behave({ refusesClient: true });
  const { start, finish } = browser();
  const { url, cookie } = await start();
  const answer = await finish(await provider.authorize(url), cookie);
  expectRefusal(answer, 503, 'UNAVAILABLE');
  expect(answer.body).toMatchObject({ error: expect.stringContaining('OIDC_CLIENT_SECRET') });
});

describe('with roles in a claim', () => {
  let own: Stack;
  beforeAll(async () => {
    const roles = { OIDC_ROLES: 'owner=ops admins,editor=product', OIDC_ROLE_CLAIM: 'realm_access.roles' };
    own = await startStack({ env: settings(roles) });
  });
  afterAll(() => own.stop());

  test('a provider that is away stops sign-in by it only', async () => {
    provider.behave({ down: true });
    const { start } = browser(own);
    expectRefusal((await start()).answer, 503, 'UNAVAILABLE');
    expect((await own.admin.get('/admin/v1/applications')).status).toBe(200);
    provider.behave();
    // It asks again, and needs no restart.
    const { url, answer } = await start();
    expect({ status: answer.status, at: new URL(url).origin }).toEqual({ status: 200, at: provider.issuer });
  });

  test('the provider decides the role at each sign-in, and nobody needs an invitation', async () => {
    const ada = person();
    const as = (...given: string[]) => comeBack({ ...ada, realm_access: { roles: given } }, own);
    const first = await as('product');
    expect(first.body.operator).toMatchObject({ role: 'editor', name: 'Ada Lovelace', email: ada.email });
    expect((await as('product', 'ops admins')).body.operator).toMatchObject({ role: 'owner' });
    const made = await own.admin.post<{ link: string }>(
      `/admin/v1/operators/${first.body.operator.id}/link`,
      { mail: false },
    );
    expectRefusal(await as('others'), 403, 'FORBIDDEN');
    expect(await own.connection.mongoose.collection('sessions').countDocuments()).toBe(0);
    expectRefusal((await signIn(own.admin, { token: tokenOf(made.body.link) })).answer, 401, 'UNAUTHORIZED');
    const records = await eventually('the refusal to be recorded', async () => {
      const { body } = await own.admin.get<{ records: { outcome: string; after: object | null }[] }>(
        `/admin/v1/audit?about=${first.body.operator.id}`,
      );
      return body.records.length === 4 && body.records[0]?.outcome !== 'unknown' && body.records;
    });
    expect(records.map(({ outcome }) => outcome)).toEqual(['refused', 'done', 'done', 'done']);
  });
});

test('without settings there is no such sign-in, and the page is told', async () => {
  const plain = await startStack();
  try {
    expect((await browser(plain).start()).answer).toMatchObject({
      status: 404,
      body: { code: 'ROUTE_NOT_FOUND' },
    });
    const methods = (of: Stack) => new HttpApi(of.admin.baseUrl).get(`${SESSION}/methods`);
    expect((await methods(plain)).body).toMatchObject({ oidc: null, needs_tls: false });
    expect((await methods(stack)).body).toMatchObject({ oidc: { name: 'Our login' } });
  } finally {
    await plain.stop();
  }
});
