import { createHash, createHmac } from 'node:crypto';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import express from 'express';
import fc from 'fast-check';
import { receiptRequest } from '../../api/receipts/receipt-request';
import type { ReceiptRequest } from '../../channels/receipts';
import type { Receipt } from '../../core/receipt';
import { ACCOUNT_SID } from '../support/providers/twilio-server';
import {
  callOf,
  expectLater,
  expectRefused,
  OUR_IDS,
  OUR_QUERY,
  readerOf,
} from '../support/receipts/text-call';

const TOKEN = 'tw-auth-token-0123456789abcdef';
const ORIGIN = 'https://notify.example.com';
const PATH = '/receipts/twilio/0d6f6a52-4f3e-4a55-9a63-0a3f6c1c1111';
const FORM = { 'content-type': 'application/x-www-form-urlencoded; charset=UTF-8' };
const SID = `SM${'0f'.repeat(16)}`;

/** The scheme as Twilio documents it: the address, then name and value of each field in the order of the names. */
function signatureOf(address: string, fields: URLSearchParams, token = TOKEN): string {
  const names = [...new Set(fields.keys())].sort();
  const values = (name: string) => [...new Set(fields.getAll(name))].sort();
  const signed = names.flatMap((name) => values(name).map((value) => name + value)).join('');
  return createHmac('sha1', token)
    .update(address + signed, 'utf8')
    .digest('base64');
}

interface Call {
  path?: string;
  /** What Twilio was told to call. */
  address?: string;
  origins?: string[];
  token?: string;
}

function signed(
  body: string,
  { path = `${PATH}?${OUR_QUERY}`, address = ORIGIN + path, origins = [ORIGIN], token }: Call = {},
) {
  const signature = signatureOf(address, new URLSearchParams(body), token);
  return callOf(path, {
    origins,
    headers: { ...FORM, 'x-twilio-signature': signature },
    body: Buffer.from(body),
  });
}

/** A status callback (docs: Track the message status of outbound messages). */
const status = (value: string, more: Record<string, string> = {}) =>
  new URLSearchParams({
    AccountSid: ACCOUNT_SID,
    ApiVersion: '2010-04-01',
    From: '+15005550006',
    MessageSid: SID,
    MessageStatus: value,
    SmsSid: SID,
    SmsStatus: value,
    To: '+15005550009',
    ...more,
  }).toString();

/** A message to us (docs: Twilio's request to your incoming message webhook URL). */
const inbound = (Body: string, more: Record<string, string> = {}) =>
  new URLSearchParams({
    AccountSid: ACCOUNT_SID,
    ApiVersion: '2010-04-01',
    Body,
    From: '+15005550009',
    MessageSid: SID,
    NumMedia: '0',
    NumSegments: '1',
    SmsMessageSid: SID,
    SmsSid: SID,
    SmsStatus: 'received',
    To: '+15005550006',
    ...more,
  }).toString();

const read = async (request: ReceiptRequest, settings: Record<string, unknown> = {}) =>
  readerOf('twilio', 'sms', { account_sid: ACCOUNT_SID, auth_token: TOKEN, ...settings })(request);

const receiptsOf = async (body: string): Promise<Receipt[]> => {
  const reading = await read(signed(body));
  if (reading.kind !== 'read') throw new Error(reading.reason);
  return reading.receipts;
};

describe('a status callback of Twilio', () => {
  it.each(['accepted', 'scheduled', 'queued', 'sending', 'sent'])(
    '%s says that Twilio has it',
    async (value) => {
      expect(await receiptsOf(status(value))).toEqual([
        { ...OUR_IDS, kind: 'sent', at: expect.any(Date), providerMessageId: SID, detail: value },
      ]);
    },
  );

  it.each([
    ['delivered', { RawDlrDoneDate: '2305221235' }],
    ['read', { ChannelPrefix: 'whatsapp', EventType: 'READ', From: 'whatsapp:+15005550006' }],
  ])('%s says that it was delivered', async (value, more) => {
    const before = Date.now();
    const receipts = await receiptsOf(status(value, more));
    expect(receipts).toMatchObject([{ ...OUR_IDS, kind: 'delivered', detail: value }]);
    const at = receipts[0]?.at.getTime();
    expect(at).toBeGreaterThanOrEqual(before);
    expect(at).toBeLessThanOrEqual(Date.now());
  });

  it.each([
    ['undelivered', '30003', 'INVALID_RECIPIENT'],
    ['undelivered', '30005', 'INVALID_RECIPIENT'],
    ['undelivered', '30007', 'REJECTED'],
    ['undelivered', '30008', 'PROVIDER_ERROR'],
    ['failed', '30001', 'RATE_LIMITED'],
    ['failed', '30002', 'UNAUTHORIZED'],
    ['failed', '30034', 'PROVIDER_ERROR'],
    ['failed', '63024', 'INVALID_RECIPIENT'],
    ['failed', '39999', 'PROVIDER_ERROR'],
  ])('%s with code %s has failed with %s', async (value, ErrorCode, code) => {
    expect(await receiptsOf(status(value, { ErrorCode }))).toEqual([
      {
        ...OUR_IDS,
        kind: 'failed',
        at: expect.any(Date),
        providerMessageId: SID,
        code,
        detail: `${value}, code ${ErrorCode}`,
      },
    ]);
  });

  it.each([
    ['undelivered', {}],
    ['failed', { ErrorCode: '' }],
    ['canceled', {}],
  ])('%s without a code has failed for an unknown reason', async (value, more) => {
    expect(await receiptsOf(status(value, more))).toMatchObject([
      { kind: 'failed', code: 'PROVIDER_ERROR', detail: value },
    ]);
  });

  it.each(['failed', 'undelivered'])('%s with 21610 says that the person has opted out', async (value) => {
    expect(await receiptsOf(status(value, { ErrorCode: '21610' }))).toMatchObject([
      { kind: 'failed', code: 'REJECTED', optedOut: true },
    ]);
  });

  it('with 63033 says nothing of messages that are not marketing', async () => {
    const [receipt] = await receiptsOf(status('failed', { ErrorCode: '63033' }));
    expect(receipt).toMatchObject({ kind: 'failed', code: 'REJECTED' });
    expect(receipt).not.toHaveProperty('optedOut');
  });

  it('has the words of the channel and our advice, cut after 500 characters, without the token', async () => {
    const words = { ErrorCode: '63016', ChannelStatusMessage: 'Outside the window' };
    const [short] = await receiptsOf(status('failed', words));
    expect(short?.detail).toMatch(/^failed, code 63016: Outside the window; .*approved template/);
    const [long] = await receiptsOf(status('failed', { ErrorMessage: `${TOKEN} ${'x'.repeat(900)}` }));
    expect(long?.detail).toMatch(/^failed: \*\*\* x+…$/);
    expect(long?.detail).toHaveLength(501);
  });

  it.each(['partially_delivered', 'teleported'])('%s, which says nothing, is read', async (value) => {
    expect(await read(signed(status(value)))).toEqual({ kind: 'read', receipts: [] });
  });

  it.each([
    PATH,
    `${PATH}?notification_id=1&message_id=2`,
    `${PATH}?notification_id=${OUR_IDS.notificationId}`,
    `${PATH}?message_id=${OUR_IDS.messageId}&notification_id=`,
  ])('without our ids is about a message that is not ours (%s)', async (path) => {
    expect(await read(signed(status('delivered'), { path }))).toEqual({ kind: 'read', receipts: [] });
  });

  it('may have fields that are not documented yet, and odd characters', async () => {
    const body = `${status('delivered')}&New%20Field=%C3%A5+%26&Odd=a&Odd=b`;
    expect(await receiptsOf(body)).toMatchObject([{ kind: 'delivered' }]);
  });

  it('may be JSON, signed by the hash in its address', async () => {
    const body = JSON.stringify({ MessageSid: SID, MessageStatus: 'failed', ErrorCode: 30003 });
    expect(await read(signedJson(body))).toMatchObject({
      receipts: [{ ...OUR_IDS, kind: 'failed', code: 'INVALID_RECIPIENT', detail: 'failed, code 30003' }],
    });
  });

  it('that is no call about a message is malformed', async () => {
    expect(await read(signed('CallSid=CA1&CallStatus=ringing'))).toMatchObject({ kind: 'malformed' });
    expect(await read(signedJson('[]'))).toMatchObject({ kind: 'malformed' });
    expect(await read(signedJson('{"MessageStatus":'))).toMatchObject({ kind: 'malformed' });
  });
});

function signedJson(body: string) {
  const hash = createHash('sha256').update(body).digest('hex');
  const path = `${PATH}?${OUR_QUERY}&bodySHA256=${hash}`;
  return callOf(path, {
    headers: {
      'content-type': 'application/json',
      'x-twilio-signature': signatureOf(ORIGIN + path, new URLSearchParams()),
    },
    body: Buffer.from(body),
  });
}

describe('a message to our number at Twilio', () => {
  const changeOf = async (body: string) => {
    const reading = await read(signed(body, { path: PATH }));
    expect(reading).toMatchObject({ receipts: [], answer: { contentType: 'text/xml', body: '<Response/>' } });
    return reading.kind === 'read' ? reading.optChanges : undefined;
  };
  const SMS = { channel: 'sms', address: '+15005550009', at: expect.any(Date) };

  it.each([
    'STOP',
    'stop',
    ' Stop \n',
    'STOPALL',
    'UNSUBSCRIBE',
    'CANCEL',
    'END',
    'QUIT',
    'REVOKE',
    'OptOut',
  ])('that is %j is an opt-out', async (words) => {
    expect(await changeOf(inbound(words))).toEqual([{ ...SMS, optedOut: true }]);
  });

  it.each(['START', 'start', 'yes', 'UNSTOP '])('that is %j takes it back', async (words) => {
    expect(await changeOf(inbound(words))).toEqual([{ ...SMS, optedOut: false }]);
  });

  it.each(['', 'Stop please', 'STOP.', 'HELP', 'INFO', 'please START', 'STOP STOP'])(
    'that is %j changes nothing and is answered with no reply',
    async (words) => {
      expect(await changeOf(inbound(words))).toEqual([]);
    },
  );

  it.each([
    ['STOP', 'sluta', true],
    ['START', 'börja', false],
    ['HELP', 'STOP', undefined],
    ['START', 'STOP', false],
  ])('with OptOutType %s is what that says, though it is %j', async (OptOutType, words, optedOut) => {
    const expected = optedOut === undefined ? [] : [{ ...SMS, optedOut }];
    expect(await changeOf(inbound(words, { OptOutType }))).toEqual(expected);
  });

  it.each([
    ['whatsapp:+15005550009', 'whatsapp'],
    ['rcs:+15005550009', 'sms'],
  ])('from %s is about %s', async (From, channel) => {
    expect(await changeOf(inbound('STOP', { From, ChannelPrefix: 'whatsapp' }))).toEqual([
      { ...SMS, channel, optedOut: true },
    ]);
  });

  it.each(['messenger:1234567890', 'messenger:+15005550009', '12345', 'ACME', ''])(
    'from %j is nobody that we write to',
    async (From) => {
      expect(await changeOf(inbound('STOP', { From }))).toEqual([]);
    },
  );

  it('opts out also where the address names a message', async () => {
    expect(await read(signed(inbound('STOP')))).toMatchObject({
      receipts: [],
      optChanges: [{ optedOut: true }],
    });
  });
});

describe('the address that Twilio signs', () => {
  const body = status('delivered');
  const path = `${PATH}?${OUR_QUERY}`;
  const delivered = { kind: 'read', receipts: [{ ...OUR_IDS, kind: 'delivered' }] };

  it('is one of those that it may have called', async () => {
    const origins = ['http://10.0.0.4:3000', 'https://notify.example.com'];
    expect(await read(signed(body, { origins }))).toMatchObject(delivered);
  });

  it.each([
    ['https://notify.example.com:443', 'https://notify.example.com'],
    ['https://notify.example.com', 'https://notify.example.com:443'],
    ['http://notify.example.com:80', 'http://notify.example.com'],
    ['https://notify.example.com:8443', 'https://notify.example.com:8443'],
    ['https://notify.example.com', 'https://notify.example.com:8443'],
  ])('may be signed as %s where it is %s', async (told, origin) => {
    expect(await read(signed(body, { address: told + path, origins: [origin] }))).toMatchObject(delivered);
  });

  it('is the one of callback_url where a proxy changes scheme, host and path', async () => {
    const callback_url = 'https://hooks.example.org:8443/from/twilio?key=1';
    const query = `key=1&${OUR_QUERY}`;
    const request = signed(body, {
      path: `/receipts/twilio/1?${query}`,
      address: `https://hooks.example.org:8443/from/twilio?${query}`,
      origins: ['http://10.0.0.4:3000'],
    });
    expect(await read(request, { callback_url })).toMatchObject(delivered);
    expectRefused(await read(request), [TOKEN], /callback_url/);
  });

  it('holds for Twilio’s own example', async () => {
    const example = callOf('/myapp.php?foo=1&bar=2', {
      origins: ['https://mycompany.com'],
      headers: { ...FORM, 'x-twilio-signature': 'RSOYDt4T1cUTdK1PDd93/VVr8B8=' },
      body: Buffer.from(
        'Digits=1234&To=%2B18005551212&From=%2B14158675309&Caller=%2B14158675309&CallSid=CA1234567890ABCDE',
      ),
    });
    expect(await read(example, { auth_token: '12345' })).toMatchObject({ kind: 'malformed' });
  });

  it.each([[[]], [['not an address']]])('is refused where there is none to try (%j)', async (origins) => {
    expectRefused(await read(signed(body, { origins })), [TOKEN]);
  });
});

describe('a call of Twilio over HTTP', () => {
  it.each([
    ['directly', {}, (port: number) => `http://127.0.0.1:${port}`],
    [
      'through a proxy',
      { 'x-forwarded-proto': 'https', 'x-forwarded-host': 'notify.example.com' },
      () => ORIGIN,
    ],
  ])('%s is verified as the API hands it on', async (_way, forwarded, originOf) => {
    const app = express().use(express.raw({ type: () => true }), async (request, response) => {
      response.json(await read(receiptRequest(request, undefined)));
    });
    const server = app.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    const path = `${PATH}?${OUR_QUERY}&odd=%20%27a%27`;
    const body = status('undelivered', { ErrorCode: '30005', Note: 'å + & %' });
    const headers = {
      ...FORM,
      ...forwarded,
      'x-twilio-signature': signatureOf(originOf(port) + path, new URLSearchParams(body)),
    };
    const answer = await fetch(`http://127.0.0.1:${port}${path}`, { method: 'POST', headers, body });
    expect(await answer.json()).toMatchObject({ receipts: [{ ...OUR_IDS, kind: 'failed' }] });
    server.close();
  });
});

describe('a call that is not Twilio’s', () => {
  const genuine = signed(status('delivered'));
  const other = '11111111-1111-4111-8111-111111111111';

  it.each<[string, Partial<ReceiptRequest>]>([
    ['without a signature', { headers: FORM }],
    ['with an empty signature', { headers: { ...FORM, 'x-twilio-signature': '' } }],
    ['with two signatures', { headers: { ...FORM, 'x-twilio-signature': 'a, b' } }],
    ['with another status', { body: Buffer.from(status('failed')) }],
    ['with a field more', { body: Buffer.from(`${status('delivered')}&ErrorCode=21610`) }],
    ['with a field less', { body: Buffer.from(status('delivered').replace(/&SmsSid=[^&]*/, '')) }],
    ['without a body', { body: Buffer.alloc(0) }],
    ['as JSON', { headers: { ...genuine.headers, 'content-type': 'application/json' } }],
    ['for another message', { path: genuine.path.replace(OUR_IDS.messageId, other) }],
    ['with a query more', { path: `${genuine.path}&x=1` }],
    ['at another path', { path: genuine.path.replace('/receipts/twilio/0', '/receipts/twilio/1') }],
    ['at another host', { origins: ['https://notify.example.org'] }],
    ['over http', { origins: ['http://notify.example.com'] }],
    ['by GET', { method: 'GET' }],
  ])('%s is refused', async (_what, changes) => {
    expectRefused(await read({ ...genuine, ...changes }), [TOKEN, '+15005550009']);
  });

  it('that is larger than any of Twilio’s is refused before it is hashed', async () => {
    const names = Array.from({ length: 400_000 }, (_, index) => `n${index}=`).join('&');
    expectRefused(await read({ ...genuine, body: Buffer.from(names) }), [TOKEN], /larger/);
    expect(await read(signed(`${status('delivered')}&Note=${'x'.repeat(60_000)}`))).toMatchObject({
      kind: 'read',
    });
  });

  it('signed with another token is refused', async () => {
    expectRefused(await read(signed(status('delivered'), { token: 'another' })), [TOKEN], /auth_token/);
  });

  it('as JSON with another body or another hash is refused', async () => {
    const json = signedJson('{"MessageStatus":"delivered"}');
    expect(await read(json)).toMatchObject({ kind: 'read' });
    const body = Buffer.from('{"MessageStatus":"failed"}');
    expectRefused(await read({ ...json, body }), [TOKEN]);
    const hash = createHash('sha256').update(body).digest('hex');
    const path = json.path.replace(/bodySHA256=.*/, `bodySHA256=${hash}`);
    expectRefused(await read({ ...json, path, body }), [TOKEN]);
    const form = { ...json.headers, ...FORM };
    expectRefused(await read({ ...json, headers: form, body: Buffer.from(status('failed')) }), [TOKEN]);
  });

  it('cannot be told from Twilio’s where auth_token is not set', async () => {
    const keys = { auth_token: undefined, api_key: `SK${'d4'.repeat(16)}`, api_secret: 'api-secret' };
    expectLater(await read(signed(status('delivered')), keys), /set auth_token/);
  });
});

describe('any body', () => {
  it('with a valid signature is read or malformed, and nothing is thrown', async () => {
    const name = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.constantFrom('MessageStatus', 'SmsStatus', 'ErrorCode', 'From', 'Body', '__proto__', 'constructor'),
    );
    const value = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.constantFrom('failed', 'received', '21610', 'STOP'),
    );
    const form = fc
      .array(fc.tuple(name, value), { maxLength: 8 })
      .map((pairs) => new URLSearchParams(pairs).toString());
    await fc.assert(
      fc.asyncProperty(fc.oneof(form, fc.string({ unit: 'binary' })), async (body) => {
        expect(['read', 'malformed']).toContain((await read(signed(body))).kind);
      }),
      { numRuns: 300 },
    );
    await fc.assert(
      fc.asyncProperty(fc.oneof(fc.json(), fc.string()), async (body) => {
        expect(['read', 'malformed']).toContain((await read(signedJson(body))).kind);
      }),
      { numRuns: 200 },
    );
  });

  it('without one is refused', async () => {
    await fc.assert(
      fc.asyncProperty(fc.uint8Array(), fc.string(), fc.string(), async (bytes, signature, type) => {
        const headers = { 'x-twilio-signature': signature, 'content-type': type };
        const request = callOf(`${PATH}?${OUR_QUERY}`, { headers, body: Buffer.from(bytes) });
        expectRefused(await read(request), [TOKEN]);
      }),
    );
  });
});
