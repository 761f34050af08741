import { telnyx as definition } from '../../channels/sms/telnyx/provider';
import { BARE_ANSWERS } from '../support/providers/bare-answers';
import { MESSAGE_ID, NOTIFICATION_ID, toPhone } from '../support/providers/messages';
import {
  ACCOUNT,
  type CodeTable,
  DOWN,
  INVALID,
  limited,
  LIMITED,
  OPTED_OUT,
  REJECTED,
  rowsOf,
  transient,
  UNAUTHORIZED,
  UNKNOWN,
} from '../support/providers/outcomes';
import { testProvider } from '../support/providers/provider-kit';
import { created, PROFILE_ID, refusal, startTelnyx } from '../support/providers/telnyx-server';

const KEY = 'KEY0123456789ABCDEF_secret';

const CODES: CodeTable = [
  // The recipient.
  [INVALID, { 400: [40310, 10016, 40001], 422: [10002] }],
  // The person's wish.
  [REJECTED, { 400: [40301, 40319] }],
  // The text.
  [REJECTED, { 400: [40302, 40316, 40322, 40328] }],
  // What is not in the table.
  [REJECTED, { 400: [49999], 422: [10004] }],
  // Credentials and the account.
  [UNAUTHORIZED, { 401: [10009, 20002], 403: [10010, 20012, 49999] }],
  // What an operator sets up.
  [ACCOUNT, { 400: [10003, 40305, 40309, 40312, 40321, 40329], 403: [20100], 404: [10005], 429: [40333] }],
  // Too much.
  [LIMITED, { 429: [10011, 49999], 400: [40318] }],
  // Down, or nobody knows.
  [DOWN, { 500: [10007], 503: [49999] }],
  [UNKNOWN, { 504: [10008] }],
];
const faulting = (pointer: string) => refusal(422, '10016', 'Must be +E.164', { source: { pointer } });
const stopped = (status: number, more = {}) => refusal(status, '40300', 'Blocked due to STOP message', more);
const stoppedAt = (status: number) => ({
  ...OPTED_OUT,
  response: `HTTP ${status}, code 40300: Blocked due to STOP message: Details`,
});
const made = (status: string, ...codes: string[]) =>
  created({ status }, { errors: codes.map((code) => ({ code, title: 'No' })) });

const telnyx = testProvider(definition, {
  start: () => startTelnyx(KEY),
  settings: ({ url }) => ({ api_key: KEY, base_url: `${url}/v2` }),
  message: () => toPhone(),
  says: (words) => refusal(400, '40310', words),
  accepted: {
    reply: created(),
    id: '40385f64-5717-4562-b3fc-2c963f66afa6',
    nameless: created({}, { id: '' }),
  },
  impossible: [
    [
      'without any sender',
      toPhone({ from: undefined }),
      { ...ACCOUNT, response: expect.stringContaining('messaging_profile_id') },
    ],
    [
      'from a name without a profile',
      toPhone({ from: 'MYAPP' }),
      { ...ACCOUNT, response: expect.stringContaining('set messaging_profile_id') },
    ],
    [
      'of more characters than ten segments can hold',
      toPhone({ content: { text: 'a'.repeat(1531) } }),
      { ...REJECTED, response: expect.stringMatching(/11 segments.*accepts 10/) },
    ],
  ],
  answers: [
    ...rowsOf(
      CODES,
      (status, code) => refusal(status, String(code), 'Words'),
      (status, code) => `HTTP ${status}, code ${code}: Words: Details`,
    ),
    ...BARE_ANSWERS,
    ['a fault of /from', faulting('/from'), ACCOUNT],
    ['a fault of /messaging_profile_id', faulting('/messaging_profile_id'), ACCOUNT],
    ['a fault of /webhook_url', faulting('/webhook_url'), ACCOUNT],
    ['a fault of /to', faulting('/to'), INVALID],
    ['400 that the person has sent STOP', stopped(400), stoppedAt(400)],
    ['403 that the person has sent STOP', stopped(403), stoppedAt(403)],
    [
      '403 that the person has sent STOP to the number',
      stopped(403, { source: { pointer: '/from' } }),
      stoppedAt(403),
    ],
    ['200 with sending_failed and code 40300', made('sending_failed', '40300'), OPTED_OUT],
    ['200 with sending_failed and code 40310', made('sending_failed', '40310'), INVALID],
    ['200 with delivery_failed and code 40006', made('delivery_failed', '40006'), DOWN],
    ['200 with sending_failed and no code', made('sending_failed'), REJECTED],
    [
      'when the rate limit is reset',
      { ...refusal(429, '10011'), headers: { 'x-ratelimit-reset': '3' } },
      limited(3000),
    ],
    [
      'our key in its words',
      refusal(401, '10009', `No such key: ${KEY}`),
      transient('UNAUTHORIZED', 'No such key: ***'),
    ],
  ],
  checks: [
    ['a key, by which it reads one messaging profile', {}, { ok: true, detail: 'the key is accepted' }],
    [
      'the profile that is set',
      { settings: { messaging_profile_id: PROFILE_ID } },
      { ok: true, detail: 'messaging profile main' },
    ],
    [
      'a profile that is disabled',
      {
        settings: { messaging_profile_id: PROFILE_ID },
        reply: { status: 200, body: { data: { name: 'main', enabled: false } } },
      },
      { ok: false, reason: 'the messaging profile main is disabled' },
    ],
    [
      'in Telnyx’s words what it refuses',
      { settings: { api_key: 'wrong' } },
      { ok: false, reason: 'HTTP 401, code 10009: Authentication failed: Details' },
    ],
  ],
  defaults: { api_key: KEY, base_url: 'https://api.telnyx.com/v2' },
  wrongSettings: [
    [{ api_key: '' }, 'api_key'],
    [{ messaging_profile_id: 'main' }, 'messaging_profile_id'],
    [{ callback_url: 'ftp://x' }, 'callback_url'],
    [{ base_url: 'http://api.telnyx.com' }, 'base_url'],
  ],
});
const bodyOf = () => telnyx.server.requests[0]?.json;

describe('an SMS through Telnyx', () => {
  it('is sent from the number of the message', async () => {
    expect(await telnyx.send()).toEqual({
      outcome: 'sent',
      providerMessageId: '40385f64-5717-4562-b3fc-2c963f66afa6',
      response: 'HTTP 200, queued, parts: 1',
    });
    expect(bodyOf()).toEqual({
      from: '+15005550006',
      to: '+15005550009',
      text: 'Your code is 123456',
      type: 'SMS',
    });
  });

  it('is sent from the number pool of the profile where it names no number', async () => {
    await telnyx.open({ messaging_profile_id: PROFILE_ID }).send(toPhone({ from: undefined }));
    expect(bodyOf()).toEqual({
      to: '+15005550009',
      text: 'Your code is 123456',
      type: 'SMS',
      messaging_profile_id: PROFILE_ID,
    });
  });

  it('is sent from the name of the message, with the profile', async () => {
    const result = await telnyx.open({ messaging_profile_id: PROFILE_ID }).send(toPhone({ from: 'MYAPP' }));
    expect(result).toMatchObject({ outcome: 'sent' });
    expect(bodyOf()).toMatchObject({ from: 'MYAPP', messaging_profile_id: PROFILE_ID });
  });

  it('names its message and notification in the webhook address', async () => {
    await telnyx.open({ callback_url: 'https://hooks.example.com/telnyx' }).send();
    const query = `notification_id=${NOTIFICATION_ID}&message_id=${MESSAGE_ID}`;
    expect(bodyOf()).toMatchObject({ webhook_url: `https://hooks.example.com/telnyx?${query}` });
  });

  it('of ten segments is sent', async () => {
    expect(await telnyx.send(toPhone({ content: { text: 'a'.repeat(1530) } }))).toMatchObject({
      outcome: 'sent',
      response: expect.stringContaining('parts: 10'),
    });
  });

  it('of more segments in UCS-2 is refused by Telnyx', async () => {
    expect(await telnyx.send(toPhone({ content: { text: 'ł'.repeat(671) } }))).toMatchObject({
      outcome: 'permanent',
      code: 'REJECTED',
      response: expect.stringContaining('40302'),
    });
  });
});

it('a wrong key of Telnyx is refused', async () => {
  expect(await telnyx.open({ api_key: 'wrong' }).send()).toMatchObject(UNAUTHORIZED);
});
