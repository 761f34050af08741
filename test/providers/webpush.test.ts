import { generateVAPIDKeys } from 'web-push';
import { createGuardedHttp } from '../../channels/http/guarded-http';
import type { ProviderHttp } from '../../channels/http/provider-http';
import type { RenderedContent } from '../../channels/provider';
import { webpush } from '../../channels/push/webpush/provider';
import type { ApiReply, ApiRequest } from '../support/providers/api-server';
import { APP_DATA, FULL, MESSAGE_ID, pushMessage } from '../support/providers/messages';
import {
  ACCOUNT,
  DOWN,
  type Expected,
  INVALID,
  limited,
  LIMITED,
  REJECTED,
  sent,
  UNAUTHORIZED,
  UNKNOWN,
} from '../support/providers/outcomes';
import { testProvider } from '../support/providers/provider-kit';
import { createSubscriber, decryptPush } from '../support/providers/webpush-decrypt';
import { startWebPushServer, type WebPushServer } from '../support/providers/webpush-server';

const { keys } = JSON.parse(createSubscriber('https://push.example.com/1').token) as {
  keys: { p256dh: string; auth: string };
};
const GONE: Expected = { ...INVALID, gone: true };
const STATUSES: [number, Expected][] = [
  [404, GONE],
  [410, GONE],
  [401, UNAUTHORIZED],
  [403, UNAUTHORIZED],
  [400, REJECTED],
  [413, REJECTED],
  [408, DOWN],
  [500, UNKNOWN],
  [503, DOWN],
  [429, LIMITED],
];
const settings = ({ vapid }: WebPushServer) => ({
  subject: vapid.subject,
  public_key: vapid.publicKey,
  private_key: vapid.privateKey,
});

const account = testProvider(webpush, {
  start: startWebPushServer,
  settings,
  message: ({ subscriber }) => pushMessage(subscriber.token),
  secrets: () => ['secret-of-the-endpoint'],
  says: (words) => ({ status: 400, headers: { 'content-type': 'text/plain' }, body: words }),
  accepted: {
    reply: { status: 201, headers: { location: 'https://push.example.com/message/wp-9' } },
    id: 'wp-9',
    nameless: null,
  },
  formless: true,
  // The address is the subscription's.
  nowhere: { message: pushMessage(createSubscriber('https://127.0.0.1:1/push/1').token) },
  impossible: [
    ['no JSON', pushMessage('{endpoint}'), INVALID],
    ['no keys', pushMessage(JSON.stringify({ endpoint: 'https://push.example.com/1' })), INVALID],
    ['no endpoint', pushMessage(JSON.stringify({ keys })), INVALID],
    [
      'a key that is too short',
      pushMessage(
        JSON.stringify({ endpoint: 'https://push.example.com/1', keys: { ...keys, p256dh: 'AA' } }),
      ),
      INVALID,
    ],
    [
      'a key that is no point of the curve',
      pushMessage(
        JSON.stringify({
          endpoint: 'https://push.example.com/1',
          keys: { ...keys, p256dh: Buffer.alloc(65, 4).toString('base64url') },
        }),
      ),
      INVALID,
    ],
    [
      'a secret that is too short',
      pushMessage(JSON.stringify({ endpoint: 'https://push.example.com/1', keys: { ...keys, auth: 'AA' } })),
      INVALID,
    ],
    [
      'an endpoint of 2,049 characters',
      pushMessage(JSON.stringify({ endpoint: `https://a.example/${'x'.repeat(2031)}`, keys })),
      INVALID,
    ],
  ],
  answers: [
    ...STATUSES.map(([status, result]): [string, ApiReply, Expected] => [
      `${status}`,
      { status, body: { message: 'words of the service' } },
      { ...result, response: expect.stringContaining(`${status} {"message":"words of the service"}`) },
    ]),
    ['429 with Retry-After', { status: 429, headers: { 'retry-after': '4' } }, limited(4000)],
    ['503 with Retry-After', { status: 503, headers: { 'retry-after': '4' } }, limited(4000)],
    ['202 without Location', { status: 202 }, sent('')],
    ['201 without Location', { status: 201 }, sent('')],
    ['an answer that no push service documents', { status: 418 }, ACCOUNT],
    [
      'our headers and its address',
      ({ headers, path }) => ({
        status: 403,
        headers: { 'content-type': 'text/plain' },
        body: `${headers.authorization} at https://${headers.host}${path}`,
      }),
      { ...UNAUTHORIZED, response: 'the push service answered 403 *** at ***' },
    ],
  ],
  checks: [],
  wrongSettings: [
    [{ subject: 'ops@example.com' }, 'subject'],
    [{ subject: 'https://localhost/' }, 'subject'],
    [{ private_key: generateVAPIDKeys().privateKey }, 'private_key'],
    [{ public_key: 'AAAA' }, 'public_key'],
    [{ urgency: 'urgent' }, 'urgency'],
  ],
});
const send = (content: RenderedContent) =>
  account.send(pushMessage(account.server.subscriber.token, content));
const signal = () => AbortSignal.timeout(20_000);
/** Opened with another client. */
const over = (guardedHttp: ProviderHttp) =>
  webpush.open(webpush.settings.parse(settings(account.server)), { http: guardedHttp, guardedHttp }, 'push');

test('a message with everything can be read by its browser, and by it alone', async () => {
  expect(await send(FULL)).toMatchObject({ outcome: 'sent', providerMessageId: 'xyz-1' });
  const [{ headers, bytes }] = account.server.requests as [ApiRequest];
  expect(JSON.parse(decryptPush(bytes, account.server.subscriber))).toEqual({
    title: FULL.title,
    body: FULL.text,
    image: FULL.image,
    link: FULL.link,
    badge: 3,
    data: APP_DATA,
  });
  expect(headers).toMatchObject({ ttl: '2419200', urgency: 'high', topic: MESSAGE_ID.replaceAll('-', '') });
  expect(() => decryptPush(bytes, createSubscriber(account.server.url))).toThrow();
});

test('the settings say how long and how urgently', async () => {
  await account.open({ urgency: 'low', ttl_seconds: 60 }).send();
  expect(account.server.requests[0]?.headers).toMatchObject({ ttl: '60', urgency: 'low' });
});

test('the largest message fits a body of 4096 bytes, and one byte more is refused', async () => {
  const empty = Buffer.byteLength(
    JSON.stringify({ body: '', data: { ...APP_DATA, order: undefined, link: undefined } }),
  );
  expect(await send({ text: 'x'.repeat(3993 - empty) })).toMatchObject({ outcome: 'sent' });
  expect(account.server.requests[0]?.bytes.length).toBe(4096);
  expect(await send({ text: 'x'.repeat(3994 - empty) })).toMatchObject({
    outcome: 'permanent',
    code: 'REJECTED',
  });
  expect(account.server.requests).toHaveLength(1);
});

describe('an address that may not be called', () => {
  const inDevelopment = createGuardedHttp({ development: true });
  afterAll(() => inDevelopment.close());
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
    const result = await over(closed('203.0.113.7')).send(
      pushMessage(createSubscriber(endpoint).token),
      signal(),
    );
    expect(result).toMatchObject(INVALID);
    expect(result.gone).toBeUndefined();
  });

  test('a name that leads to such an address is refused where the connection is made', async () => {
    const result = await over(closed('10.1.2.3')).send(
      pushMessage(createSubscriber('https://push.example.com/1').token),
      signal(),
    );
    expect(result).toMatchObject(INVALID);
    expect(result.response).not.toContain('10.1.2.3');
  });

  test('plain http is refused, also while developing', async () => {
    const plain = createSubscriber(account.server.url.replace('https', 'http')).token;
    expect(await account.send(pushMessage(plain))).toMatchObject(INVALID);
    const url = 'http://127.0.0.1:1/';
    const result = await inDevelopment.request({ method: 'POST', url, signal: signal() });
    expect(result).toMatchObject({ ok: false, handedOver: false, refused: true });
  });

  test('a certificate that nobody vouches for is a service that is down', async () => {
    const result = await over(inDevelopment).send(pushMessage(account.server.subscriber.token), signal());
    expect(result).toMatchObject(DOWN);
    expect(account.server.requests).toHaveLength(0);
  });
});

test('padding that a library wrote does no harm', async () => {
  const parsed = JSON.parse(account.server.subscriber.token) as {
    endpoint: string;
    keys: { p256dh: string; auth: string };
  };
  const padded = { ...parsed, keys: { p256dh: `${parsed.keys.p256dh}=`, auth: `${parsed.keys.auth}==` } };
  expect(await account.send(pushMessage(JSON.stringify(padded)))).toMatchObject({ outcome: 'sent' });
});

test('whoever sends may be reached by an address of the web', () => {
  const subject = 'https://example.com/contact';
  expect(webpush.settings.safeParse({ ...settings(account.server), subject }).success).toBe(true);
});
