import { twilio as definition } from '../../channels/sms/twilio/provider';
import { BARE_ANSWERS } from '../support/providers/bare-answers';
import { MESSAGE_ID, NOTIFICATION_ID, toPhone } from '../support/providers/messages';
import {
  ACCOUNT,
  type CodeTable,
  DOWN,
  INVALID,
  LIMITED,
  OPTED_OUT,
  REJECTED,
  rowsOf,
  transient,
  UNAUTHORIZED,
  UNKNOWN,
} from '../support/providers/outcomes';
import { testProvider } from '../support/providers/provider-kit';
import { ACCOUNT_SID, created, refusal, startTwilio } from '../support/providers/twilio-server';

const AUTH_TOKEN = 'tw-auth-token-0123456789abcdef';
const BASIC = Buffer.from(`${ACCOUNT_SID}:${AUTH_TOKEN}`).toString('base64');
const SERVICE = `MG${'b2'.repeat(16)}`;
const CONTENT = `HX${'c3'.repeat(16)}`;

const CODES: CodeTable = [
  // The recipient.
  [INVALID, { 400: [21211, 21614, 21635, 63003, 63024] }],
  // The person's wish.
  [REJECTED, { 400: [63033, 63014, 63015] }],
  // Text and template.
  [REJECTED, { 400: [21612, 21617, 21619, 21655, 21656, 21657, 63027, 63041] }],
  // A 400 that is not in the table.
  [REJECTED, { 400: [29999] }],
  // Credentials and the account.
  [UNAUTHORIZED, { 401: [20003, 29999], 403: [20003, 20005], 404: [20404], 400: [90010] }],
  // What an operator sets up.
  [ACCOUNT, { 400: [21408, 21603, 21606, 21608, 21609, 21660, 63007], 404: [21701] }],
  // Too much.
  [LIMITED, { 429: [20429, 21611], 400: [63018] }],
  // Down.
  [DOWN, { 503: [20503], 400: [63012] }],
  [UNKNOWN, { 500: [20500], 504: [29999] }],
];
const made = (status: string, error_code: number | null) => ({
  status: 201,
  body: created({ status, error_code }),
});

const twilio = testProvider(definition, {
  start: () => startTwilio(`${ACCOUNT_SID}:${AUTH_TOKEN}`),
  settings: ({ url }) => ({ account_sid: ACCOUNT_SID, auth_token: AUTH_TOKEN, base_url: url }),
  message: () => toPhone(),
  says: (words) => refusal(400, 21211, words),
  accepted: {
    reply: { status: 201, body: created() },
    id: `SM${'0f'.repeat(16)}`,
    nameless: { status: 201, body: created({ sid: null }) },
  },
  impossible: [
    [
      'without any sender',
      toPhone({ from: undefined }),
      { ...ACCOUNT, response: expect.stringContaining('messaging_service_sid') },
    ],
    [
      'of 1,601 characters',
      toPhone({ content: { text: 'a'.repeat(1601) } }),
      { ...REJECTED, response: expect.stringMatching(/1601 characters.*1600/) },
    ],
  ],
  answers: [
    ...rowsOf(
      CODES,
      (status, code) => refusal(status, code, 'Words of Twilio'),
      (status, code) => expect.stringContaining(`HTTP ${status}, code ${code}: Words of Twilio`),
    ),
    ...BARE_ANSWERS,
    [
      'that the person has sent STOP',
      refusal(400, 21610, 'Attempt to send to unsubscribed recipient'),
      { ...OPTED_OUT, response: 'HTTP 400, code 21610: Attempt to send to unsubscribed recipient' },
    ],
    [
      'our credentials in its words',
      refusal(401, 20003, `bad token ${AUTH_TOKEN} in Basic ${BASIC}`),
      transient('UNAUTHORIZED', 'bad token *** in'),
    ],
    ['201 failed 30007', made('failed', 30007), REJECTED],
    ['201 undelivered 30003', made('undelivered', 30003), INVALID],
    ['201 failed 30001', made('failed', 30001), LIMITED],
    ['201 canceled', made('canceled', null), REJECTED],
    ['201 failed 39999', made('failed', 39999), REJECTED],
    ['201 failed 21610: the person has sent STOP', made('failed', 21610), OPTED_OUT],
  ],
  checks: [
    ['an account, of which it reads one message', {}, { ok: true, detail: `account ${ACCOUNT_SID}` }],
    [
      'in Twilio’s words what it refuses',
      { settings: { auth_token: 'wrong' } },
      { ok: false, reason: 'HTTP 401, code 20003: Authenticate' },
    ],
  ],
  defaults: { base_url: 'https://api.twilio.com' },
  wrongSettings: [
    [{ account_sid: 'SK1' }, 'account_sid'],
    [{ auth_token: undefined }, 'auth_token'],
    [{ auth_token: 'two words' }, 'auth_token'],
    [{ api_key: `SK${'d4'.repeat(16)}` }, 'api_secret'],
    [{ messaging_service_sid: 'MG1' }, 'messaging_service_sid'],
    [{ callback_url: 'http://hooks.example.com' }, 'callback_url'],
    [{ base_url: 'http://api.twilio.com' }, 'base_url'],
    [{ acount_sid: 'x' }, ''],
  ],
});
const whatsapp = () => twilio.open({}, 'whatsapp');
const fieldsOf = (index = 0) => Object.fromEntries(new URLSearchParams(twilio.server.requests[index]?.body));

describe('an SMS through Twilio', () => {
  it('is sent from the number of the message', async () => {
    expect(await twilio.send()).toEqual({
      outcome: 'sent',
      providerMessageId: `SM${'0f'.repeat(16)}`,
      response: 'HTTP 201, queued, segments: 1',
    });
    expect(fieldsOf()).toEqual({ To: '+15005550009', From: '+15005550006', Body: 'Your code is 123456' });
  });

  it('keeps every character of its text', async () => {
    const text = 'ÅÄÖ €5 & more = 100% + 😀\n@example.com #1';
    await twilio.send(toPhone({ content: { text } }));
    expect(fieldsOf().Body).toBe(text);
  });

  it('is sent by the messaging service where it names no number', async () => {
    const result = await twilio.open({ messaging_service_sid: SERVICE }).send(toPhone({ from: undefined }));
    expect(result).toMatchObject({ outcome: 'sent', response: expect.stringContaining('accepted') });
    expect(fieldsOf()).toMatchObject({ MessagingServiceSid: SERVICE });
    expect(fieldsOf()).not.toHaveProperty('From');
  });

  it('is sent by the messaging service from the number that it names', async () => {
    await twilio.open({ messaging_service_sid: SERVICE }).send();
    expect(fieldsOf()).toMatchObject({ MessagingServiceSid: SERVICE, From: '+15005550006' });
  });

  it('is sent from the name of the message', async () => {
    expect(await twilio.send(toPhone({ from: 'My App' }))).toMatchObject({ outcome: 'sent' });
    expect(fieldsOf()).toMatchObject({ From: 'My App' });
  });

  it('names its message and notification in the callback address', async () => {
    await twilio.open({ callback_url: 'https://hooks.example.com/twilio?key=1' }).send();
    expect(fieldsOf().StatusCallback).toBe(
      `https://hooks.example.com/twilio?key=1&notification_id=${NOTIFICATION_ID}&message_id=${MESSAGE_ID}`,
    );
  });

  it('is signed for by an API key where there is one', async () => {
    const key = `SK${'d4'.repeat(16)}`;
    const secret = 'api-secret-0123456789';
    const own = await startTwilio(`${key}:${secret}`);
    const keyed = twilio.open({ api_key: key, api_secret: secret, base_url: own.url });
    expect(await keyed.send()).toMatchObject({ outcome: 'sent' });
    await own.close();
    expect(own.violations).toEqual([]);
  });

  it('of 1,600 characters is sent', async () => {
    expect(await twilio.send(toPhone({ content: { text: 'a'.repeat(1600) } }))).toMatchObject({
      outcome: 'sent',
    });
  });

  it('that Twilio counts longer than we do is refused by it', async () => {
    const result = await twilio.send(toPhone({ content: { text: '😀'.repeat(1000) } }));
    expect(result).toMatchObject({
      outcome: 'permanent',
      code: 'REJECTED',
      response: expect.stringContaining('21617'),
    });
  });
});

describe('a WhatsApp message through Twilio', () => {
  it('goes from and to whatsapp addresses', async () => {
    expect(await whatsapp().send()).toMatchObject({ outcome: 'sent' });
    expect(fieldsOf()).toEqual({
      To: 'whatsapp:+15005550009',
      From: 'whatsapp:+15005550006',
      Body: 'Your code is 123456',
    });
  });

  it('of a template has its content SID and variables, and no text', async () => {
    const whatsappTemplate = { name: CONTENT, language: 'en', parameters: ['Ada', 'Tuesday "5"'] };
    await whatsapp().send(toPhone({ content: { text: 'fallback', whatsappTemplate } }));
    const { ContentVariables, ...fields } = fieldsOf();
    expect(JSON.parse(String(ContentVariables))).toEqual({ '1': 'Ada', '2': 'Tuesday "5"' });
    expect(fields).toEqual({
      To: 'whatsapp:+15005550009',
      From: 'whatsapp:+15005550006',
      ContentSid: CONTENT,
    });
  });

  it('of a template without placeholders has no variables', async () => {
    const whatsappTemplate = { name: CONTENT, language: 'en', parameters: [] };
    await whatsapp().send(toPhone({ content: { whatsappTemplate } }));
    expect(fieldsOf()).not.toHaveProperty('ContentVariables');
  });

  it('of a template that is named as at Meta is refused in words', async () => {
    const whatsappTemplate = { name: 'order_shipped', language: 'en', parameters: [] };
    expect(await whatsapp().send(toPhone({ content: { whatsappTemplate } }))).toEqual({
      outcome: 'permanent',
      code: 'REJECTED',
      response: expect.stringContaining('content SID'),
    });
    expect(twilio.server.requests).toEqual([]);
  });

  it('of a template with a header and buttons as at Meta is refused in words', async () => {
    const header = { type: 'text', text: 'Sale' } as const;
    const whatsappTemplate = { name: CONTENT, language: 'en', parameters: [], header };
    expect(await whatsapp().send(toPhone({ content: { whatsappTemplate } }))).toEqual({
      outcome: 'permanent',
      code: 'REJECTED',
      response: expect.stringContaining('give their values as "parameters"'),
    });
    expect(twilio.server.requests).toEqual([]);
  });

  it('outside the window is refused with words what to do', async () => {
    twilio.server.next.push(refusal(400, 63016, 'Failed to send freeform message'));
    expect(await whatsapp().send()).toEqual({
      outcome: 'permanent',
      code: 'REJECTED',
      response: expect.stringMatching(/63016: Failed to send.*approved template.*content SID/),
    });
  });
});

describe('a Twilio account', () => {
  it('with wrong credentials is refused', async () => {
    expect(await twilio.open({ auth_token: 'wrong' }).send()).toEqual({
      ...UNAUTHORIZED,
      response: 'HTTP 401, code 20003: Authenticate',
    });
  });

  it('is checked by reading one message, which a standard API key may', async () => {
    await twilio.check();
    expect(twilio.server.requests).toMatchObject([{ method: 'GET' }]);
  });

  it('may be in another region', () => {
    const settings = {
      account_sid: ACCOUNT_SID,
      auth_token: 'x',
      base_url: 'https://api.dublin.ie1.twilio.com/',
    };
    expect(definition.settings.parse(settings)).toMatchObject({
      base_url: 'https://api.dublin.ie1.twilio.com',
    });
  });
});
