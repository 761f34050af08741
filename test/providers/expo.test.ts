import { createGuardedHttp } from '../../channels/http/guarded-http';
import { createProviderHttp } from '../../channels/http/provider-http';
import type { Provider, RenderedContent, SendResult } from '../../channels/provider';
import { expo } from '../../channels/push/expo';
import { abortedOnArrival } from '../support/providers/aborted';
import { expoErrors, type ExpoServer, startExpoServer, ticketError } from '../support/providers/expo-server';
import { APP_DATA, FULL, pushMessage } from '../support/providers/messages';

const http = createProviderHttp({ answerTimeoutMs: 1000 });
const tools = { http, guardedHttp: createGuardedHttp({ development: false }) };
const TOKEN = 'ExponentPushToken[aaaaaaaaaaaaaaaaaaaaaa]';
const ACCESS = 'access-token-of-expo';
const signal = () => AbortSignal.timeout(5000);

let server: ExpoServer;
let provider: Provider;
const told: unknown[] = [];

const open = (extra = {}): Provider =>
  expo.open(expo.settings.parse({ access_token: ACCESS, base_url: server.url, ...extra }), tools, 'push');

beforeEach(async () => {
  server = await startExpoServer(ACCESS);
  provider = open();
});
afterEach(async () => {
  expect(server.problems).toEqual([]);
  expect(JSON.stringify(told)).not.toContain(ACCESS);
  await server.stop();
});
afterAll(() => http.close());

async function send(content?: RenderedContent, to = TOKEN, until = signal()): Promise<SendResult> {
  const result = await provider.send(pushMessage(to, content), until);
  told.push(result);
  return result;
}

test('a message with everything reaches Expo as its documentation has it', async () => {
  expect(await send(FULL)).toMatchObject({ outcome: 'sent', providerMessageId: '019a-receipt' });
  expect(server.sent()).toEqual([
    {
      to: TOKEN,
      title: FULL.title,
      body: FULL.text,
      data: APP_DATA,
      badge: 3,
      ttl: 2_419_200,
      sound: 'default',
      priority: 'high',
      richContent: { image: FULL.image },
      mutableContent: true,
    },
  ]);
});

test('a ticket in a list is read too', async () => {
  server.script.push({ status: 200, body: { data: [{ status: 'ok', id: 'in-a-list' }] } });
  expect(await send()).toMatchObject({ outcome: 'sent', providerMessageId: 'in-a-list' });
});

test.each([
  ['DeviceNotRegistered', 'permanent', 'INVALID_RECIPIENT', true],
  ['MessageTooBig', 'permanent', 'REJECTED', false],
  ['DeveloperError', 'permanent', 'REJECTED', false],
  ['MessageRateExceeded', 'rate_limited', 'RATE_LIMITED', false],
  ['MismatchSenderId', 'transient', 'UNAUTHORIZED', false],
  ['InvalidCredentials', 'transient', 'UNAUTHORIZED', false],
  ['ProviderError', 'transient', 'PROVIDER_ERROR', false],
  ['ExpoError', 'transient', 'PROVIDER_ERROR', false],
  [undefined, 'transient', 'PROVIDER_ERROR', false],
] as const)('a ticket with the error %s', async (error, outcome, code, gone) => {
  server.script.push(ticketError(error, `"${TOKEN}" is what this is about`));
  const result = await send();
  expect(result).toMatchObject({ outcome, code });
  expect(result.gone).toEqual(gone ? [TOKEN] : undefined);
  expect(result.response).not.toContain(TOKEN);
});

test.each([
  ['400 of a request', expoErrors(400, 'VALIDATION_ERROR'), 'permanent', 'REJECTED'],
  ['400 of tokens of two projects', expoErrors(400, 'PUSH_TOO_MANY_EXPERIENCE_IDS'), 'permanent', 'REJECTED'],
  ['413', { status: 413, body: 'too large' }, 'permanent', 'REJECTED'],
  ['401', expoErrors(401, 'UNAUTHORIZED'), 'transient', 'UNAUTHORIZED'],
  ['403', expoErrors(403, 'FORBIDDEN'), 'transient', 'UNAUTHORIZED'],
  ['500', expoErrors(500, 'INTERNAL_SERVER_ERROR'), 'transient', 'PROVIDER_ERROR'],
  ['504 in HTML', { status: 504, body: '<html>' }, 'transient', 'PROVIDER_ERROR'],
  ['200 with errors', expoErrors(200, 'VALIDATION_ERROR'), 'permanent', 'REJECTED'],
  ['200 with the access token refused', expoErrors(200, 'UNAUTHORIZED'), 'transient', 'UNAUTHORIZED'],
  ['200 with too many requests', expoErrors(200, 'TOO_MANY_REQUESTS'), 'rate_limited', 'RATE_LIMITED'],
  ['429', expoErrors(429, 'TOO_MANY_REQUESTS'), 'rate_limited', 'RATE_LIMITED'],
] as const)('%s', async (_name, reply, outcome, code) => {
  server.script.push(reply);
  const result = await send();
  expect(result).toMatchObject({ outcome, code });
  expect(result.gone).toBeUndefined();
});

test('429 with Retry-After is not asked again sooner', async () => {
  server.script.push(expoErrors(429, 'TOO_MANY_REQUESTS', 'slow down', { 'retry-after': '12' }));
  expect(await send()).toMatchObject({ outcome: 'rate_limited', retryAfterMs: 12_000 });
});

test('an answer of 200 that cannot be read was accepted, and has no name', async () => {
  server.script.push({ status: 200, body: 'fine' });
  expect(await send()).toMatchObject({ outcome: 'sent', providerMessageId: '' });
});

test('an access token that the service repeats in its words is hidden', async () => {
  server.script.push(expoErrors(401, 'UNAUTHORIZED', `not good: ${ACCESS}`));
  expect(await send()).toMatchObject({ response: '401 UNAUTHORIZED not good: [hidden]' });
});

test.each(['reset', 'half-close', 'hang'] as const)(
  'of a connection that ends with "%s" nobody knows',
  async (reply) => {
    server.script.push(reply);
    expect(await send()).toMatchObject({ outcome: 'unknown', code: 'OUTCOME_UNKNOWN' });
  },
);

test('an abort in the middle ends the call at once', async () => {
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

test('without an access token none is sent', async () => {
  const plain = await startExpoServer();
  provider = open({ access_token: undefined, base_url: plain.url });
  expect(await send()).toMatchObject({ outcome: 'sent' });
  expect(plain.received[0]?.headers.authorization).toBeUndefined();
  expect(plain.problems).toEqual([]);
  await plain.stop();
});

test.each([
  ['a token of another service', { text: 'x' }, 'ab'.repeat(32), 'INVALID_RECIPIENT'],
  ['an empty token', { text: 'x' }, 'ExponentPushToken[]', 'INVALID_RECIPIENT'],
  ['nothing to show', {}, TOKEN, 'REJECTED'],
  ['a text that is too long', { text: 'x'.repeat(4096) }, TOKEN, 'REJECTED'],
] as const)('%s is refused before a call', async (_name, content, to, code) => {
  expect(await send(content, to)).toMatchObject({ outcome: 'permanent', code });
  expect(server.received).toHaveLength(0);
});

test('an old token, which is a UUID, is sent to as well', async () => {
  expect(await send(undefined, '6f1d2a3b-0c4d-4e5f-8a9b-0c1d2e3f4a5b')).toMatchObject({ outcome: 'sent' });
});

test('the check shows the access token and sends nothing', async () => {
  expect(await provider.check?.(signal())).toEqual({ ok: true, detail: 'Expo takes the access token' });
  const wrong = await open({ access_token: 'wrong' }).check?.(signal());
  expect(wrong).toEqual({ ok: false, reason: '401 UNAUTHORIZED The bearer token is invalid.' });
  expect(server.received.map(({ path }) => path)).toEqual(Array(2).fill('/--/api/v2/push/getReceipts'));
});
