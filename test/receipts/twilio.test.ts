import fc from 'fast-check';
import { twilio } from '../../channels/sms/twilio/provider';
import type { ReceiptRequest } from '../../channels/receipts/receipts';
import type { Receipt } from '../../core/receipts/receipt';
import { ACCOUNT_SID } from '../support/providers/twilio-server';
import { OUR_IDS, PHONE, queryOf, readAs, readerOf } from '../support/receipts/call';
import { NOW } from '../support/receipts/clock';
import { itReadsOptOuts } from '../support/receipts/opt-outs';
import { itReadsReceiptsOf } from '../support/receipts/reader-kit';
import {
  account,
  call,
  type Fields,
  inbound,
  ofLength,
  ORIGIN,
  OUR_PATH,
  PATH,
  type Said,
  SID,
  status,
  TOKEN,
} from '../support/receipts/twilio-calls';
import { anyText, failed } from '../support/receipts/values';

const has = (value: string) => [value, status(value), { kind: 'sent', detail: value }] as const;
const failedWith = (value: string, ErrorCode: string, code: Receipt['code'], words = '') =>
  [
    `${value} with code ${ErrorCode}`,
    status(value, { ErrorCode }),
    { ...failed(code), detail: `${value}, code ${ErrorCode}${words}` },
  ] as const;
const failedWithout = (value: string, more: Fields = {}) =>
  [`${value} without a code`, status(value, more), { ...failed('PROVIDER_ERROR'), detail: value }] as const;
const DELIVERED = { kind: 'delivered', detail: 'delivered' } as const;
const WINDOW =
  'outside the 24-hour window only an approved template may be sent: give the event a WhatsApp template (content SID)';

const calledAs = (told: string, origin: string) =>
  [
    `signed for ${told} where it is ${origin}`,
    ({ body }: ReceiptRequest) => ({ ...call(body, { address: told + OUR_PATH }), origins: [origin] }),
  ] as const;
const at = (path: (genuine: string) => string) => (genuine: ReceiptRequest) => ({ path: path(genuine.path) });
const from =
  (...origins: string[]) =>
  () => ({ origins });
const NO_MATCH = /not Twilio's for this address: auth_token.*callback_url/;

itReadsReceiptsOf<Said>(twilio, {
  account,
  call,
  body: ({ body }) => body,
  path: ({ path }) => path,
  events: {
    // Callbacks have no time.
    receipt: { at: NOW, providerMessageId: SID },
    sample: ['delivered', status('delivered', { RawDlrDoneDate: '2305221235' }), DELIVERED],
    tells: [
      has('accepted'),
      has('scheduled'),
      has('queued'),
      has('sending'),
      has('sent'),
      [
        'read, which channels have',
        status('read', { ChannelPrefix: 'whatsapp', EventType: 'READ', From: 'whatsapp:+15005550006' }),
        { kind: 'delivered', detail: 'read' },
      ],
      failedWith('undelivered', '30003', 'INVALID_RECIPIENT'),
      failedWith('undelivered', '30005', 'INVALID_RECIPIENT'),
      failedWith('undelivered', '30007', 'REJECTED'),
      failedWith('undelivered', '30008', 'PROVIDER_ERROR'),
      failedWith('failed', '30001', 'RATE_LIMITED'),
      failedWith('failed', '30002', 'UNAUTHORIZED'),
      failedWith('failed', '30034', 'PROVIDER_ERROR'),
      failedWith('failed', '63024', 'INVALID_RECIPIENT'),
      failedWith('failed', '39999', 'PROVIDER_ERROR'),
      // It is about marketing, and no opt-out.
      failedWith('failed', '63033', 'REJECTED'),
      failedWithout('undelivered'),
      failedWithout('failed', { ErrorCode: '' }),
      failedWithout('canceled'),
      ...['failed', 'undelivered'].map(
        (value) =>
          [
            `${value} to a person who has opted out`,
            status(value, { ErrorCode: '21610' }),
            { ...failed('REJECTED'), optedOut: true, detail: `${value}, code 21610` },
          ] as const,
      ),
      [
        'words of the channel, with our advice',
        status('failed', { ErrorCode: '63016', ChannelStatusMessage: 'Outside the window' }),
        { ...failed('REJECTED'), detail: `failed, code 63016: Outside the window; ${WINDOW}` },
      ],
      [
        'fields that are not documented yet, and odd characters',
        { body: `${status('delivered').body}&New%20Field=%C3%A5+%26&Odd=a&Odd=b` },
        DELIVERED,
      ],
      ['a call as large as any of Twilio', ofLength(65_536), DELIVERED],
      ['the status of a message from a name', status('delivered', { From: 'MYAPP' }), DELIVERED],
      ['a status of SMS alone', status('', { SmsStatus: 'delivered' }), DELIVERED],
      [
        'a message without an id',
        status('delivered', { MessageSid: '' }),
        { ...DELIVERED, providerMessageId: undefined },
      ],
    ],
    decidesNothing: ['partially_delivered', 'teleported'].map((value) => [value, status(value)]),
    ofIds: (ids) => ({ ...status('delivered'), path: `${PATH}?${queryOf({ ...ids })}` }),
    words: {
      row: (words) => [
        'words',
        status('failed', { ErrorMessage: words }),
        { ...failed('PROVIDER_ERROR'), detail: `failed: ${words}` },
      ],
      hides: [TOKEN],
      end: '…',
    },
  },
  any: fc
    .array(
      fc.tuple(
        fc.oneof(
          anyText,
          fc.constantFrom(
            'MessageStatus',
            'SmsStatus',
            'ErrorCode',
            'From',
            'Body',
            '__proto__',
            'constructor',
          ),
        ),
        fc.oneof(anyText, fc.constantFrom('failed', 'received', '21610', 'STOP')),
      ),
      { maxLength: 8 },
    )
    .map((pairs) => ({ body: new URLSearchParams(pairs).toString() })),
  malformed: ['CallSid=CA1&CallStatus=ringing', 'MessageStatus=', 'From=%2B12025550123', 'Body=STOP'],
  malformedReason: /^no MessageStatus/,
  proof: {
    covers: 'meaning',
    headers: { 'x-twilio-signature': '' },
    missing: /^no X-Twilio-Signature/,
    wrong: NO_MATCH,
    refused: [
      [
        'with two signatures',
        ({ headers }) => ({ headers: { ...headers, 'x-twilio-signature': 'a, b' } }),
        NO_MATCH,
      ],
      [
        'with a field more',
        ({ body }) => ({ body: Buffer.from(`${String(body)}&ErrorCode=21610`) }),
        NO_MATCH,
      ],
      [
        'with a field less',
        ({ body }) => ({ body: Buffer.from(String(body).replace(/&SmsSid=[^&]*/, '')) }),
        NO_MATCH,
      ],
      [
        'as JSON',
        ({ headers }) => ({ headers: { ...headers, 'content-type': 'application/json' } }),
        NO_MATCH,
      ],
      [
        'for another message',
        at((path) => path.replace(OUR_IDS.messageId, OUR_IDS.notificationId)),
        NO_MATCH,
      ],
      ['with a query more', at((path) => `${path}&x=1`), NO_MATCH],
      ['at another path', at((path) => path.replace('/receipts/twilio/0', '/receipts/twilio/1')), NO_MATCH],
      ['at another host', from('https://notify.example.org'), NO_MATCH],
      ['over http', from('http://notify.example.com'), NO_MATCH],
      ['where there is no address to try', from(), NO_MATCH],
      ['where there is none that is one', from('not an address'), NO_MATCH],
      ['by GET', () => ({ method: 'GET' }), /HTTP POST/],
      [
        'when it is larger than any of Twilio, before it is hashed',
        () => call(ofLength(65_537).body),
        /larger/,
      ],
    ],
    taken: [
      ['at one of those that it may have called', from('http://10.0.0.4:3000', ORIGIN)],
      calledAs('https://notify.example.com:443', 'https://notify.example.com'),
      calledAs('https://notify.example.com', 'https://notify.example.com:443'),
      calledAs('http://notify.example.com:80', 'http://notify.example.com'),
      calledAs('https://notify.example.com:8443', 'https://notify.example.com:8443'),
      calledAs('https://notify.example.com', 'https://notify.example.com:8443'),
    ],
    unset: [
      [
        'auth_token',
        { account_sid: ACCOUNT_SID, api_key: `SK${'d4'.repeat(16)}`, api_secret: 'api-secret' },
        /set auth_token/,
      ],
    ],
  },
  wrongSettings: [['callback_url', 'http://notify.example.com/receipts', /https/]],
  secrets: ['auth_token', 'api_secret'],
});

const read = readerOf(twilio)(account);

describe('a message to our number at Twilio', () => {
  const NO_REPLY = { contentType: 'text/xml', body: '<Response/>' };
  const readInbound = (words: string, OptOutType?: string, more: Fields = {}) =>
    read(call(inbound(words, { OptOutType, ...more }).body, { path: PATH }));

  itReadsOptOuts({
    stop: [
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
      'STOP.',
      'Stop!',
      '«ARRÊT»',
    ],
    start: ['START', 'start', 'yes', 'UNSTOP '],
    neither: ['', '!', 'Stop please', 'HELP', 'INFO', 'please START', 'STOP STOP'],
    judged: [
      ['STOP', 'sluta', true],
      ['START', 'börja', false],
      ['HELP', 'STOP', undefined],
      ['START', 'STOP', false],
      ['UNSUBSCRIBE', 'STOP', undefined],
    ],
    nobody: [
      'messenger:1234567890',
      'messenger:+15005550009',
      `1whatsapp:${PHONE}`,
      `${PHONE}\n`,
      '12345',
      'ACME',
      '',
    ].map((From) => ({ From })),
    read: readInbound,
    at: NOW,
    answer: NO_REPLY,
  });

  it.each([
    [`whatsapp:${PHONE}`, 'whatsapp', {}],
    [`rcs:${PHONE}`, 'sms', {}],
    [PHONE, 'sms', { SmsStatus: 'receiving' }],
    [PHONE, 'sms', { SmsStatus: undefined }],
    [`whatsapp:${PHONE}`, 'whatsapp', { SmsStatus: undefined }],
  ])('from %s is about %s', async (From, channel, more) => {
    expect(await readInbound('STOP', undefined, { From, ChannelPrefix: 'whatsapp', ...more })).toStrictEqual({
      ...readAs(),
      optChanges: [{ channel, address: PHONE, optedOut: true, at: NOW }],
      answer: NO_REPLY,
    });
  });

  it.each([
    ['the payload of a quick reply', { ButtonPayload: 'STOP', ButtonText: 'Nichts mehr' }, PHONE],
    ['the text of a quick reply', { ButtonPayload: 'choice-2', ButtonText: 'Stop' }, PHONE],
    [
      'an identity without a number',
      { From: 'whatsapp:US.13491208655302741918', Body: 'STOP' },
      'US.13491208655302741918',
    ],
  ])('%s opts out of WhatsApp', async (_what, more, address) => {
    expect(await readInbound('Nichts mehr', undefined, { From: `whatsapp:${PHONE}`, ...more })).toMatchObject(
      {
        optChanges: [{ channel: 'whatsapp', address, optedOut: true }],
      },
    );
  });

  it('opts out also where the address names a message', async () => {
    expect(await read(call(inbound('STOP').body))).toMatchObject({
      receipts: [],
      optChanges: [{ optedOut: true }],
    });
  });
});
