import { definitionOf } from '../../channels/catalog';
import { connectionCases } from '../support/providers/connection-cases';
import { MESSAGE_ID, NOTIFICATION_ID, type Opened, opened, toPhone } from '../support/providers/opened';
import type { ScriptedApi } from '../support/providers/scripted-api';
import { created, PROFILE_ID, refusal, startTelnyx } from '../support/providers/telnyx-server';

const KEY = 'KEY0123456789ABCDEF_secret';

let api: ScriptedApi;
const open_: Opened[] = [];
beforeEach(async () => {
  api = await startTelnyx(KEY);
});
afterEach(async () => {
  expect(api.complaints).toEqual([]);
  for (const one of open_.splice(0)) await one.close();
  await api.close();
});

function open(changes: Record<string, unknown> = {}): Opened {
  const one = opened('telnyx', 'sms', { api_key: KEY, base_url: `${api.url}/v2`, ...changes }, [KEY]);
  open_.push(one);
  return one;
}
const bodyOf = () => JSON.parse(api.requests[0]?.body ?? '{}') as unknown;

describe('an SMS through Telnyx', () => {
  it('is sent from the number of the message', async () => {
    expect(await open().send()).toEqual({
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
    await open({ messaging_profile_id: PROFILE_ID }).send(toPhone({ from: undefined }));
    expect(bodyOf()).toEqual({
      to: '+15005550009',
      text: 'Your code is 123456',
      type: 'SMS',
      messaging_profile_id: PROFILE_ID,
    });
  });

  it('without any sender waits for an operator', async () => {
    expect(await open().send(toPhone({ from: undefined }))).toEqual({
      outcome: 'transient',
      code: 'PROVIDER_ERROR',
      refusedAccount: true,
      response: expect.stringContaining('messaging_profile_id'),
    });
    expect(api.requests).toEqual([]);
  });

  it('names its message and notification in the webhook address', async () => {
    await open({ callback_url: 'https://hooks.example.com/telnyx' }).send();
    const query = `notification_id=${NOTIFICATION_ID}&message_id=${MESSAGE_ID}`;
    expect(bodyOf()).toMatchObject({ webhook_url: `https://hooks.example.com/telnyx?${query}` });
  });

  it('of ten segments is sent', async () => {
    expect(await open().send(toPhone({ content: { text: 'a'.repeat(1530) } }))).toMatchObject({
      outcome: 'sent',
      response: expect.stringContaining('parts: 10'),
    });
  });

  it('of more characters than ten segments can hold is refused without a call', async () => {
    expect(await open().send(toPhone({ content: { text: 'a'.repeat(1531) } }))).toEqual({
      outcome: 'permanent',
      code: 'REJECTED',
      response: expect.stringMatching(/11 segments.*takes 10/),
    });
    expect(api.requests).toEqual([]);
  });

  it('of more segments in UCS-2 is refused by Telnyx', async () => {
    expect(await open().send(toPhone({ content: { text: 'ł'.repeat(671) } }))).toMatchObject({
      outcome: 'permanent',
      code: 'REJECTED',
      response: expect.stringContaining('40302'),
    });
  });
});

describe('an answer of Telnyx', () => {
  it.each<[number, string, string, string, boolean?]>([
    // The recipient.
    [400, '40310', 'permanent', 'INVALID_RECIPIENT'],
    [400, '10016', 'permanent', 'INVALID_RECIPIENT'],
    [422, '10002', 'permanent', 'INVALID_RECIPIENT'],
    [400, '40001', 'permanent', 'INVALID_RECIPIENT'],
    // The person's wish.
    [400, '40301', 'permanent', 'REJECTED'],
    [400, '40319', 'permanent', 'REJECTED'],
    // The text.
    [400, '40302', 'permanent', 'REJECTED'],
    [400, '40316', 'permanent', 'REJECTED'],
    [400, '40322', 'permanent', 'REJECTED'],
    [400, '40328', 'permanent', 'REJECTED'],
    // What is not in the table.
    [400, '49999', 'permanent', 'REJECTED'],
    [422, '10004', 'permanent', 'REJECTED'],
    // Credentials and the account.
    [401, '10009', 'transient', 'UNAUTHORIZED'],
    [403, '10010', 'transient', 'UNAUTHORIZED'],
    [401, '20002', 'transient', 'UNAUTHORIZED'],
    [403, '20012', 'transient', 'UNAUTHORIZED'],
    [403, '49999', 'transient', 'UNAUTHORIZED'],
    // What an operator sets up.
    [400, '10003', 'transient', 'PROVIDER_ERROR', true],
    [403, '20100', 'transient', 'PROVIDER_ERROR', true],
    [400, '40305', 'transient', 'PROVIDER_ERROR', true],
    [400, '40309', 'transient', 'PROVIDER_ERROR', true],
    [400, '40312', 'transient', 'PROVIDER_ERROR', true],
    [400, '40321', 'transient', 'PROVIDER_ERROR', true],
    [400, '40329', 'transient', 'PROVIDER_ERROR', true],
    [404, '10005', 'transient', 'PROVIDER_ERROR', true],
    [429, '40333', 'transient', 'PROVIDER_ERROR', true],
    // Too much.
    [429, '10011', 'rate_limited', 'RATE_LIMITED'],
    [400, '40318', 'rate_limited', 'RATE_LIMITED'],
    [429, '49999', 'rate_limited', 'RATE_LIMITED'],
    // Down, or nobody knows.
    [500, '10007', 'transient', 'PROVIDER_ERROR'],
    [503, '49999', 'transient', 'PROVIDER_ERROR'],
    [504, '10008', 'unknown', 'OUTCOME_UNKNOWN'],
  ])('%i with code %s is %s %s', async (status, code, outcome, ours, refusedAccount = false) => {
    api.next(refusal(status, code, 'Words'));
    expect(await open().send()).toEqual({
      outcome,
      code: ours,
      response: `HTTP ${status}, code ${code}: Words: Details`,
      ...(refusedAccount && { refusedAccount }),
    });
  });

  it.each([
    ['/from', 'transient', 'PROVIDER_ERROR'],
    ['/messaging_profile_id', 'transient', 'PROVIDER_ERROR'],
    ['/webhook_url', 'transient', 'PROVIDER_ERROR'],
    ['/to', 'permanent', 'INVALID_RECIPIENT'],
  ])('that faults %s is %s %s', async (pointer, outcome, code) => {
    api.next(refusal(422, '10016', 'Must be +E.164', { source: { pointer } }));
    expect(await open().send()).toMatchObject({ outcome, code });
  });

  it.each([
    [400, {}],
    [403, {}],
    [403, { source: { pointer: '/from' } }],
  ])('%i that the person has sent STOP is refused for good, and says so (%j)', async (status, more) => {
    api.next(refusal(status, '40300', 'Blocked due to STOP message', more));
    expect(await open().send()).toEqual({
      outcome: 'permanent',
      code: 'REJECTED',
      response: `HTTP ${status}, code 40300: Blocked due to STOP message: Details`,
      optedOut: true,
    });
  });

  it('200 with sending_failed and code 40300 says that the person has sent STOP', async () => {
    const errors = [{ code: '40300', title: 'Blocked due to STOP message' }];
    api.next(created({ status: 'sending_failed' }, { errors }));
    expect(await open().send()).toMatchObject({ outcome: 'permanent', code: 'REJECTED', optedOut: true });
  });

  it('to a wrong key is UNAUTHORIZED', async () => {
    expect(await open({ api_key: 'wrong' }).send()).toMatchObject({ code: 'UNAUTHORIZED' });
  });

  it('waits until the rate limit is reset', async () => {
    api.next({ ...refusal(429, '10011'), headers: { 'x-ratelimit-reset': '3' } });
    expect(await open().send()).toMatchObject({ outcome: 'rate_limited', retryAfterMs: 3000 });
  });

  it('that quotes our key is shown without it', async () => {
    api.next(refusal(401, '10009', `No such key: ${KEY}`));
    expect(await open().send()).toMatchObject({ response: expect.stringContaining('No such key: ***') });
  });

  it.each([
    ['sending_failed', '40310', 'permanent', 'INVALID_RECIPIENT'],
    ['delivery_failed', '40006', 'transient', 'PROVIDER_ERROR'],
    ['sending_failed', undefined, 'permanent', 'REJECTED'],
  ])('200 with %s and code %s is %s %s', async (status, code, outcome, ours) => {
    const errors = code === undefined ? [] : [{ code, title: 'No' }];
    api.next(created({ status }, { errors }));
    expect(await open().send()).toMatchObject({ outcome, code: ours });
  });
});

describe('a connection to Telnyx', () => {
  connectionCases(
    () => api,
    (base_url) => open(base_url === undefined ? {} : { base_url }),
  );
});

describe('the check of a Telnyx account', () => {
  it('reads one messaging profile', async () => {
    expect(await open().check()).toEqual({ ok: true, detail: 'the key is accepted' });
  });

  it('names the profile that is set', async () => {
    const result = await open({ messaging_profile_id: PROFILE_ID }).check();
    expect(result).toEqual({ ok: true, detail: 'messaging profile main' });
  });

  it('tells of a profile that is disabled', async () => {
    api.next({ status: 200, body: { data: { name: 'main', enabled: false } } });
    expect(await open({ messaging_profile_id: PROFILE_ID }).check()).toEqual({
      ok: false,
      reason: 'the messaging profile main is disabled',
    });
  });

  it('says in Telnyx’s words what it refuses', async () => {
    expect(await open({ api_key: 'wrong' }).check()).toEqual({
      ok: false,
      reason: 'HTTP 401, code 10009: Authentication failed: Details',
    });
  });
});

describe('the settings of Telnyx', () => {
  const parse = (changes: object) => definitionOf('telnyx')!.settings.safeParse({ api_key: KEY, ...changes });

  it('lead to Telnyx itself unless another address is set', () => {
    expect(parse({}).data).toEqual({ api_key: KEY, base_url: 'https://api.telnyx.com/v2' });
  });

  it.each([
    [{ api_key: '' }, 'api_key'],
    [{ messaging_profile_id: 'main' }, 'messaging_profile_id'],
    [{ callback_url: 'ftp://x' }, 'callback_url'],
    [{ base_url: 'http://api.telnyx.com' }, 'base_url'],
  ])('%j are refused at %s', (changes, field) => {
    expect(parse(changes).error?.issues.map(({ path }) => path.join('.'))).toContain(field);
  });
});
