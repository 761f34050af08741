import { definitionOf } from '../../channels/catalog';
import { connectionCases } from '../support/providers/connection-cases';
import { MESSAGE_ID, NOTIFICATION_ID, type Opened, opened, toPhone } from '../support/providers/opened';
import type { ScriptedApi } from '../support/providers/scripted-api';
import { ACCOUNT_SID, created, refusal, startTwilio } from '../support/providers/twilio-server';

const AUTH_TOKEN = 'tw-auth-token-0123456789abcdef';
const BASIC = Buffer.from(`${ACCOUNT_SID}:${AUTH_TOKEN}`).toString('base64');
const SERVICE = `MG${'b2'.repeat(16)}`;
const CONTENT = `HX${'c3'.repeat(16)}`;

let api: ScriptedApi;
const open_: Opened[] = [];
beforeEach(async () => {
  api = await startTwilio(`${ACCOUNT_SID}:${AUTH_TOKEN}`);
});
afterEach(async () => {
  expect(api.complaints).toEqual([]);
  for (const one of open_.splice(0)) await one.close();
  await api.close();
});

function open(changes: Record<string, unknown> = {}, channel: 'sms' | 'whatsapp' = 'sms'): Opened {
  const settings = { account_sid: ACCOUNT_SID, auth_token: AUTH_TOKEN, base_url: api.url, ...changes };
  const one = opened('twilio', channel, settings, [AUTH_TOKEN, BASIC]);
  open_.push(one);
  return one;
}
const fieldsOf = (index = 0) => Object.fromEntries(new URLSearchParams(api.requests[index]?.body));

describe('an SMS through Twilio', () => {
  it('is sent from the number of the message', async () => {
    expect(await open().send()).toEqual({
      outcome: 'sent',
      providerMessageId: `SM${'0f'.repeat(16)}`,
      response: 'HTTP 201, queued, segments: 1',
    });
    expect(fieldsOf()).toEqual({ To: '+15005550009', From: '+15005550006', Body: 'Your code is 123456' });
  });

  it('keeps every character of its text', async () => {
    const text = 'ÅÄÖ €5 & more = 100% + 😀\n@example.com #1';
    await open().send(toPhone({ content: { text } }));
    expect(fieldsOf().Body).toBe(text);
  });

  it('is sent by the messaging service where it names no number', async () => {
    const result = await open({ messaging_service_sid: SERVICE }).send(toPhone({ from: undefined }));
    expect(result).toMatchObject({ outcome: 'sent', response: expect.stringContaining('accepted') });
    expect(fieldsOf()).toMatchObject({ MessagingServiceSid: SERVICE });
    expect(fieldsOf()).not.toHaveProperty('From');
  });

  it('is sent by the messaging service from the number that it names', async () => {
    await open({ messaging_service_sid: SERVICE }).send();
    expect(fieldsOf()).toMatchObject({ MessagingServiceSid: SERVICE, From: '+15005550006' });
  });

  it('without any sender waits for an operator', async () => {
    expect(await open().send(toPhone({ from: undefined }))).toEqual({
      outcome: 'transient',
      code: 'PROVIDER_ERROR',
      refusedAccount: true,
      response: expect.stringContaining('messaging_service_sid'),
    });
    expect(api.requests).toEqual([]);
  });

  it('names its message and notification in the callback address', async () => {
    await open({ callback_url: 'https://hooks.example.com/twilio?key=1' }).send();
    expect(fieldsOf().StatusCallback).toBe(
      `https://hooks.example.com/twilio?key=1&notification_id=${NOTIFICATION_ID}&message_id=${MESSAGE_ID}`,
    );
  });

  it('is signed for by an API key where there is one', async () => {
    const key = `SK${'d4'.repeat(16)}`;
    const secret = 'api-secret-0123456789';
    const own = await startTwilio(`${key}:${secret}`);
    const keyed = open({ api_key: key, api_secret: secret, base_url: own.url });
    expect(await keyed.send()).toMatchObject({ outcome: 'sent' });
    await own.close();
    expect(own.complaints).toEqual([]);
  });

  it('of 1,600 characters is sent, of more refused without a call', async () => {
    expect(await open().send(toPhone({ content: { text: 'a'.repeat(1600) } }))).toMatchObject({
      outcome: 'sent',
    });
    expect(await open().send(toPhone({ content: { text: 'a'.repeat(1601) } }))).toEqual({
      outcome: 'permanent',
      code: 'REJECTED',
      response: expect.stringMatching(/1601 characters.*1600/),
    });
    expect(api.requests).toHaveLength(1);
  });

  it('that Twilio counts longer than we do is refused by it', async () => {
    const result = await open().send(toPhone({ content: { text: '😀'.repeat(1000) } }));
    expect(result).toMatchObject({
      outcome: 'permanent',
      code: 'REJECTED',
      response: expect.stringContaining('21617'),
    });
  });
});

describe('a WhatsApp message through Twilio', () => {
  it('goes from and to whatsapp addresses', async () => {
    expect(await open({}, 'whatsapp').send()).toMatchObject({ outcome: 'sent' });
    expect(fieldsOf()).toEqual({
      To: 'whatsapp:+15005550009',
      From: 'whatsapp:+15005550006',
      Body: 'Your code is 123456',
    });
  });

  it('of a template has its content SID and variables, and no text', async () => {
    const whatsappTemplate = { name: CONTENT, language: 'en', parameters: ['Ada', 'Tuesday "5"'] };
    await open({}, 'whatsapp').send(toPhone({ content: { text: 'fallback', whatsappTemplate } }));
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
    await open({}, 'whatsapp').send(toPhone({ content: { whatsappTemplate } }));
    expect(fieldsOf()).not.toHaveProperty('ContentVariables');
  });

  it('of a template that is named as at Meta is refused in words', async () => {
    const whatsappTemplate = { name: 'order_shipped', language: 'en', parameters: [] };
    expect(await open({}, 'whatsapp').send(toPhone({ content: { whatsappTemplate } }))).toEqual({
      outcome: 'permanent',
      code: 'REJECTED',
      response: expect.stringContaining('content SID'),
    });
    expect(api.requests).toEqual([]);
  });

  it('outside the window is refused with words what to do', async () => {
    api.next(refusal(400, 63016, 'Failed to send freeform message'));
    expect(await open({}, 'whatsapp').send()).toEqual({
      outcome: 'permanent',
      code: 'REJECTED',
      response: expect.stringMatching(/63016: Failed to send.*approved template.*content SID/),
    });
  });
});

describe('an answer of Twilio', () => {
  it.each<[number, number, string, string, boolean?]>([
    // The recipient.
    [400, 21211, 'permanent', 'INVALID_RECIPIENT'],
    [400, 21614, 'permanent', 'INVALID_RECIPIENT'],
    [400, 21635, 'permanent', 'INVALID_RECIPIENT'],
    [400, 63003, 'permanent', 'INVALID_RECIPIENT'],
    [400, 63024, 'permanent', 'INVALID_RECIPIENT'],
    // The person's wish.
    [400, 63033, 'permanent', 'REJECTED'],
    [400, 63014, 'permanent', 'REJECTED'],
    [400, 63015, 'permanent', 'REJECTED'],
    // Text and template.
    [400, 21612, 'permanent', 'REJECTED'],
    [400, 21617, 'permanent', 'REJECTED'],
    [400, 21619, 'permanent', 'REJECTED'],
    [400, 21655, 'permanent', 'REJECTED'],
    [400, 21656, 'permanent', 'REJECTED'],
    [400, 63027, 'permanent', 'REJECTED'],
    [400, 63041, 'permanent', 'REJECTED'],
    // A 400 that is not in the table.
    [400, 29999, 'permanent', 'REJECTED'],
    // Credentials and the account.
    [401, 20003, 'transient', 'UNAUTHORIZED'],
    [403, 20003, 'transient', 'UNAUTHORIZED'],
    [403, 20005, 'transient', 'UNAUTHORIZED'],
    [404, 20404, 'transient', 'UNAUTHORIZED'],
    [400, 90010, 'transient', 'UNAUTHORIZED'],
    [401, 29999, 'transient', 'UNAUTHORIZED'],
    // What an operator sets up.
    [400, 21408, 'transient', 'PROVIDER_ERROR', true],
    [400, 21603, 'transient', 'PROVIDER_ERROR', true],
    [400, 21606, 'transient', 'PROVIDER_ERROR', true],
    [400, 21608, 'transient', 'PROVIDER_ERROR', true],
    [400, 21609, 'transient', 'PROVIDER_ERROR', true],
    [400, 21660, 'transient', 'PROVIDER_ERROR', true],
    [404, 21701, 'transient', 'PROVIDER_ERROR', true],
    [400, 63007, 'transient', 'PROVIDER_ERROR', true],
    // Too much.
    [429, 20429, 'rate_limited', 'RATE_LIMITED'],
    [429, 21611, 'rate_limited', 'RATE_LIMITED'],
    [400, 63018, 'rate_limited', 'RATE_LIMITED'],
    // Down.
    [500, 20500, 'transient', 'PROVIDER_ERROR'],
    [503, 20503, 'transient', 'PROVIDER_ERROR'],
    [400, 63012, 'transient', 'PROVIDER_ERROR'],
    [504, 29999, 'unknown', 'OUTCOME_UNKNOWN'],
  ])('%i with code %i is %s %s', async (status, code, outcome, ours, refusedAccount = false) => {
    api.next(refusal(status, code, 'Words of Twilio'));
    expect(await open().send()).toEqual({
      outcome,
      code: ours,
      response: expect.stringContaining(`HTTP ${status}, code ${code}: Words of Twilio`),
      ...(refusedAccount && { refusedAccount }),
    });
  });

  it('that the person has sent STOP is refused for good, and says so apart from its words', async () => {
    api.next(refusal(400, 21610, 'Attempt to send to unsubscribed recipient'));
    expect(await open().send()).toEqual({
      outcome: 'permanent',
      code: 'REJECTED',
      response: 'HTTP 400, code 21610: Attempt to send to unsubscribed recipient',
      optedOut: true,
    });
  });

  it('to wrong credentials is UNAUTHORIZED', async () => {
    expect(await open({ auth_token: 'wrong' }).send()).toMatchObject({
      outcome: 'transient',
      code: 'UNAUTHORIZED',
      response: 'HTTP 401, code 20003: Authenticate',
    });
  });

  it('that quotes our credentials is shown without them', async () => {
    api.next(refusal(401, 20003, `bad token ${AUTH_TOKEN} in Basic ${BASIC}`));
    expect(await open().send()).toMatchObject({ response: expect.stringContaining('bad token *** in') });
  });

  it('that is very long is cut', async () => {
    api.next(refusal(400, 21211, 'x'.repeat(5000)));
    expect((await open().send()).response.length).toBeLessThan(520);
  });

  it.each([
    ['failed', 30007, 'permanent', 'REJECTED'],
    ['undelivered', 30003, 'permanent', 'INVALID_RECIPIENT'],
    ['failed', 30001, 'rate_limited', 'RATE_LIMITED'],
    ['canceled', null, 'permanent', 'REJECTED'],
    ['failed', 39999, 'permanent', 'REJECTED'],
  ])('201 with status %s and code %s is %s %s', async (status, error_code, outcome, code) => {
    api.next({ status: 201, body: created({ status, error_code }) });
    const result = await open().send();
    expect(result).toMatchObject({ outcome, code });
    expect(result).not.toHaveProperty('optedOut');
  });

  it('201 with status failed and code 21610 says that the person has sent STOP', async () => {
    api.next({ status: 201, body: created({ status: 'failed', error_code: 21610 }) });
    expect(await open().send()).toMatchObject({ outcome: 'permanent', code: 'REJECTED', optedOut: true });
  });
});

describe('a connection to Twilio', () => {
  connectionCases(
    () => api,
    (base_url) => open(base_url === undefined ? {} : { base_url }),
  );
});

describe('the check of a Twilio account', () => {
  it('reads one message, which a standard API key may', async () => {
    expect(await open().check()).toEqual({ ok: true, detail: `account ${ACCOUNT_SID}` });
    expect(api.requests).toMatchObject([{ method: 'GET' }]);
  });

  it('says in Twilio’s words what it refuses', async () => {
    expect(await open({ auth_token: 'wrong' }).check()).toEqual({
      ok: false,
      reason: 'HTTP 401, code 20003: Authenticate',
    });
  });
});

describe('the settings of Twilio', () => {
  const parse = (changes: object) =>
    definitionOf('twilio')!.settings.safeParse({ account_sid: ACCOUNT_SID, auth_token: 'x', ...changes });

  it('lead to Twilio itself unless another address is set', () => {
    expect(parse({}).data).toMatchObject({ base_url: 'https://api.twilio.com' });
    expect(parse({ base_url: 'https://api.dublin.ie1.twilio.com/' }).data).toMatchObject({
      base_url: 'https://api.dublin.ie1.twilio.com',
    });
  });

  it.each([
    [{ account_sid: 'SK1' }, 'account_sid'],
    [{ auth_token: undefined }, 'auth_token'],
    [{ auth_token: 'two words' }, 'auth_token'],
    [{ api_key: `SK${'d4'.repeat(16)}` }, 'api_secret'],
    [{ messaging_service_sid: 'MG1' }, 'messaging_service_sid'],
    [{ callback_url: 'http://hooks.example.com' }, 'callback_url'],
    [{ base_url: 'http://api.twilio.com' }, 'base_url'],
    [{ base_url: 'https://user:pass@api.twilio.com' }, 'base_url'],
    [{ base_url: 'https://api.twilio.com/?x=1' }, 'base_url'],
  ])('%j are refused at %s', (changes, field) => {
    expect(parse(changes).error?.issues.map(({ path }) => path.join('.'))).toContain(field);
  });

  it('know no other field', () => {
    expect(parse({ acount_sid: 'x' }).success).toBe(false);
  });
});
