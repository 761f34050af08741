import type { RenderedContent } from '../../channels/provider';
import { expo } from '../../channels/push/expo/provider';
import type { ApiReply } from '../support/providers/api-server';
import { expoErrors, startExpoServer, ticketError } from '../support/providers/expo-server';
import { APP_DATA, FULL, pushMessage } from '../support/providers/messages';
import {
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

const TOKEN = 'ExponentPushToken[aaaaaaaaaaaaaaaaaaaaaa]';
const ACCESS = 'access-token-of-expo';
const wrong = (content: RenderedContent) => pushMessage(TOKEN, content);

const TICKETS: [string | undefined, Expected][] = [
  ['DeviceNotRegistered', { ...INVALID, gone: true }],
  ['MessageTooBig', REJECTED],
  ['DeveloperError', REJECTED],
  ['MessageRateExceeded', LIMITED],
  ['MismatchSenderId', UNAUTHORIZED],
  ['InvalidCredentials', UNAUTHORIZED],
  ['ProviderError', DOWN],
  ['ExpoError', DOWN],
  [undefined, DOWN],
];

const account = testProvider(expo, {
  start: () => startExpoServer(ACCESS),
  settings: ({ url }) => ({ access_token: ACCESS, base_url: url }),
  message: () => pushMessage(TOKEN),
  says: (words) => expoErrors(401, 'UNAUTHORIZED', words),
  accepted: {
    reply: { status: 200, body: { data: { status: 'ok', id: 'expo-9' } } },
    id: 'expo-9',
    nameless: { status: 200, body: { data: { status: 'ok' } } },
  },
  impossible: [
    ['a token of another service', pushMessage('ab'.repeat(32)), INVALID],
    ['an empty token', pushMessage('ExponentPushToken[]'), INVALID],
    ['nothing to show', wrong({}), REJECTED],
    ['a text that is too long', wrong({ text: 'x'.repeat(4096) }), REJECTED],
  ],
  answers: [
    ...TICKETS.map(([error, result]): [string, ApiReply, Expected] => [
      `a ticket with the error ${error}`,
      ticketError(error, `"${TOKEN}" is what this is about`),
      { ...result, response: expect.not.stringContaining(TOKEN) },
    ]),
    [
      'a ticket in a list',
      { status: 200, body: { data: [{ status: 'ok', id: 'in-a-list' }] } },
      sent('in-a-list', 'in-a-list'),
    ],
    ['400 of a request', expoErrors(400, 'VALIDATION_ERROR'), REJECTED],
    ['400 of tokens of two projects', expoErrors(400, 'PUSH_TOO_MANY_EXPERIENCE_IDS'), REJECTED],
    ['401', expoErrors(401, 'UNAUTHORIZED'), UNAUTHORIZED],
    ['403', expoErrors(403, 'FORBIDDEN'), UNAUTHORIZED],
    ['500', expoErrors(500, 'INTERNAL_SERVER_ERROR'), DOWN],
    ['504 in HTML', { status: 504, body: '<html>' }, UNKNOWN],
    ['200 with errors', expoErrors(200, 'VALIDATION_ERROR'), REJECTED],
    ['200 with the access token refused', expoErrors(200, 'UNAUTHORIZED'), UNAUTHORIZED],
    ['200 with too many requests', expoErrors(200, 'TOO_MANY_REQUESTS'), LIMITED],
    ['429', expoErrors(429, 'TOO_MANY_REQUESTS'), LIMITED],
    [
      '429 with Retry-After',
      expoErrors(429, 'TOO_MANY_REQUESTS', 'slow down', { 'retry-after': '12' }),
      limited(12_000),
    ],
    [
      'our access token in its words',
      expoErrors(401, 'UNAUTHORIZED', `not good: ${ACCESS}`),
      { ...UNAUTHORIZED, response: '401 UNAUTHORIZED not good: ***' },
    ],
  ],
  checks: [
    ['an access token that is taken', {}, { ok: true, detail: 'Expo accepts the access token' }],
    [
      'an access token that is refused',
      { settings: { access_token: 'wrong' } },
      { ok: false, reason: '401 UNAUTHORIZED The bearer token is invalid.' },
    ],
  ],
  wrongSettings: [],
  batch: {
    path: '/--/api/v2/push/send',
    most: 100,
    message: (at) => pushMessage(`ExponentPushToken[${at}]`),
    answers: [
      [
        'a ticket for each',
        {
          status: 200,
          body: {
            data: [
              { status: 'ok', id: 'expo-a' },
              { status: 'error', message: 'gone', details: { error: 'DeviceNotRegistered' } },
              { status: 'error', message: 'slow', details: { error: 'MessageRateExceeded' } },
            ],
          },
        },
        [sent('expo-a'), { ...INVALID, gone: true }, LIMITED],
      ],
      [
        'a success, a refusal for now, a ticket that nobody can read',
        {
          status: 200,
          body: {
            data: [{ status: 'ok', id: 'a' }, { status: 'error', details: { error: 'ExpoError' } }, null],
          },
        },
        [sent('a'), DOWN, UNKNOWN],
      ],
      [
        'a ticket for each, and errors',
        {
          status: 200,
          body: {
            data: [
              { status: 'ok', id: 'a' },
              { status: 'error', details: { error: 'MessageTooBig' } },
              { status: 'ok' },
            ],
            errors: [{ code: 'SOME', message: 'x' }],
          },
        },
        [sent('a'), REJECTED, UNKNOWN],
      ],
      [
        'more tickets than messages',
        { status: 200, body: { data: ['a', 'b', 'c', 'd'].map((id) => ({ status: 'ok', id })) } },
        UNKNOWN,
      ],
      ['fewer tickets than messages', { status: 200, body: { data: [{ status: 'ok', id: 'a' }] } }, UNKNOWN],
      ['a ticket for one', { status: 200, body: { data: { status: 'ok', id: 'a' } } }, UNKNOWN],
      ['401', expoErrors(401, 'UNAUTHORIZED'), UNAUTHORIZED],
      ['429', expoErrors(429, 'TOO_MANY_REQUESTS', 'slow down', { 'retry-after': '12' }), limited(12_000)],
      ['500', expoErrors(500, 'INTERNAL_SERVER_ERROR'), DOWN],
      ['504 in HTML', { status: 504, body: '<html>' }, UNKNOWN],
    ],
    refused: expoErrors(400, 'PUSH_TOO_MANY_EXPERIENCE_IDS'),
  },
});

test('a message with everything reaches Expo as its documentation has it', async () => {
  expect(await account.send(pushMessage(TOKEN, FULL))).toMatchObject({
    outcome: 'sent',
    providerMessageId: '019a-receipt',
  });
  expect(account.server.sent()).toEqual([
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

test('without an access token none is sent', async () => {
  const plain = await startExpoServer();
  const open = account.open({ access_token: undefined, base_url: plain.url });
  expect(await open.send()).toMatchObject({ outcome: 'sent' });
  expect(plain.requests[0]?.headers.authorization).toBeUndefined();
  expect(plain.violations).toEqual([]);
  await plain.close();
});

test('an old token, which is a UUID, is sent to as well', async () => {
  const old = pushMessage('6f1d2a3b-0c4d-4e5f-8a9b-0c1d2e3f4a5b');
  expect(await account.send(old)).toMatchObject({ outcome: 'sent' });
});

test('the check asks for receipts and sends nothing', async () => {
  await account.check();
  expect(account.server.requests.map(({ path }) => path)).toEqual(['/--/api/v2/push/getReceipts']);
});
