import { apns, createApnsProvider } from '../../channels/push/apns/provider';
import type { Provider, RenderedContent } from '../../channels/provider';
import { integrationPolicy } from '../../channels/tools';
import { checkedDialer } from '../../net/dialer';
import { systemResolver } from '../../net/resolver/system-resolver';
import { LOCALHOST } from '../support/certificates';
import { eventually } from '../support/eventually';
import { closingAfterEach } from '../support/closing';
import { abortedOnArrival } from '../support/providers/aborted';
import { type ApnsReceived, type ApnsReply, startApnsServer } from '../support/providers/apns-server';
import { APP_DATA, FULL, MESSAGE_ID, pushMessage } from '../support/providers/messages';
import {
  DOWN,
  type Expected,
  INVALID,
  limited,
  LIMITED,
  REJECTED,
  UNAUTHORIZED,
  UNKNOWN,
} from '../support/providers/outcomes';
import { testProvider } from '../support/providers/provider-kit';
import type { Opened, Settings } from '../support/providers/provider-spec';
import { startRelay } from '../support/providers/relay';

const DEVICE = 'ab12'.repeat(16);
const MINUTES = 60_000;
const GONE: Expected = { ...INVALID, gone: true };
const wrong = (content: RenderedContent) => pushMessage(DEVICE, content);

const REASONS: [Expected, string[]][] = [
  [GONE, ['410 Unregistered', '410 ExpiredToken']],
  [INVALID, ['400 BadDeviceToken', '400 DeviceTokenNotForTopic', '400 MissingDeviceToken']],
  [
    UNAUTHORIZED,
    [
      '400 BadTopic',
      '400 MissingTopic',
      '400 TopicDisallowed',
      '403 InvalidProviderToken',
      '403 MissingProviderToken',
      '403 Forbidden',
      '403 ExpiredProviderToken',
    ],
  ],
  [DOWN, ['400 IdleTimeout', '500 InternalServerError', '503 ServiceUnavailable', '503 Shutdown']],
  [
    REJECTED,
    [
      '400 BadMessageId',
      '400 BadExpirationDate',
      '400 PayloadEmpty',
      '404 BadPath',
      '405 MethodNotAllowed',
      '413 PayloadTooLarge',
    ],
  ],
];
const refusal = (words: string): ApnsReply => ({ status: Number(words.slice(0, 3)), reason: words.slice(4) });

type Http2 = NonNullable<Parameters<typeof createApnsProvider>[1]>;

let now: number;
let connection: Partial<Http2> = {};
beforeEach(() => {
  now = Date.now();
});

const providerOf = (settings: Settings, http2: Partial<Http2>): Provider => {
  const account = apns.settings.parse(settings) as Parameters<typeof createApnsProvider>[0];
  const calls = createApnsProvider(account, { ca: LOCALHOST.cert, ...http2 }, () => now);
  return { name: 'apns', close: () => Promise.resolve(), ...calls };
};

const account = testProvider(apns, {
  start: () => startApnsServer(),
  settings: (server) => ({
    key_id: 'KEY1234567',
    team_id: 'TEAM123456',
    topic: 'com.example.shop',
    private_key: server.privateKey,
    ttl_seconds: 3600,
    base_url: server.url,
  }),
  open: (settings, _server, answerTimeoutMs) => providerOf(settings, { answerTimeoutMs, ...connection }),
  message: () => pushMessage(DEVICE),
  secrets: () => ['PRIVATE KEY', DEVICE],
  says: (reason) => ({ status: 403, reason }),
  wordless: true,
  // The first connection.
  prepare: (opened) => opened.check(),
  sends: ({ requests }) => requests.filter(({ token }) => token === DEVICE),
  accepted: { reply: 'accept', id: MESSAGE_ID, nameless: { status: 200, body: '' } },
  cutOff: false,
  nowhere: { settings: { base_url: 'https://localhost:1' } },
  breaks: ['cut', 'reset-stream'],
  impossible: [
    ['a token that is not hexadecimal', pushMessage('xyz'), INVALID],
    ['a token that leads to another path', pushMessage(`${DEVICE}/../x`), INVALID],
    ['nothing to show', wrong({}), REJECTED],
    ['a key that is Apple’s', wrong({ text: 'x', data: { aps: '1' } }), REJECTED],
    ['a payload that is too large', wrong({ text: 'x'.repeat(4096) }), REJECTED],
  ],
  answers: [
    ...REASONS.flatMap(([result, refusals]) =>
      refusals.map((words): [string, ApnsReply, Expected] => [
        words,
        refusal(words),
        { ...result, response: expect.stringContaining(words) },
      ]),
    ),
    ['429 TooManyRequests', refusal('429 TooManyRequests'), LIMITED],
    [
      '429 with Retry-After',
      { status: 429, reason: 'TooManyRequests', headers: { 'retry-after': '5' } },
      limited(5000),
    ],
    ['429 TooManyProviderTokenUpdates', refusal('429 TooManyProviderTokenUpdates'), limited(20 * MINUTES)],
    ['a refusal without JSON', { status: 503, body: '<html>' }, DOWN],
  ],
  checks: [
    [
      'by the refusal of a device that nobody has that it may send',
      { reply: refusal('400 BadDeviceToken') },
      expect.objectContaining({ ok: true }),
    ],
    [
      'a wrong key',
      { reply: refusal('403 InvalidProviderToken') },
      { ok: false, reason: '403 InvalidProviderToken' },
    ],
  ],
  wrongSettings: [
    [{ private_key: 'x' }, 'private_key'],
    [{ key_id: 'short' }, 'key_id'],
    [{ environment: 'staging' }, 'environment'],
  ],
});

const keep = closingAfterEach();
/** The usual account with a connection of its own making. */
const openApns = (http2: Partial<Http2>): Opened => {
  connection = http2;
  const opened = account.open();
  connection = {};
  return opened;
};
/** An APNs that takes so many messages at once. */
async function withStreams(maxStreams: number) {
  const server = await startApnsServer({ maxStreams });
  keep({
    close: async () => {
      await server.close();
      expect(server.violations).toEqual([]);
    },
  });
  return { server, send: account.open({ base_url: server.url }).send };
}

test('a message with everything reaches APNs as Apple documents it', async () => {
  expect(await account.send(pushMessage(DEVICE, FULL))).toMatchObject({
    outcome: 'sent',
    providerMessageId: MESSAGE_ID,
  });
  const [{ headers, payload, token }] = account.server.requests as [ApnsReceived];
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
  expect(await account.open({ ttl_seconds: 0 }).send()).toMatchObject({ outcome: 'sent' });
  expect(account.server.requests[0]?.headers['apns-expiration']).toBe('0');
  expect(account.server.requests[0]?.payload.aps).toEqual({ alert: { body: 'Hello' }, sound: 'default' });
});

test('a gateway shows no operator what it repeats of our token', async () => {
  await account.send();
  const { authorization, ':path': path } = account.server.requests[0]!.headers;
  account.server.next.push({ status: 403, body: `<p>POST ${path} with ${authorization}</p>` });
  expect(await account.send()).toMatchObject({
    ...UNAUTHORIZED,
    response: expect.stringMatching(/: POST \/3\/device\/\*\*\* with bearer \*\*\*$/),
  });
});

test.each([
  [1_767_225_600_000, new Date(1_767_225_600_000)],
  ['1767225600000', undefined],
  [-1, undefined],
  [1e300, undefined],
])('a 410 with the timestamp %p says since when the device is gone', async (timestamp, since) => {
  account.server.next.push({
    ...{ status: 410, reason: 'Unregistered' },
    body: JSON.stringify({ reason: 'Unregistered', timestamp }),
  });
  expect((await account.send()).gone).toEqual([{ token: DEVICE, ...(since && { since }) }]);
});

test('a refusal whose body never comes is read by its status', async () => {
  // A machine that stands still for a second gets not even the status in time.
  const result = await eventually('a status in time', async () => {
    account.server.next.push('half-answer');
    const one = await openApns({ answerTimeoutMs: 1000 }).send();
    return one.outcome !== 'unknown' && one;
  });
  expect(result).toMatchObject({
    ...INVALID,
    gone: [{ token: DEVICE }],
  });
});

describe('the connection', () => {
  test('is opened once for sends at the same time and after', async () => {
    const results = await Promise.all(Array.from({ length: 20 }, () => account.send()));
    expect(results.map(({ outcome }) => outcome)).toEqual(Array.from({ length: 20 }, () => 'sent'));
    await account.send();
    expect(account.server.sessions).toBe(1);
  });

  test('carries no more at once than the server takes, and nothing is lost', async () => {
    const { server, send } = await withStreams(3);
    await send();
    server.next.push(...Array.from({ length: 3 }, () => 'hang' as const));
    const sends = Array.from({ length: 10 }, () => send());
    await eventually('three streams', () => server.requests.length === 4);
    server.release();
    expect((await Promise.all(sends)).every(({ outcome }) => outcome === 'sent')).toBe(true);
    expect(server.mostStreams).toBe(3);
    expect(server.sessions).toBe(1);
  });

  test('that gives a message no stream in time has handed nothing over', async () => {
    const { server, send } = await withStreams(1);
    await send();
    server.next.push('hang');
    const first = send();
    await eventually('the stream', () => server.requests.length === 2);
    expect(await send(undefined, AbortSignal.timeout(100))).toMatchObject({
      outcome: 'transient',
      code: 'TIMEOUT',
    });
    server.release();
    expect(await first).toMatchObject({ outcome: 'sent' });
    expect(server.requests).toHaveLength(2);
  });

  test.each(['goaway-before', 'goaway-error-before', 'refuse-stream'] as const)(
    'that refuses a message unhandled (%s) loses nothing: it goes out again and once',
    async (reply) => {
      await account.send();
      account.server.next.push(reply);
      expect(await account.send()).toMatchObject({ outcome: 'sent' });
      expect(account.server.requests).toHaveLength(3);
      expect(account.server.sessions).toBe(reply === 'refuse-stream' ? 1 : 2);
    },
  );

  test('that refuses every message is left for later', async () => {
    account.server.next.push('refuse-stream', 'refuse-stream', 'refuse-stream', 'refuse-stream');
    expect(await account.send()).toMatchObject({ outcome: 'transient', code: 'PROVIDER_ERROR' });
    expect(account.server.requests).toHaveLength(3);
  });

  test('that says goodbye is replaced', async () => {
    account.server.next.push('goaway-after');
    expect(await account.send()).toMatchObject({ outcome: 'sent' });
    expect(await account.send()).toMatchObject({ outcome: 'sent' });
    expect(account.server.sessions).toBe(2);
  });

  test('with a goodbye in the middle lets what it took come to its end', async () => {
    await account.send();
    account.server.next.push('hang', 'goaway-after');
    const slow = account.send();
    await eventually('the slow one', () => account.server.requests.length === 2);
    expect(await account.send()).toMatchObject({ outcome: 'sent' });
    account.server.release();
    expect(await slow).toMatchObject({ outcome: 'sent' });
    expect(await account.send()).toMatchObject({ outcome: 'sent' });
    expect(account.server.sessions).toBe(2);
  });

  test.each(['cut', 'reset-stream', 'hang'] as const)(
    'is used again after what ends with "%s", if there still is one',
    async (reply) => {
      // As short as the first message may wait, and as long as the second must: a busy machine may need another try.
      await eventually('a message that is sent', async () => {
        const before = account.server.sessions;
        account.server.next.push(reply);
        const { send } = openApns({ answerTimeoutMs: 1000 });
        expect(await send()).toMatchObject(UNKNOWN);
        if ((await send()).outcome !== 'sent') return false;
        expect(account.server.sessions - before).toBe(reply === 'cut' ? 2 : 1);
        return true;
      });
    },
  );

  test('leaves the other messages alone if one is aborted in the middle', async () => {
    await account.send();
    account.server.next.push('hang');
    const other = account.send();
    await eventually('the other', () => account.server.requests.length === 2);
    const result = await abortedOnArrival(
      (reply) => account.server.next.push(reply),
      (signal) => account.send(undefined, signal),
    );
    expect(result).toMatchObject(UNKNOWN);
    account.server.release();
    expect(await other).toMatchObject({ outcome: 'sent' });
  });

  test('that dies without a word is found by a ping, and the next message has a new one', async () => {
    const relay = await startRelay(Number(new URL(account.server.url).port));
    const url = `https://localhost:${relay.port}`;
    const { send, close } = openApns({ url, pingEveryMs: 50, pingTimeoutMs: 500 });
    await send();
    await eventually('two pings', () => account.server.pings >= 2);
    const before = account.server.sessions;
    await relay.swallow();
    expect(await send()).toMatchObject({ outcome: 'sent' });
    expect(account.server.sessions).toBeGreaterThan(before);
    await close();
    await relay.stop();
  });

  test('with a certificate that nobody vouches for is not made', async () => {
    expect(await openApns({ ca: undefined }).send()).toMatchObject(DOWN);
    expect(account.server.requests).toHaveLength(0);
  });

  test('is closed when what is under way is done', async () => {
    account.server.next.push('hang');
    const one = account.open();
    const last = one.send();
    await eventually('the last one', () => account.server.requests.length === 1);
    const closed = one.close();
    account.server.release();
    expect(await last).toMatchObject({ outcome: 'sent' });
    await closed;
  });
});

describe('the provider token', () => {
  const tokens = () => new Set(account.server.requests.map(({ headers }) => headers.authorization)).size;

  test('is the same for 50 minutes and another after', async () => {
    await account.send();
    now += 49 * MINUTES;
    await account.send();
    expect(tokens()).toBe(1);
    now += 2 * MINUTES;
    await account.send();
    expect(tokens()).toBe(2);
  });

  test('that Apple calls expired is changed at once when it is older than 20 minutes', async () => {
    await account.send();
    now += 21 * MINUTES;
    account.server.next.push({ status: 403, reason: 'ExpiredProviderToken' });
    expect(await account.send()).toMatchObject({ outcome: 'sent' });
    expect(tokens()).toBe(2);
  });

  test('is not changed sooner: Apple would refuse the new one too', async () => {
    await account.send();
    now += 19 * MINUTES;
    account.server.next.push({ status: 403, reason: 'ExpiredProviderToken' });
    expect(await account.send()).toMatchObject({ outcome: 'transient', code: 'UNAUTHORIZED' });
    expect(tokens()).toBe(1);
  });
});

test('an integration is opened by its settings, also over a gateway on this machine', async () => {
  const gateway = await startApnsServer({ tls: false });
  const settings = apns.settings.parse({ ...account.settings(), base_url: `${gateway.url}/` });
  const tools = {} as Parameters<typeof apns.open>[1];
  const opened = apns.open(settings, tools, 'push');
  expect(await opened.send(pushMessage(DEVICE), AbortSignal.timeout(20_000))).toMatchObject({
    outcome: 'sent',
  });
  expect(gateway.violations).toEqual([]);
  await opened.close();
  await gateway.close();
});

test.each(['127.0.0.1', 'localhost'])(
  'in production, a gateway at %s gets nothing, and the failure names the setting that allows it',
  async (host) => {
    const gateway = await startApnsServer({ tls: false });
    const dialer = checkedDialer(systemResolver, integrationPolicy(false, []));
    const base_url = gateway.url.replace(/(?:127\.0\.0\.1|localhost)/, host);
    const opened = providerOf({ ...account.settings(), base_url }, { dialer });
    expect(await opened.send(pushMessage(DEVICE), AbortSignal.timeout(20_000))).toMatchObject({
      ...{ outcome: 'transient', code: 'PROVIDER_ERROR', refusedAccount: true },
      response: expect.stringContaining('INTEGRATION_ALLOWED_SUBNETS'),
    });
    expect(gateway.requests).toEqual([]);
    await opened.close();
    await gateway.close();
  },
);

test('the check names a device that nobody has', async () => {
  await account.check();
  expect(account.server.requests).toMatchObject([{ token: '0'.repeat(64) }]);
});

test('a private key may have its line breaks as Apple’s file or as one line', () => {
  const private_key = account.server.privateKey.trim().replaceAll('\n', '\\n');
  expect(apns.settings.safeParse({ ...account.settings(), private_key }).success).toBe(true);
});
