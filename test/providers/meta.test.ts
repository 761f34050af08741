import { definitionOf } from '../../channels/catalog';
import { connectionCases } from '../support/providers/connection-cases';
import { created, PHONE_NUMBER_ID, refusal, startMeta } from '../support/providers/meta-server';
import { MESSAGE_ID, NOTIFICATION_ID, type Opened, opened, toPhone } from '../support/providers/opened';
import type { ScriptedApi } from '../support/providers/scripted-api';

const TOKEN = 'EAAGm0PX4ZCpsBAsecret0123456789';

let api: ScriptedApi;
const open_: Opened[] = [];
beforeEach(async () => {
  api = await startMeta(TOKEN);
});
afterEach(async () => {
  expect(api.complaints).toEqual([]);
  for (const one of open_.splice(0)) await one.close();
  await api.close();
});

function open(changes: Record<string, unknown> = {}): Opened {
  const settings = { access_token: TOKEN, phone_number_id: PHONE_NUMBER_ID, base_url: api.url, ...changes };
  const one = opened('meta', 'whatsapp', settings, [TOKEN]);
  open_.push(one);
  return one;
}
const bodyOf = () => JSON.parse(api.requests[0]?.body ?? '{}') as unknown;

const REFERENCE = `notification_id=${NOTIFICATION_ID}&message_id=${MESSAGE_ID}`;
const ENVELOPE = {
  messaging_product: 'whatsapp',
  recipient_type: 'individual',
  to: '+15005550009',
  biz_opaque_callback_data: REFERENCE,
};

describe('a WhatsApp message through the Cloud API', () => {
  it('is a text that carries the ids of its message and notification', async () => {
    expect(await open().send()).toEqual({
      outcome: 'sent',
      providerMessageId: 'wamid.HBgLMTUwMDU1NTAwMDk',
      response: 'HTTP 200, accepted',
    });
    expect(bodyOf()).toEqual({ ...ENVELOPE, type: 'text', text: { body: 'Your code is 123456' } });
  });

  it('of a template has its name, language and parameters, and no text', async () => {
    const whatsappTemplate = { name: 'order_shipped', language: 'en_US', parameters: ['Ada', 'Tuesday'] };
    const result = await open().send(toPhone({ content: { text: 'fallback', whatsappTemplate } }));
    expect(result).toMatchObject({ outcome: 'sent' });
    const parameters = [
      { type: 'text', text: 'Ada' },
      { type: 'text', text: 'Tuesday' },
    ];
    expect(bodyOf()).toEqual({
      ...ENVELOPE,
      type: 'template',
      template: {
        name: 'order_shipped',
        language: { code: 'en_US' },
        components: [{ type: 'body', parameters }],
      },
    });
  });

  it('of a template without placeholders has no components', async () => {
    const whatsappTemplate = { name: 'hello', language: 'sv', parameters: [] };
    await open().send(toPhone({ content: { whatsappTemplate } }));
    expect(bodyOf()).toMatchObject({ template: { name: 'hello', language: { code: 'sv' } } });
    expect(bodyOf()).not.toHaveProperty('template.components');
  });

  it('of 4,096 characters is sent, of more refused without a call', async () => {
    expect(await open().send(toPhone({ content: { text: 'ł'.repeat(4096) } }))).toMatchObject({
      outcome: 'sent',
    });
    expect(await open().send(toPhone({ content: { text: 'ł'.repeat(4097) } }))).toEqual({
      outcome: 'permanent',
      code: 'REJECTED',
      response: expect.stringMatching(/4097 characters.*4096/),
    });
    expect(api.requests).toHaveLength(1);
  });

  it('that Meta holds back at first says so', async () => {
    api.next(created({ message_status: 'held_for_quality_assessment' }));
    expect(await open().send()).toMatchObject({
      outcome: 'sent',
      response: 'HTTP 200, held_for_quality_assessment',
    });
  });

  it('outside the window is refused with words what to do', async () => {
    api.next(refusal(400, 131047));
    expect(await open().send()).toEqual({
      outcome: 'permanent',
      code: 'REJECTED',
      response: expect.stringMatching(/131047: .*Details.*give the event a WhatsApp template/),
    });
  });
});

describe('an answer of the Cloud API', () => {
  it.each<[number, number, string, string, boolean?]>([
    // The recipient.
    [400, 131026, 'permanent', 'INVALID_RECIPIENT'],
    [400, 131021, 'permanent', 'INVALID_RECIPIENT'],
    // The message, the template, the person's wish.
    [400, 131047, 'permanent', 'REJECTED'],
    [400, 131051, 'permanent', 'REJECTED'],
    [400, 131008, 'permanent', 'REJECTED'],
    [400, 131009, 'permanent', 'REJECTED'],
    [400, 100, 'permanent', 'REJECTED'],
    [400, 132000, 'permanent', 'REJECTED'],
    [404, 132001, 'permanent', 'REJECTED'],
    [400, 132005, 'permanent', 'REJECTED'],
    [400, 132007, 'permanent', 'REJECTED'],
    [400, 132012, 'permanent', 'REJECTED'],
    [400, 132015, 'permanent', 'REJECTED'],
    [400, 132016, 'permanent', 'REJECTED'],
    [400, 130472, 'permanent', 'REJECTED'],
    [400, 131049, 'permanent', 'REJECTED'],
    [400, 131050, 'permanent', 'REJECTED'],
    [403, 130497, 'permanent', 'REJECTED'],
    [400, 139999, 'permanent', 'REJECTED'],
    // Credentials and the account.
    [401, 190, 'transient', 'UNAUTHORIZED'],
    [401, 0, 'transient', 'UNAUTHORIZED'],
    [500, 3, 'transient', 'UNAUTHORIZED'],
    [403, 10, 'transient', 'UNAUTHORIZED'],
    [403, 200, 'transient', 'UNAUTHORIZED'],
    [403, 299, 'transient', 'UNAUTHORIZED'],
    [403, 131005, 'transient', 'UNAUTHORIZED'],
    [403, 368, 'transient', 'UNAUTHORIZED'],
    [403, 131031, 'transient', 'UNAUTHORIZED'],
    // What an operator sets up.
    [400, 131042, 'transient', 'PROVIDER_ERROR', true],
    [400, 131037, 'transient', 'PROVIDER_ERROR', true],
    [400, 133010, 'transient', 'PROVIDER_ERROR', true],
    [400, 33, 'transient', 'PROVIDER_ERROR', true],
    [400, 131030, 'transient', 'PROVIDER_ERROR', true],
    // Too much.
    [400, 4, 'rate_limited', 'RATE_LIMITED'],
    [400, 80007, 'rate_limited', 'RATE_LIMITED'],
    [429, 130429, 'rate_limited', 'RATE_LIMITED'],
    [400, 131048, 'rate_limited', 'RATE_LIMITED'],
    // Down.
    [400, 1, 'transient', 'PROVIDER_ERROR'],
    [503, 2, 'transient', 'PROVIDER_ERROR'],
    [500, 131000, 'transient', 'PROVIDER_ERROR'],
    [500, 131016, 'transient', 'PROVIDER_ERROR'],
    [500, 131057, 'transient', 'PROVIDER_ERROR'],
    [503, 133004, 'transient', 'PROVIDER_ERROR'],
    [500, 139999, 'transient', 'PROVIDER_ERROR'],
    [504, 139999, 'unknown', 'OUTCOME_UNKNOWN'],
    // A success that says failure.
    [200, 131026, 'permanent', 'INVALID_RECIPIENT'],
    [200, 139999, 'permanent', 'REJECTED'],
  ])('%i with code %i is %s %s', async (status, code, outcome, ours, refusedAccount = false) => {
    api.next(refusal(status, code));
    expect(await open().send()).toEqual({
      outcome,
      code: ours,
      response: expect.stringContaining(`HTTP ${status}, code ${code}: (#${code}) Words of Meta; Details`),
      ...(refusedAccount && { refusedAccount }),
    });
  });

  it('that does not know the phone number id is about the settings', async () => {
    api.next(refusal(400, 100, { error_subcode: 33, type: 'GraphMethodException' }));
    expect(await open().send()).toMatchObject({ outcome: 'transient', code: 'UNAUTHORIZED' });
  });

  it('that calls itself transient is tried again', async () => {
    api.next(refusal(400, 139999, { is_transient: true }));
    expect(await open().send()).toMatchObject({ outcome: 'transient', code: 'PROVIDER_ERROR' });
  });

  it('of too many messages to one person waits six seconds', async () => {
    api.next(refusal(400, 131056));
    expect(await open().send()).toMatchObject({ outcome: 'rate_limited', retryAfterMs: 6000 });
  });

  it.each([
    [7, 7 * 60_000],
    [100_000, 24 * 3_600_000],
    [0, undefined],
  ])('of a limit that ends in %i minutes waits %s ms', async (minutes, retryAfterMs) => {
    const usage = { '102290129340398': [{ type: 'whatsapp', estimated_time_to_regain_access: minutes }] };
    const headers = { 'X-Business-Use-Case-Usage': JSON.stringify(usage) };
    api.next({ ...refusal(400, 80007), headers });
    const result = await open().send();
    expect(result).toMatchObject({ outcome: 'rate_limited' });
    expect('retryAfterMs' in result ? result.retryAfterMs : undefined).toBe(retryAfterMs);
  });

  it('to a wrong token is UNAUTHORIZED', async () => {
    expect(await open({ access_token: 'wrong' }).send()).toMatchObject({
      outcome: 'transient',
      code: 'UNAUTHORIZED',
      response: 'HTTP 401, code 190: Invalid OAuth access token',
    });
  });

  it('that quotes our token is shown without it', async () => {
    api.next(refusal(401, 190, { message: `Malformed access token ${TOKEN}` }));
    expect(await open().send()).toMatchObject({
      response: expect.stringContaining('Malformed access token ***'),
    });
  });
});

describe('a connection to the Cloud API', () => {
  connectionCases(
    () => api,
    (base_url) => open(base_url === undefined ? {} : { base_url }),
  );
});

describe('the check of a Cloud API account', () => {
  it('reads the number that sends', async () => {
    expect(await open().check()).toEqual({ ok: true, detail: 'sends as Demo +1 500-555-0006' });
  });

  it('says in Meta’s words what it refuses', async () => {
    expect(await open({ access_token: 'wrong' }).check()).toEqual({
      ok: false,
      reason: 'HTTP 401, code 190: Invalid OAuth access token',
    });
  });
});

describe('the settings of the Cloud API', () => {
  const parse = (changes: object) =>
    definitionOf('meta')!.settings.safeParse({ access_token: TOKEN, phone_number_id: '1', ...changes });

  it('lead to the Graph API unless another address is set', () => {
    expect(parse({}).data).toMatchObject({ base_url: 'https://graph.facebook.com', api_version: 'v25.0' });
  });

  it.each([
    [{ access_token: undefined }, 'access_token'],
    [{ phone_number_id: '+15005550006' }, 'phone_number_id'],
    [{ phone_number_id: '1/../2' }, 'phone_number_id'],
    [{ api_version: '25' }, 'api_version'],
    [{ base_url: 'http://graph.facebook.com' }, 'base_url'],
  ])('%j are refused at %s', (changes, field) => {
    expect(parse(changes).error?.issues.map(({ path }) => path.join('.'))).toContain(field);
  });
});
