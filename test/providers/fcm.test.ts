import { fcm } from '../../channels/push/fcm/provider';
import type { RenderedContent } from '../../channels/provider';
import { abortedOnArrival } from '../support/providers/aborted';
import { fcmError, startFcmServer } from '../support/providers/fcm-server';
import { APP_DATA, FULL, MESSAGE_ID, pushMessage } from '../support/providers/messages';
import {
  DOWN,
  type Expected,
  INVALID,
  limited,
  REJECTED,
  TIMED_OUT,
  UNAUTHORIZED,
  UNKNOWN,
} from '../support/providers/outcomes';
import { testProvider } from '../support/providers/provider-kit';

const TOKEN = 'dGVzdA:APA91b_token-of-a-device';
const GONE: Expected = { ...INVALID, gone: true };
const wrong = (content: RenderedContent) => pushMessage(TOKEN, content);

const account = testProvider(fcm, {
  start: startFcmServer,
  settings: (server) => ({ service_account: server.serviceAccount, base_url: server.url }),
  message: () => pushMessage(TOKEN),
  secrets: (server) => [...server.issued, server.privateKey, 'BEGIN PRIVATE', TOKEN],
  sends: (server) => server.sent().filter(({ validate_only }) => validate_only === undefined),
  prepare: (opened) => opened.check(),
  says: (message) => fcmError(403, 'PERMISSION_DENIED', undefined, { message }),
  accepted: {
    reply: { status: 200, body: { name: 'projects/demo-project/messages/0:9' } },
    id: 'projects/demo-project/messages/0:9',
    nameless: { status: 200, body: {} },
  },
  impossible: [
    ['a token with a blank', pushMessage('a b'), INVALID],
    ['a token that is too long', pushMessage('x'.repeat(4097)), INVALID],
    ['nothing to show', wrong({ text: '' }), REJECTED],
    ['a reserved key', wrong({ text: 'x', data: { 'google.sent': '1' } }), REJECTED],
    ['a reserved word', wrong({ text: 'x', data: { from: '1' } }), REJECTED],
    ['a text that is too long', wrong({ text: 'ü'.repeat(2048) }), REJECTED],
    ['an image over http', wrong({ text: 'x', image: 'http://example.com/a.png' }), REJECTED],
    ['a link that is none', wrong({ text: 'x', link: 'javascript:alert(1)' }), REJECTED],
    ['a badge below 0', wrong({ text: 'x', badge: -1 }), REJECTED],
  ],
  answers: [
    ['404 UNREGISTERED', fcmError(404, 'NOT_FOUND', 'UNREGISTERED'), GONE],
    [
      '400 that names the token',
      fcmError(400, 'INVALID_ARGUMENT', 'INVALID_ARGUMENT', { violation: 'message.token' }),
      GONE,
    ],
    [
      '400 of a token that is none',
      fcmError(400, 'INVALID_ARGUMENT', 'INVALID_ARGUMENT', {
        message: 'The registration token is not a valid FCM registration token',
      }),
      GONE,
    ],
    ['403 SENDER_ID_MISMATCH', fcmError(403, 'PERMISSION_DENIED', 'SENDER_ID_MISMATCH'), INVALID],
    [
      '400 of the content',
      fcmError(400, 'INVALID_ARGUMENT', undefined, { violation: 'message.data[0].value' }),
      REJECTED,
    ],
    ['401 THIRD_PARTY_AUTH_ERROR', fcmError(401, 'UNAUTHENTICATED', 'THIRD_PARTY_AUTH_ERROR'), UNAUTHORIZED],
    ['403 of the account', fcmError(403, 'PERMISSION_DENIED'), UNAUTHORIZED],
    ['404 of the project', fcmError(404, 'NOT_FOUND'), UNAUTHORIZED],
    ['500 INTERNAL', fcmError(500, 'INTERNAL', 'INTERNAL'), DOWN],
    ['503 UNAVAILABLE', fcmError(503, 'UNAVAILABLE', 'UNAVAILABLE'), DOWN],
    ['502 in HTML', { status: 502, body: '<html>Bad gateway</html>' }, UNKNOWN],
    [
      '429 with Retry-After',
      fcmError(429, 'RESOURCE_EXHAUSTED', 'QUOTA_EXCEEDED', { headers: { 'retry-after': '7' } }),
      limited(7000),
    ],
    [
      '429 without it: a minute, as documented',
      fcmError(429, 'RESOURCE_EXHAUSTED', 'QUOTA_EXCEEDED'),
      limited(60_000),
    ],
    ['429 of a proxy', { status: 429, body: 'slow down' }, limited(60_000)],
    [
      '503 with Retry-After',
      fcmError(503, 'UNAVAILABLE', 'UNAVAILABLE', { headers: { 'retry-after': '9' } }),
      limited(9000),
    ],
  ],
  checks: [
    ['an account that may send', {}, expect.objectContaining({ ok: true })],
    [
      'an account that may not',
      { reply: fcmError(403, 'PERMISSION_DENIED', undefined, { message: 'FCM API has not been used' }) },
      { ok: false, reason: '403 PERMISSION_DENIED FCM API has not been used' },
    ],
  ],
  wrongSettings: [[{ service_account: 'no json' }, 'service_account']],
});

test('a message with everything reaches FCM as its documentation has it', async () => {
  expect(await account.send(pushMessage(TOKEN, FULL))).toMatchObject({
    outcome: 'sent',
    providerMessageId: 'projects/demo-project/messages/0:1',
  });
  const { message } = account.server.sent()[0]!;
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
  expect(await account.open({ ttl_seconds: 0 }).send()).toMatchObject({ outcome: 'sent' });
  const { message } = account.server.sent()[0]!;
  expect(message.notification).toEqual({ body: 'Hello' });
  expect(message.apns).toEqual({
    headers: { 'apns-priority': '10', 'apns-expiration': '0' },
    payload: { aps: { sound: 'default' } },
  });
  expect(message.webpush).toEqual({ headers: { TTL: '0', Urgency: 'high' } });
});

describe('the access token', () => {
  test('is had once for sends at the same time and after', async () => {
    await Promise.all([account.send(), account.send(), account.send()]);
    await account.send();
    expect(account.server.issued).toHaveLength(1);
  });

  test('is had anew five minutes before it expires', async () => {
    const { now } = Date;
    const clock = jest.spyOn(Date, 'now');
    await account.send();
    clock.mockImplementation(() => now() + 54 * 60_000);
    await account.send();
    expect(account.server.issued).toHaveLength(1);
    clock.mockImplementation(() => now() + 56 * 60_000);
    await account.send();
    expect(account.server.issued).toHaveLength(2);
    clock.mockRestore();
  });

  test('that is refused is had anew once, and the message is sent', async () => {
    await account.send();
    account.server.revoke();
    expect(await account.send()).toMatchObject({ outcome: 'sent' });
    expect(account.server.issued).toHaveLength(2);
  });

  test('that is refused again is told to the operator', async () => {
    account.server.next.push(fcmError(401, 'UNAUTHENTICATED'), fcmError(401, 'UNAUTHENTICATED'));
    expect(await account.send()).toMatchObject({ outcome: 'transient', code: 'UNAUTHORIZED' });
    expect(account.server.sent()).toHaveLength(2);
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
    account.server.nextTokens.push(reply);
    const sending = reply === 'hang' ? account.impatiently(() => account.send()) : account.send();
    expect(await sending).toMatchObject({ outcome: 'transient', code });
    expect(account.server.sent()).toHaveLength(0);
    expect(await account.send()).toMatchObject({ outcome: 'sent' });
  });

  test('that a gateway keeps back shows what the gateway says', async () => {
    account.server.nextTokens.push((request) => ({ status: 403, body: `<h1>Denied</h1> ${request.body}` }));
    const { outcome, response } = await account.send();
    expect(outcome).toBe('transient');
    expect(response).toMatch(/^access token: 403 .*: Denied grant_type=.*&assertion=\*\*\*$/);
  });

  test('of which there are too many is waited for', async () => {
    account.server.nextTokens.push({ status: 429, headers: { 'retry-after': '3' } });
    expect(await account.send()).toMatchObject({ outcome: 'rate_limited', retryAfterMs: 3000 });
  });

  test('that is long in coming ends one message’s time and not the other’s', async () => {
    await account.impatiently(async () => {
      const short = abortedOnArrival(
        (reply) => account.server.nextTokens.push(reply),
        (signal) => account.send(undefined, signal),
      );
      const long = account.send();
      expect(await short).toMatchObject(TIMED_OUT);
      expect(await long).toMatchObject(TIMED_OUT);
    });
    expect(account.server.requests.filter(({ path }) => path === '/token')).toHaveLength(1);
  });
});

test('the check goes the whole way without sending', async () => {
  await account.check();
  expect(account.server.sent()).toMatchObject([
    { validate_only: true, message: { topic: 'heliograph-check' } },
  ]);
});

test.each([{ private_key: 'x' }, { type: 'authorized_user' }, { token_uri: 'http://example.com/token' }])(
  'a service account with %j is none',
  (changes) => {
    const file = JSON.parse(account.server.serviceAccount) as Record<string, string>;
    const accepts = (service_account: string) => fcm.settings.safeParse({ service_account }).success;
    expect(accepts(JSON.stringify(file))).toBe(true);
    expect(accepts(JSON.stringify({ ...file, ...changes }))).toBe(false);
  },
);
