import { createGuardedHttp } from '../../channels/http/guarded-http';
import { createProviderHttp } from '../../channels/http/provider-http';
import { createApnsProvider, apns, type ApnsOptions } from '../../channels/push/apns';
import type { Provider, RenderedContent, SendResult } from '../../channels/provider';
import { abortedOnArrival } from '../support/providers/aborted';
import { type ApnsServer, startApnsServer } from '../support/providers/apns-server';
import { APP_DATA, FULL, MESSAGE_ID, pushMessage } from '../support/providers/messages';
import { eventually } from '../support/eventually';
import { startRelay } from '../support/providers/relay';

const DEVICE = 'ab12'.repeat(16);
const MINUTES = 60_000;
const tools = { http: createProviderHttp(), guardedHttp: createGuardedHttp({ development: false }) };
const signal = (ms = 5000) => AbortSignal.timeout(ms);

let server: ApnsServer;
let provider: Provider;
let now: number;
const told: SendResult[] = [];

const open = ({ http2, ...extra }: Partial<ApnsOptions> = {}): Provider =>
  createApnsProvider({
    keyId: 'KEY1234567',
    teamId: 'TEAM123456',
    privateKey: server.privateKey,
    topic: 'com.example.shop',
    ttlSeconds: 3600,
    now: () => now,
    ...extra,
    http2: { url: server.url, ca: server.ca, answerTimeoutMs: 1000, ...http2 },
  });

beforeEach(async () => {
  now = Date.now();
  server = await startApnsServer();
  provider = open();
});
afterEach(async () => {
  await provider.close();
  expect(server.problems).toEqual([]);
  const shown = JSON.stringify(told.map((result) => ({ ...result, gone: undefined })));
  for (const { headers } of server.received)
    expect(shown).not.toContain(String(headers.authorization).slice(7));
  expect(shown).not.toContain('PRIVATE KEY');
  expect(shown).not.toContain(DEVICE);
  await server.stop();
});

async function send(content?: RenderedContent, to = DEVICE, until = signal()): Promise<SendResult> {
  const result = await provider.send(pushMessage(to, content), until);
  told.push(result);
  return result;
}

test('a message with everything reaches APNs as Apple documents it', async () => {
  expect(await send(FULL)).toMatchObject({ outcome: 'sent', providerMessageId: MESSAGE_ID });
  const [{ headers, payload, token }] = server.received as [(typeof server.received)[0]];
  expect(token).toBe(DEVICE);
  expect(headers['apns-id']).toBe(MESSAGE_ID);
  expect(Number(headers['apns-expiration']) - Date.now() / 1000).toBeGreaterThan(3500);
  expect(payload).toEqual({
    ...APP_DATA,
    image: FULL.image,
    aps: {
      alert: { title: FULL.title, body: FULL.text },
      sound: 'default',
      badge: 3,
      'mutable-content': 1,
    },
  });
});

test('a message that is not to be kept says so', async () => {
  await provider.close();
  provider = open({ ttlSeconds: 0 });
  expect(await send({ text: 'Hello' })).toMatchObject({ outcome: 'sent' });
  expect(server.received[0]?.headers['apns-expiration']).toBe('0');
  expect(server.received[0]?.payload.aps).toEqual({ alert: { body: 'Hello' }, sound: 'default' });
});

test.each([
  [410, 'Unregistered', 'permanent', 'INVALID_RECIPIENT', true],
  [410, 'ExpiredToken', 'permanent', 'INVALID_RECIPIENT', true],
  [400, 'BadDeviceToken', 'permanent', 'INVALID_RECIPIENT', false],
  [400, 'DeviceTokenNotForTopic', 'permanent', 'INVALID_RECIPIENT', false],
  [400, 'MissingDeviceToken', 'permanent', 'INVALID_RECIPIENT', false],
  [400, 'BadTopic', 'transient', 'UNAUTHORIZED', false],
  [400, 'MissingTopic', 'transient', 'UNAUTHORIZED', false],
  [400, 'TopicDisallowed', 'transient', 'UNAUTHORIZED', false],
  [400, 'IdleTimeout', 'transient', 'PROVIDER_ERROR', false],
  [400, 'BadMessageId', 'permanent', 'REJECTED', false],
  [400, 'BadExpirationDate', 'permanent', 'REJECTED', false],
  [400, 'PayloadEmpty', 'permanent', 'REJECTED', false],
  [404, 'BadPath', 'permanent', 'REJECTED', false],
  [405, 'MethodNotAllowed', 'permanent', 'REJECTED', false],
  [413, 'PayloadTooLarge', 'permanent', 'REJECTED', false],
  [403, 'InvalidProviderToken', 'transient', 'UNAUTHORIZED', false],
  [403, 'MissingProviderToken', 'transient', 'UNAUTHORIZED', false],
  [403, 'Forbidden', 'transient', 'UNAUTHORIZED', false],
  [403, 'ExpiredProviderToken', 'transient', 'UNAUTHORIZED', false],
  [500, 'InternalServerError', 'transient', 'PROVIDER_ERROR', false],
  [503, 'ServiceUnavailable', 'transient', 'PROVIDER_ERROR', false],
  [503, 'Shutdown', 'transient', 'PROVIDER_ERROR', false],
] as const)('%i %s', async (status, reason, outcome, code, gone) => {
  server.script.push({ status, reason });
  const result = await send();
  expect(result).toMatchObject({ outcome, code });
  expect(result.response).toContain(`${status} ${reason}`);
  expect(result.gone).toEqual(gone ? [DEVICE] : undefined);
  expect(server.received).toHaveLength(1);
});

test.each([
  ['TooManyRequests', undefined, undefined],
  ['TooManyRequests', '5', 5000],
  ['TooManyProviderTokenUpdates', undefined, 20 * MINUTES],
] as const)('429 %s (Retry-After %s)', async (reason, retryAfter, retryAfterMs) => {
  const headers = retryAfter === undefined ? undefined : { 'retry-after': retryAfter };
  server.script.push({ status: 429, reason, headers });
  const result = await send();
  expect(result).toMatchObject({ outcome: 'rate_limited', code: 'RATE_LIMITED' });
  expect('retryAfterMs' in result ? result.retryAfterMs : undefined).toBe(retryAfterMs);
});

test('a refusal without JSON is read by its status', async () => {
  server.script.push({ status: 503, body: '<html>' });
  expect(await send()).toMatchObject({ outcome: 'transient', code: 'PROVIDER_ERROR' });
});

test('a refusal whose body never comes is read by its status', async () => {
  server.script.push('half-answer');
  expect(await send()).toMatchObject({ outcome: 'permanent', code: 'INVALID_RECIPIENT', gone: [DEVICE] });
});

describe('the connection', () => {
  test('is opened once for sends at the same time and after', async () => {
    const results = await Promise.all(Array.from({ length: 20 }, () => send()));
    expect(results.map(({ outcome }) => outcome)).toEqual(Array.from({ length: 20 }, () => 'sent'));
    await send();
    expect(server.sessions).toBe(1);
  });

  test('carries no more at once than the server takes, and nothing is lost', async () => {
    await server.stop();
    server = await startApnsServer({ maxStreams: 3 });
    await provider.close();
    provider = open();
    await send();
    server.script.push(...Array.from({ length: 3 }, () => 'hang' as const));
    const sends = Array.from({ length: 10 }, () => send());
    await eventually('three streams', () => server.received.length === 4);
    server.release();
    expect((await Promise.all(sends)).every(({ outcome }) => outcome === 'sent')).toBe(true);
    expect(server.mostStreams).toBe(3);
    expect(server.sessions).toBe(1);
  });

  test('that gives a message no stream in time has handed nothing over', async () => {
    await server.stop();
    server = await startApnsServer({ maxStreams: 1 });
    await provider.close();
    provider = open();
    await send();
    server.script.push('hang');
    const first = send();
    await eventually('the stream', () => server.received.length === 2);
    expect(await send(undefined, DEVICE, signal(100))).toMatchObject({
      outcome: 'transient',
      code: 'TIMEOUT',
    });
    server.release();
    expect(await first).toMatchObject({ outcome: 'sent' });
    expect(server.received).toHaveLength(2);
  });

  test.each(['goaway-before', 'goaway-error-before', 'refuse-stream'] as const)(
    'that refuses a message unhandled (%s) loses nothing: it goes out again and once',
    async (reply) => {
      await send();
      server.script.push(reply);
      expect(await send()).toMatchObject({ outcome: 'sent' });
      expect(server.received).toHaveLength(3);
      expect(server.sessions).toBe(reply === 'refuse-stream' ? 1 : 2);
    },
  );

  test('that refuses every message is left for later', async () => {
    server.script.push('refuse-stream', 'refuse-stream', 'refuse-stream', 'refuse-stream');
    expect(await send()).toMatchObject({ outcome: 'transient', code: 'PROVIDER_ERROR' });
    expect(server.received).toHaveLength(3);
  });

  test('that says goodbye is replaced', async () => {
    server.script.push('goaway-after');
    expect(await send()).toMatchObject({ outcome: 'sent' });
    expect(await send()).toMatchObject({ outcome: 'sent' });
    expect(server.sessions).toBe(2);
  });

  test('with a goodbye in the middle lets what it took come to its end', async () => {
    await send();
    server.script.push('hang', 'goaway-after');
    const slow = send();
    await eventually('the slow one', () => server.received.length === 2);
    expect(await send()).toMatchObject({ outcome: 'sent' });
    server.release();
    expect(await slow).toMatchObject({ outcome: 'sent' });
    expect(await send()).toMatchObject({ outcome: 'sent' });
    expect(server.sessions).toBe(2);
  });

  test.each(['cut', 'reset-stream', 'hang'] as const)(
    'of what ends with "%s" nobody knows',
    async (reply) => {
      server.script.push(reply);
      expect(await send()).toMatchObject({ outcome: 'unknown', code: 'OUTCOME_UNKNOWN' });
      expect(await send()).toMatchObject({ outcome: 'sent' });
      expect(server.sessions).toBe(reply === 'cut' ? 2 : 1);
    },
  );

  test('a message that is aborted in the middle ends at once and leaves the others alone', async () => {
    await send();
    server.script.push('hang');
    const other = send();
    await eventually('the other', () => server.received.length === 2);
    const result = await abortedOnArrival(
      (reply) => server.script.push(reply),
      (until) => send(undefined, DEVICE, until),
    );
    expect(result).toMatchObject({ outcome: 'unknown' });
    server.release();
    expect(await other).toMatchObject({ outcome: 'sent' });
  });

  test('that dies without a word is found by a ping, and the next message has a new one', async () => {
    const relay = await startRelay(Number(new URL(server.url).port));
    await provider.close();
    const url = `https://localhost:${relay.port}`;
    provider = open({ http2: { url, ca: server.ca, pingEveryMs: 50, pingTimeoutMs: 200 } });
    await send();
    await eventually('two pings', () => server.pings >= 2);
    relay.swallow();
    await new Promise((resolve) => setTimeout(resolve, 500));
    expect(await send()).toMatchObject({ outcome: 'sent' });
    expect(server.sessions).toBe(2);
    await provider.close();
    await relay.stop();
  });

  test('to a service that is not there has handed nothing over', async () => {
    const dead = open({ http2: { url: 'https://localhost:1', ca: server.ca } });
    const result = await dead.send(pushMessage(DEVICE), signal());
    expect(result).toMatchObject({ outcome: 'transient', code: 'PROVIDER_ERROR' });
    await dead.close();
  });

  test('with a certificate that nobody vouches for is not made', async () => {
    const careful = open({ http2: { url: server.url, ca: undefined } });
    const result = await careful.send(pushMessage(DEVICE), signal());
    expect(result).toMatchObject({ outcome: 'transient', code: 'PROVIDER_ERROR' });
    expect(server.received).toHaveLength(0);
    await careful.close();
  });

  test('is closed when what is under way is done', async () => {
    server.script.push('hang');
    const last = send();
    await eventually('the last one', () => server.received.length === 1);
    const closed = provider.close();
    server.release();
    expect(await last).toMatchObject({ outcome: 'sent' });
    await closed;
  });
});

describe('the provider token', () => {
  const tokens = () => new Set(server.received.map(({ headers }) => headers.authorization)).size;

  test('is the same for 50 minutes and another after', async () => {
    await send();
    now += 49 * MINUTES;
    await send();
    expect(tokens()).toBe(1);
    now += 2 * MINUTES;
    await send();
    expect(tokens()).toBe(2);
  });

  test('that Apple calls expired is changed at once when it is older than 20 minutes', async () => {
    await send();
    now += 21 * MINUTES;
    server.script.push({ status: 403, reason: 'ExpiredProviderToken' });
    expect(await send()).toMatchObject({ outcome: 'sent' });
    expect(tokens()).toBe(2);
  });

  test('is not changed sooner: Apple would refuse the new one too', async () => {
    await send();
    now += 19 * MINUTES;
    server.script.push({ status: 403, reason: 'ExpiredProviderToken' });
    expect(await send()).toMatchObject({ outcome: 'transient', code: 'UNAUTHORIZED' });
    expect(tokens()).toBe(1);
  });
});

test('an integration is opened by its settings, also over a gateway on this machine', async () => {
  const gateway = await startApnsServer({ tls: false });
  const settings = apns.settings.parse({
    key_id: 'KEY1234567',
    team_id: 'TEAM123456',
    topic: 'com.example.shop',
    private_key: server.privateKey,
    base_url: `${gateway.url}/`,
  });
  const opened = apns.open(settings, tools, 'push');
  expect(await opened.send(pushMessage(DEVICE), signal())).toMatchObject({ outcome: 'sent' });
  expect(gateway.problems).toEqual([]);
  await opened.close();
  await gateway.stop();
});

test.each([
  ['a token that is not hexadecimal', { text: 'x' }, 'xyz', 'INVALID_RECIPIENT'],
  ['a token that leads to another path', { text: 'x' }, `${DEVICE}/../x`, 'INVALID_RECIPIENT'],
  ['nothing to show', {}, DEVICE, 'REJECTED'],
  ['a key that is Apple’s', { text: 'x', data: { aps: '1' } }, DEVICE, 'REJECTED'],
  ['a payload that is too large', { text: 'x'.repeat(4096) }, DEVICE, 'REJECTED'],
] as const)('%s is refused before a call', async (_name, content, to, code) => {
  expect(await provider.send(pushMessage(to, content), signal())).toMatchObject({
    outcome: 'permanent',
    code,
  });
  expect(server.received).toHaveLength(0);
});

test('the check takes the refusal of a device that nobody has for a yes', async () => {
  server.script.push({ status: 400, reason: 'BadDeviceToken' });
  expect(await provider.check?.(signal())).toMatchObject({ ok: true });
  server.script.push({ status: 403, reason: 'InvalidProviderToken' });
  expect(await provider.check?.(signal())).toEqual({ ok: false, reason: '403 InvalidProviderToken' });
  expect(server.received[0]?.token).toBe('0'.repeat(64));
});

test('settings that cannot work are refused when they are made', () => {
  const settings = {
    key_id: 'KEY1234567',
    team_id: 'TEAM123456',
    topic: 'com.example.shop',
    private_key: server.privateKey,
  };
  const accepts = (extra: object) => apns.settings.safeParse({ ...settings, ...extra }).success;
  expect(accepts({})).toBe(true);
  expect(accepts({ private_key: server.privateKey.trim().replaceAll('\n', '\\n') })).toBe(true);
  expect(accepts({ base_url: 'http://127.0.0.1:9' })).toBe(true);
  expect(accepts({ base_url: 'http://example.com' })).toBe(false);
  expect(accepts({ private_key: 'x' })).toBe(false);
  expect(accepts({ key_id: 'short' })).toBe(false);
  expect(accepts({ environment: 'staging' })).toBe(false);
});
