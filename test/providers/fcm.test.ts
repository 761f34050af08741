import { createProviderHttp } from '../../channels/http/provider-http';
import { fcm } from '../../channels/push/fcm';
import type { Provider, RenderedContent, SendResult } from '../../channels/provider';
import { createGuardedHttp } from '../../channels/http/guarded-http';
import { abortedOnArrival } from '../support/providers/aborted';
import { APP_DATA, FULL, MESSAGE_ID, pushMessage } from '../support/providers/messages';
import { fcmError, type FcmServer, startFcmServer } from '../support/providers/fcm-server';

const http = createProviderHttp({ answerTimeoutMs: 1000 });
const tools = { http, guardedHttp: createGuardedHttp({ development: false }) };
const TOKEN = 'dGVzdA:APA91b_token-of-a-device';
const signal = () => AbortSignal.timeout(5000);

let server: FcmServer;
let provider: Provider;
const told: (SendResult | string)[] = [];

beforeEach(async () => {
  server = await startFcmServer();
  provider = open();
});
afterEach(async () => {
  expect(server.problems).toEqual([]);
  for (const secret of [...server.issued, server.privateKey, 'BEGIN PRIVATE', TOKEN]) {
    expect(
      JSON.stringify(told.map((one) => (typeof one === 'string' ? one : { ...one, gone: [] }))),
    ).not.toContain(secret);
  }
  await server.stop();
});
afterAll(() => http.close());

const settings = (extra = {}) =>
  fcm.settings.parse({ service_account: server.serviceAccount, base_url: server.url, ...extra });
const open = (extra = {}): Provider => fcm.open(settings(extra), tools, 'push');
async function send(content?: RenderedContent, to = TOKEN, until = signal()): Promise<SendResult> {
  const result = await provider.send(pushMessage(to, content), until);
  told.push(result);
  return result;
}

test('a message with everything reaches FCM as its documentation has it', async () => {
  expect(await send(FULL)).toMatchObject({
    outcome: 'sent',
    providerMessageId: 'projects/demo-project/messages/0:1',
  });
  const { message } = server.sent()[0]!;
  expect(message).toMatchObject({
    token: TOKEN,
    notification: { title: FULL.title, body: FULL.text, image: FULL.image },
    data: APP_DATA,
    android: { ttl: '2419200s', notification: { tag: MESSAGE_ID, notification_count: 3 } },
    apns: { payload: { aps: { badge: 3, 'mutable-content': 1 } }, fcm_options: { image: FULL.image } },
    webpush: { fcm_options: { link: FULL.link } },
  });
  expect(Number(message.apns.headers['apns-expiration']) - Date.now() / 1000).toBeGreaterThan(2_419_000);
});

test('a message with a text alone carries nothing empty', async () => {
  provider = open({ ttl_seconds: 0 });
  expect(await send({ text: 'Hello' })).toMatchObject({ outcome: 'sent' });
  const { message } = server.sent()[0]!;
  expect(message.notification).toEqual({ body: 'Hello' });
  expect(message.apns).toEqual({
    headers: { 'apns-priority': '10', 'apns-expiration': '0' },
    payload: { aps: { sound: 'default' } },
  });
  expect(message.webpush).toEqual({ headers: { TTL: '0', Urgency: 'high' } });
});

test.each([
  ['404 UNREGISTERED', fcmError(404, 'NOT_FOUND', 'UNREGISTERED'), 'permanent', 'INVALID_RECIPIENT', true],
  [
    '400 that names the token',
    fcmError(400, 'INVALID_ARGUMENT', 'INVALID_ARGUMENT', { violation: 'message.token' }),
    'permanent',
    'INVALID_RECIPIENT',
    true,
  ],
  [
    '400 of a token that is none',
    fcmError(400, 'INVALID_ARGUMENT', 'INVALID_ARGUMENT', {
      message: 'The registration token is not a valid FCM registration token',
    }),
    'permanent',
    'INVALID_RECIPIENT',
    true,
  ],
  [
    '403 SENDER_ID_MISMATCH',
    fcmError(403, 'PERMISSION_DENIED', 'SENDER_ID_MISMATCH'),
    'permanent',
    'INVALID_RECIPIENT',
    false,
  ],
  [
    '400 of the content',
    fcmError(400, 'INVALID_ARGUMENT', undefined, { violation: 'message.data[0].value' }),
    'permanent',
    'REJECTED',
    false,
  ],
  [
    '401 THIRD_PARTY_AUTH_ERROR',
    fcmError(401, 'UNAUTHENTICATED', 'THIRD_PARTY_AUTH_ERROR'),
    'transient',
    'UNAUTHORIZED',
    false,
  ],
  ['403 of the account', fcmError(403, 'PERMISSION_DENIED'), 'transient', 'UNAUTHORIZED', false],
  ['404 of the project', fcmError(404, 'NOT_FOUND'), 'transient', 'UNAUTHORIZED', false],
  ['500 INTERNAL', fcmError(500, 'INTERNAL', 'INTERNAL'), 'transient', 'PROVIDER_ERROR', false],
  ['503 UNAVAILABLE', fcmError(503, 'UNAVAILABLE', 'UNAVAILABLE'), 'transient', 'PROVIDER_ERROR', false],
  ['502 in HTML', { status: 502, body: '<html>Bad gateway</html>' }, 'transient', 'PROVIDER_ERROR', false],
  [
    '302',
    { status: 302, headers: { location: 'http://127.0.0.1:1/' } },
    'transient',
    'PROVIDER_ERROR',
    false,
  ],
] as const)('%s', async (_name, reply, outcome, code, gone) => {
  server.script.push(reply);
  const result = await send();
  expect(result).toMatchObject({ outcome, code });
  expect(result.gone).toEqual(gone ? [TOKEN] : undefined);
  expect(server.sent()).toHaveLength(1);
});

test.each([
  [
    '429 with Retry-After',
    fcmError(429, 'RESOURCE_EXHAUSTED', 'QUOTA_EXCEEDED', { headers: { 'retry-after': '7' } }),
    7000,
  ],
  ['429 without it: a minute, as documented', fcmError(429, 'RESOURCE_EXHAUSTED', 'QUOTA_EXCEEDED'), 60_000],
  ['429 of a proxy', { status: 429, body: 'slow down' }, 60_000],
  [
    '503 with Retry-After',
    fcmError(503, 'UNAVAILABLE', 'UNAVAILABLE', { headers: { 'retry-after': '9' } }),
    9000,
  ],
] as const)('%s', async (_name, reply, retryAfterMs) => {
  server.script.push(reply);
  expect(await send()).toMatchObject({ outcome: 'rate_limited', code: 'RATE_LIMITED', retryAfterMs });
});

test.each(['reset', 'half-close', 'hang'] as const)(
  'of a connection that ends with "%s" nobody knows',
  async (reply) => {
    await provider.check?.(signal());
    server.script.push(reply);
    expect(await send()).toMatchObject({ outcome: 'unknown', code: 'OUTCOME_UNKNOWN' });
  },
);

test('an abort in the middle ends the call at once', async () => {
  await provider.check?.(signal());
  const result = await abortedOnArrival(
    (reply) => server.script.push(reply),
    (until) => send(undefined, TOKEN, until),
  );
  expect(result).toMatchObject({ outcome: 'unknown' });
});

test('a service that is not there was handed nothing', async () => {
  provider = open({ base_url: 'http://127.0.0.1:1' });
  expect(await send()).toMatchObject({ outcome: 'transient', code: 'PROVIDER_ERROR' });
});

test('an answer of 200 that cannot be read was accepted, and has no name', async () => {
  server.script.push({ status: 200, body: 'fine' });
  expect(await send()).toMatchObject({ outcome: 'sent', providerMessageId: '' });
});

describe('the access token', () => {
  test('is had once for sends at the same time and after', async () => {
    await Promise.all([send(), send(), send()]);
    await send();
    expect(server.issued).toHaveLength(1);
  });

  test('is had anew shortly before it expires', async () => {
    server.lifeSeconds = 1;
    await send();
    await new Promise((resolve) => setTimeout(resolve, 950));
    await send();
    expect(server.issued).toHaveLength(2);
  });

  test('that is refused is had anew once, and the message is sent', async () => {
    await send();
    server.revoke();
    expect(await send()).toMatchObject({ outcome: 'sent' });
    expect(server.issued).toHaveLength(2);
  });

  test('that is refused again is told to the operator', async () => {
    server.script.push(fcmError(401, 'UNAUTHENTICATED'), fcmError(401, 'UNAUTHENTICATED'));
    expect(await send()).toMatchObject({ outcome: 'transient', code: 'UNAUTHORIZED' });
    expect(server.sent()).toHaveLength(2);
  });

  test.each([
    [
      { status: 400, body: { error: 'invalid_grant', error_description: 'Invalid JWT Signature.' } },
      'UNAUTHORIZED',
    ],
    [{ status: 401, body: { error: 'invalid_client' } }, 'UNAUTHORIZED'],
    [{ status: 503, body: 'down' }, 'PROVIDER_ERROR'],
    [{ status: 200, body: { token: 'none' } }, 'PROVIDER_ERROR'],
    ['reset', 'PROVIDER_ERROR'],
    ['hang', 'TIMEOUT'],
  ] as const)('that cannot be had (%j) sends nothing and is tried again', async (reply, code) => {
    server.tokenScript.push(reply);
    expect(await send()).toMatchObject({ outcome: 'transient', code });
    expect(server.sent()).toHaveLength(0);
    expect(await send()).toMatchObject({ outcome: 'sent' });
  });

  test('of which there are too many is waited for', async () => {
    server.tokenScript.push({ status: 429, headers: { 'retry-after': '3' } });
    expect(await send()).toMatchObject({ outcome: 'rate_limited', retryAfterMs: 3000 });
  });

  test('that is long in coming ends one message’s time and not the other’s', async () => {
    const short = abortedOnArrival(
      (reply) => server.tokenScript.push(reply),
      (until) => send(undefined, TOKEN, until),
    );
    const long = send();
    expect(await short).toMatchObject({ outcome: 'transient', code: 'TIMEOUT' });
    expect(await long).toMatchObject({ outcome: 'transient', code: 'TIMEOUT' });
    expect(server.received.filter(({ path }) => path === '/token')).toHaveLength(1);
  });
});

describe('what is refused before a call', () => {
  test.each([
    ['a token with a blank', { text: 'x' }, 'a b', 'INVALID_RECIPIENT'],
    ['a token that is too long', { text: 'x' }, 'x'.repeat(4097), 'INVALID_RECIPIENT'],
    ['nothing to show', { text: '' }, TOKEN, 'REJECTED'],
    ['a reserved key', { text: 'x', data: { 'google.sent': '1' } }, TOKEN, 'REJECTED'],
    ['a reserved word', { text: 'x', data: { from: '1' } }, TOKEN, 'REJECTED'],
    ['a text that is too long', { text: 'ü'.repeat(2048) }, TOKEN, 'REJECTED'],
    ['an image over http', { text: 'x', image: 'http://example.com/a.png' }, TOKEN, 'REJECTED'],
    ['a link that is none', { text: 'x', link: 'javascript:alert(1)' }, TOKEN, 'REJECTED'],
    ['a badge below 0', { text: 'x', badge: -1 }, TOKEN, 'REJECTED'],
  ] as const)('%s', async (_name, content, to, code) => {
    const result = await provider.send(pushMessage(to, content), signal());
    expect(result).toMatchObject({ outcome: 'permanent', code });
    expect(result.gone).toBeUndefined();
    expect(server.received).toHaveLength(0);
  });
});

test('the check goes the whole way without sending', async () => {
  expect(await provider.check?.(signal())).toMatchObject({ ok: true });
  expect(server.sent()[0]).toMatchObject({ validate_only: true, message: { topic: 'heliograph-check' } });
  server.script.push(fcmError(403, 'PERMISSION_DENIED', undefined, { message: 'FCM API has not been used' }));
  const refused = await provider.check?.(signal());
  expect(refused).toEqual({ ok: false, reason: '403 PERMISSION_DENIED FCM API has not been used' });
  told.push(JSON.stringify(refused));
});

test('settings that cannot work are refused when they are made', () => {
  const accepts = (service_account: string) => fcm.settings.safeParse({ service_account }).success;
  const account = JSON.parse(server.serviceAccount) as Record<string, string>;
  expect(accepts(server.serviceAccount)).toBe(true);
  expect(accepts('no json')).toBe(false);
  expect(accepts(JSON.stringify({ ...account, private_key: 'x' }))).toBe(false);
  expect(accepts(JSON.stringify({ ...account, type: 'authorized_user' }))).toBe(false);
  expect(accepts(JSON.stringify({ ...account, token_uri: 'http://example.com/token' }))).toBe(false);
});
