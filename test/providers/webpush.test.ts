import { generateVAPIDKeys } from 'web-push';
import { createGuardedHttp } from '../../channels/http/guarded-http';
import { createProviderHttp, type ProviderHttp } from '../../channels/http/provider-http';
import type { Provider, RenderedContent, SendResult } from '../../channels/provider';
import { webpush } from '../../channels/push/webpush';
import { abortedOnArrival } from '../support/providers/aborted';
import { APP_DATA, FULL, MESSAGE_ID, pushMessage } from '../support/providers/messages';
import { createSubscriber, decryptPush, type Subscriber } from '../support/providers/webpush-decrypt';
import { startWebPushServer, type WebPushServer } from '../support/providers/webpush-server';

const http = createProviderHttp();
const signal = () => AbortSignal.timeout(5000);

let server: WebPushServer;
let guardedHttp: ProviderHttp;
let provider: Provider;
let subscriber: Subscriber;
const told: SendResult[] = [];

const open = (extra = {}, client = guardedHttp): Provider => {
  const { subject, publicKey: public_key, privateKey: private_key } = server.vapid;
  const settings = webpush.settings.parse({ subject, public_key, private_key, ...extra });
  return webpush.open(settings, { http, guardedHttp: client }, 'push');
};

beforeEach(async () => {
  server = await startWebPushServer();
  guardedHttp = createGuardedHttp({ development: true, ca: server.ca, answerTimeoutMs: 1000 });
  subscriber = createSubscriber(`${server.url}/push/secret-of-the-endpoint`);
  provider = open();
});
afterEach(async () => {
  expect(server.problems).toEqual([]);
  const shown = JSON.stringify(told.map((result) => ({ ...result, gone: undefined })));
  expect(shown).not.toContain('secret-of-the-endpoint');
  expect(shown).not.toContain(server.vapid.privateKey);
  for (const { headers } of server.received) expect(shown).not.toContain(String(headers.authorization));
  await guardedHttp.close();
  await server.stop();
});
afterAll(() => http.close());

async function send(content?: RenderedContent, to = subscriber.token, until = signal()): Promise<SendResult> {
  const result = await provider.send(pushMessage(to, content), until);
  told.push(result);
  return result;
}

test('a message with everything can be read by its browser, and by it alone', async () => {
  expect(await send(FULL)).toMatchObject({ outcome: 'sent', providerMessageId: 'xyz-1' });
  const [{ headers, body }] = server.received as [(typeof server.received)[0]];
  expect(JSON.parse(decryptPush(body, subscriber))).toEqual({
    title: FULL.title,
    body: FULL.text,
    image: FULL.image,
    link: FULL.link,
    badge: 3,
    data: APP_DATA,
  });
  expect(headers).toMatchObject({ ttl: '2419200', urgency: 'high', topic: MESSAGE_ID.replaceAll('-', '') });
  expect(() => decryptPush(body, createSubscriber(server.url))).toThrow();
});

test('the settings say how long and how urgently', async () => {
  provider = open({ urgency: 'low', ttl_seconds: 60 });
  await send();
  expect(server.received[0]?.headers).toMatchObject({ ttl: '60', urgency: 'low' });
});

test('the largest message fits a body of 4096 bytes, and one byte more is refused', async () => {
  const empty = Buffer.byteLength(
    JSON.stringify({ body: '', data: { ...APP_DATA, order: undefined, link: undefined } }),
  );
  expect(await send({ text: 'x'.repeat(3993 - empty) })).toMatchObject({ outcome: 'sent' });
  expect(server.received[0]?.body.length).toBe(4096);
  expect(await send({ text: 'x'.repeat(3994 - empty) })).toMatchObject({
    outcome: 'permanent',
    code: 'REJECTED',
  });
  expect(server.received).toHaveLength(1);
});

test.each([
  [404, 'permanent', 'INVALID_RECIPIENT', true],
  [410, 'permanent', 'INVALID_RECIPIENT', true],
  [401, 'transient', 'UNAUTHORIZED', false],
  [403, 'transient', 'UNAUTHORIZED', false],
  [400, 'permanent', 'REJECTED', false],
  [413, 'permanent', 'REJECTED', false],
  [408, 'transient', 'PROVIDER_ERROR', false],
  [500, 'transient', 'PROVIDER_ERROR', false],
  [503, 'transient', 'PROVIDER_ERROR', false],
  [429, 'rate_limited', 'RATE_LIMITED', false],
] as const)('%i', async (status, outcome, code, gone) => {
  server.script.push({ status, body: { message: 'words of the service' } });
  const result = await send();
  expect(result).toMatchObject({ outcome, code });
  expect(result.response).toContain(`${status} {"message":"words of the service"}`);
  expect(result.gone).toEqual(gone ? [subscriber.token] : undefined);
});

test.each([429, 503])('%i with Retry-After is not asked again sooner', async (status) => {
  server.script.push({ status, headers: { 'retry-after': '4' } });
  expect(await send()).toMatchObject({ outcome: 'rate_limited', retryAfterMs: 4000 });
});

test.each([200, 202, 204])('%i without Location was accepted, and has no name', async (status) => {
  server.script.push({ status });
  expect(await send()).toMatchObject({ outcome: 'sent', providerMessageId: '' });
});

test('a redirect is not followed', async () => {
  server.script.push({ status: 307, headers: { location: `${server.url}/push/other` } });
  expect(await send()).toMatchObject({ outcome: 'permanent', code: 'REJECTED' });
  expect(server.received).toHaveLength(1);
});

test('what a service repeats of our headers and its address is hidden', async () => {
  server.script.push(({ headers, path }) => ({
    status: 403,
    body: `${headers.authorization} at ${server.url}${path}`,
  }));
  expect(await send()).toMatchObject({ response: 'the push service answered 403 [hidden] at [hidden]' });
});

test.each(['reset', 'half-close', 'hang'] as const)(
  'of a connection that ends with "%s" nobody knows',
  async (reply) => {
    server.script.push(reply);
    expect(await send()).toMatchObject({ outcome: 'unknown', code: 'OUTCOME_UNKNOWN' });
  },
);

test('an abort in the middle ends the call at once', async () => {
  await send();
  const result = await abortedOnArrival(
    (reply) => server.script.push(reply),
    (until) => send(undefined, subscriber.token, until),
  );
  expect(result).toMatchObject({ outcome: 'unknown' });
});

describe('an address that may not be called', () => {
  const closed = (resolved: string) =>
    createGuardedHttp({
      development: false,
      resolve: () => Promise.resolve([{ address: resolved, family: 4 }]),
    });

  test.each([
    ['loopback', 'https://127.0.0.1:8443/push/1'],
    ['loopback in another notation', 'https://2130706433/push/1'],
    ['a private address', 'https://10.0.0.1/push/1'],
    ['the metadata service', 'https://169.254.169.254/latest'],
    ['an internal name', 'https://push.internal/1'],
    ['an address with credentials', 'https://user:pass@push.example.com/1'],
    ['IPv6 loopback', 'https://[::1]/push/1'],
  ])('%s is refused', async (_name, endpoint) => {
    provider = open({}, closed('203.0.113.7'));
    const result = await provider.send(pushMessage(createSubscriber(endpoint).token), signal());
    expect(result).toMatchObject({ outcome: 'permanent', code: 'INVALID_RECIPIENT' });
    expect(result.gone).toBeUndefined();
  });

  test('a name that leads to such an address is refused where the connection is made', async () => {
    provider = open({}, closed('10.1.2.3'));
    const result = await provider.send(
      pushMessage(createSubscriber('https://push.example.com/1').token),
      signal(),
    );
    expect(result).toMatchObject({ outcome: 'permanent', code: 'INVALID_RECIPIENT' });
    expect(result.response).not.toContain('10.1.2.3');
  });

  test('plain http is refused, also while developing', async () => {
    const plain = createSubscriber(server.url.replace('https', 'http')).token;
    expect(await send(undefined, plain)).toMatchObject({ outcome: 'permanent', code: 'INVALID_RECIPIENT' });
    const result = await guardedHttp.request({
      method: 'POST',
      url: 'http://127.0.0.1:1/',
      signal: signal(),
    });
    expect(result).toMatchObject({ ok: false, handedOver: false, refused: true });
  });

  test('a certificate that nobody vouches for is a service that is down', async () => {
    const careful = createGuardedHttp({ development: true });
    provider = open({}, careful);
    expect(await send()).toMatchObject({ outcome: 'transient', code: 'PROVIDER_ERROR' });
    expect(server.received).toHaveLength(0);
    await careful.close();
  });
});

describe('a token that is no subscription', () => {
  const { keys } = JSON.parse(createSubscriber('https://push.example.com/1').token) as {
    keys: { p256dh: string; auth: string };
  };
  test.each([
    ['no JSON', '{endpoint}'],
    ['no keys', JSON.stringify({ endpoint: 'https://push.example.com/1' })],
    ['no endpoint', JSON.stringify({ keys })],
    [
      'a key that is too short',
      JSON.stringify({ endpoint: 'https://push.example.com/1', keys: { ...keys, p256dh: 'AA' } }),
    ],
    [
      'a key that is no point of the curve',
      JSON.stringify({
        endpoint: 'https://push.example.com/1',
        keys: { ...keys, p256dh: Buffer.alloc(65, 4).toString('base64url') },
      }),
    ],
    [
      'a secret that is too short',
      JSON.stringify({ endpoint: 'https://push.example.com/1', keys: { ...keys, auth: 'AA' } }),
    ],
    [
      'an endpoint of 2,049 characters',
      JSON.stringify({ endpoint: `https://a.example/${'x'.repeat(2031)}`, keys }),
    ],
  ])('%s', async (_name, token) => {
    expect(await send(undefined, token)).toMatchObject({ outcome: 'permanent', code: 'INVALID_RECIPIENT' });
    expect(server.received).toHaveLength(0);
  });

  test('padding that a library wrote does no harm', async () => {
    const parsed = JSON.parse(subscriber.token) as {
      endpoint: string;
      keys: { p256dh: string; auth: string };
    };
    const padded = { ...parsed, keys: { p256dh: `${parsed.keys.p256dh}=`, auth: `${parsed.keys.auth}==` } };
    expect(await send(undefined, JSON.stringify(padded))).toMatchObject({ outcome: 'sent' });
  });
});

test('settings that cannot work are refused when they are made', () => {
  const { publicKey, privateKey } = generateVAPIDKeys();
  const settings = { subject: 'mailto:ops@example.com', public_key: publicKey, private_key: privateKey };
  const accepts = (extra: object) => webpush.settings.safeParse({ ...settings, ...extra }).success;
  expect(accepts({})).toBe(true);
  expect(accepts({ subject: 'https://example.com/contact' })).toBe(true);
  expect(accepts({ subject: 'ops@example.com' })).toBe(false);
  expect(accepts({ subject: 'https://localhost/' })).toBe(false);
  expect(accepts({ private_key: generateVAPIDKeys().privateKey })).toBe(false);
  expect(accepts({ public_key: 'AAAA' })).toBe(false);
  expect(accepts({ urgency: 'urgent' })).toBe(false);
});
