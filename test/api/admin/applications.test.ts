import { createHash, randomUUID } from 'node:crypto';
import { type Answer, HttpApi } from '../../support/http-api';
import { type Stack, startStack } from '../../support/stack';
import {
  type TestApplication,
  expectRefusal,
  makeApplication,
  newEmail,
  PING,
} from '../../support/application';

const ISO = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;
const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;
const APPLICATIONS = '/admin/v1/applications';
const SUPPRESSION = { environment: 'sandbox', channel: 'email', address: 'ada@example.org' };

interface Application {
  id: string;
  name: string;
}
interface Key {
  id: string;
  prefix: string;
  environment: string;
  label: string | null;
  created_at: string;
  revoked_at: string | null;
  api_key?: string;
}
interface Sender {
  id: string;
  type: string;
  value: string;
}

let stack: Stack;
let app: TestApplication;
beforeAll(async () => {
  stack = await startStack();
});
afterAll(() => stack.stop());
beforeEach(async () => {
  app = await makeApplication(stack);
});

const admin = <T = Record<string, unknown>>(
  method: string,
  path: string,
  body?: unknown,
): Promise<Answer<T>> => stack.admin.request<T>(method, path, body);
const newName = (): string => `app-${randomUUID()}`;

describe('applications', () => {
  test('LIMIT-3: are made with a name alone, with their defaults', async () => {
    const name = newName();
    const made = await admin('POST', APPLICATIONS, { name });
    expect({ status: made.status, body: made.body }).toEqual({
      status: 201,
      body: {
        success: true,
        application: {
          id: expect.stringMatching(UUID),
          name,
          subscription: 'active',
          monthly_quota: 10_000,
          daily_quota: null,
          otp_domain: null,
          sms_prices: null,
          owner_email: null,
          from: null,
          brand: {},
          sandbox_recipients: [],
          keep_notifications_days: null,
          keep_content_days: null,
          delivered_channels: ['email'],
          webhook_retries: 'standard',
          limits: [],
          sms_countries: null,
          sms_guard: null,
          created_at: expect.stringMatching(ISO),
        },
      },
    });
  });

  test('are made with every setting, and read by id and by name', async () => {
    const settings = {
      name: newName(),
      subscription: 'inactive',
      monthly_quota: 1_000_000,
      otp_domain: 'example.com',
      owner_email: 'boss@example.org',
      from: 'Acme <hello@example.com>',
      brand: { name: 'Acme', color: '#fff' },
      delivered_channels: ['email', 'sms'],
      webhook_retries: 'extended',
      sms_countries: ['DE', 'AT'],
      sms_guard: { events: ['ping'], share: 0.5, at_least: 10, hold_minutes: 5 },
      limits: [
        {
          channel: 'email',
          most: 2,
          per: 'day',
          of: 'contact',
          timezone: 'UTC',
          over: 'skip',
          required: true,
        },
      ],
    };
    const made = await admin<{ application: Application }>('POST', APPLICATIONS, settings);
    expect(made.body).toMatchObject({ application: settings });
    const { id, name } = made.body.application;
    for (const app of [id, name]) {
      const read = await admin('GET', `${APPLICATIONS}/${app}`);
      expect({ status: read.status, body: read.body }).toEqual({ status: 200, body: made.body });
    }
  });

  const limit = (name: string) => ({ name, channel: 'email', most: 2, per: 'day' });
  test.each<[name: string, before: unknown, one: unknown, other: unknown]>([
    ['limits', [], [limit('a')], [limit('a'), limit('b')]],
    ['sms_countries', null, ['DE'], ['DE', 'AT']],
    ['sms_guard', null, { events: ['a'] }, { events: ['a', 'b'], share: 0.5 }],
    [
      'sms_prices',
      null,
      { currency: 'EUR', segments: { '+': 1 } },
      { currency: 'USD', segments: { '+': 1 } },
    ],
    ['sandbox_recipients', [], ['a@example.org'], ['b@example.org']],
    ['delivered_channels', ['email'], [], ['sms', 'email']],
    ['brand', {}, { name: 'A' }, { name: 'A', languages: { de: { name: 'Ä' } } }],
  ])('CAP-14: keep %s that somebody else has changed', async (name, before, one, other) => {
    const made = await admin<{ application: Application }>('POST', APPLICATIONS, { name: newName() });
    const path = `${APPLICATIONS}/${made.body.application.id}`;
    const change = (to: unknown, read: unknown) =>
      admin<object>('PATCH', path, { [name]: to, [`expected_${name}`]: read });
    const stored = async () =>
      (await admin<{ application: Record<string, unknown> }>('GET', path)).body.application[name];
    const both = await Promise.all([change(one, before), change(other, before)]);
    const isFirst = both[0].status === 200;
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect(both[isFirst ? 1 : 0].body).toMatchObject({
      code: name === 'limits' ? 'LIMITS_CHANGED' : 'SETTING_CHANGED',
      field: `expected_${name}`,
    });
    const now = await stored();
    expect(await change(other, before)).toMatchObject({ status: 409 });
    expect(await stored()).toEqual(now);
    expect(await change(isFirst ? other : one, now)).toMatchObject({ status: 200 });
    expect(await admin('PATCH', path, { [`expected_${name}`]: before })).toMatchObject({
      ...{ status: 400, body: { field: `expected_${name}` } },
    });
  });

  test('are listed by name', async () => {
    const { body } = await admin<{ applications: Application[] }>('GET', APPLICATIONS);
    const names = body.applications.map(({ name }) => name);
    expect(names).toContain('demo');
    expect(names).toEqual(names.toSorted());
    expect(body.applications.map(({ id }) => id)).toEqual(
      expect.arrayContaining([app.id, stack.applicationId]),
    );
  });

  test('have names of their own: a second one is 409 APPLICATION_EXISTS', async () => {
    expectRefusal(await admin('POST', APPLICATIONS, { name: 'demo' }), 409, 'APPLICATION_EXISTS', {
      field: 'name',
    });
  });

  test.each([
    [{}, 'name'],
    [{ name: 'with space' }, 'name'],
    [{ name: 'x', monthly_quota: -1 }, 'monthly_quota'],
    [{ name: 'x', subscription: 'paused' }, 'subscription'],
    [{ name: 'x', otp_domain: 'https://example.com' }, 'otp_domain'],
    [{ name: 'x', from: 'a@example.com\r\nBcc: b@example.com' }, 'from'],
    [{ name: 'x', brand: { colour: 'red' } }, 'brand.colour'],
    [{ name: 'x', delivered_channels: ['push'] }, 'delivered_channels[0]'],
    [{ name: 'x', delivered_channels: 'sms' }, 'delivered_channels'],
    [{ name: 'x', webhook_retries: 'more' }, 'webhook_retries'],
    [{ name: 'x', senders: [] }, 'senders'],
  ])('%j is 400 with field %s', async (body, field) => {
    expectRefusal(await admin('POST', APPLICATIONS, body), 400, 'VALIDATION_ERROR', { field });
  });

  test('are changed by the fields that come, null clears', async () => {
    const { body: before } = await admin<{ application: object }>('GET', app.path);
    expect((await admin('PATCH', app.path, {})).body).toEqual(before);
    const settings = { monthly_quota: 5, otp_domain: 'example.com', owner_email: 'boss@example.org' };
    const changed = { success: true, application: { ...before.application, ...settings } };
    expect((await admin('PATCH', app.path, settings)).body).toEqual(changed);
    expect((await admin('GET', app.path)).body).toEqual(changed);
    const cleared = { otp_domain: null, owner_email: null };
    expect((await admin('PATCH', app.path, cleared)).body).toEqual({
      success: true,
      application: { ...changed.application, ...cleared },
    });
    expectRefusal(await admin('PATCH', app.path, { name: 'other' }), 400, 'VALIDATION_ERROR', {
      field: 'name',
    });
  });

  test('say which channels raise delivery.delivered, each once', async () => {
    const set = (delivered_channels: string[]) => admin('PATCH', app.path, { delivered_channels });
    const channels = ['whatsapp', 'email', 'whatsapp'];
    expect((await set(channels)).body).toMatchObject({
      application: { delivered_channels: ['whatsapp', 'email'] },
    });
    expect((await stack.store.applications.get(app.id))?.deliveredChannels).toEqual(['whatsapp', 'email']);
    expect((await admin('PATCH', app.path, { daily_quota: 9 })).body).toMatchObject({
      application: { delivered_channels: ['whatsapp', 'email'] },
    });
    expect((await set([])).body).toMatchObject({ application: { delivered_channels: [] } });
  });

  test('that do not exist are 404 APPLICATION_NOT_FOUND on every route', async () => {
    const path = `${APPLICATIONS}/${randomUUID()}`;
    const file = { name: 'ping.yaml', content: PING };
    for (const answer of [
      await admin('GET', path),
      await admin('PATCH', path, {}),
      await admin('GET', `${path}/keys`),
      await admin('POST', `${path}/keys`, { environment: 'sandbox' }),
      await admin('DELETE', `${path}/keys/${randomUUID()}`),
      await admin('GET', `${path}/senders`),
      await admin('POST', `${path}/senders`, { type: 'domain', value: 'example.com' }),
      await admin('DELETE', `${path}/senders/${randomUUID()}`),
      await admin('GET', `${path}/suppressions?environment=sandbox`),
      await admin('POST', `${path}/suppressions`, SUPPRESSION),
      await admin('DELETE', `${path}/suppressions`, SUPPRESSION),
      await admin('DELETE', `${path}/suppressions/${randomUUID()}`),
      await admin('GET', `${path}/events/sandbox`),
      await admin('PUT', `${path}/events/sandbox`, { files: [file] }),
    ]) {
      expectRefusal(answer, 404, 'APPLICATION_NOT_FOUND');
    }
  });
});

test('a change of an application disturbs no request that is under way', async () => {
  const answers: Promise<Answer>[] = [];
  for (let round = 0; round < 10; round += 1) {
    for (let request = 0; request < 10; request += 1) answers.push(app.production.get('/v1/webhooks'));
    await admin('PATCH', app.path, { monthly_quota: round });
  }
  const statuses = (await Promise.all(answers)).map(({ status }) => status);
  expect(new Set(statuses)).toEqual(new Set([404]));
});

describe('keys', () => {
  const list = async (): Promise<Key[]> =>
    (await admin<{ keys: Key[] }>('GET', `${app.path}/keys`)).body.keys;

  test.each([
    ['production', 'live_'],
    ['sandbox', 'test_'],
  ] as const)(
    'KEY-2: of %s begin with %s, are shown once and stored as a hash',
    async (environment, prefix) => {
      const made = await admin<{ key: Key }>('POST', `${app.path}/keys`, { environment, label: 'CI' });
      expect(made.status).toBe(201);
      const { api_key = '', ...shown } = made.body.key;
      expect(api_key).toMatch(new RegExp(`^${prefix}[A-Za-z0-9_-]{43}$`));
      expect(shown).toEqual({
        id: expect.stringMatching(UUID),
        prefix: api_key.slice(0, 9),
        environment,
        label: 'CI',
        rate_limit: null,
        scopes: ['send', 'broadcast', 'read', 'contacts', 'webhooks'],
        expires_at: null,
        last_used_at: null,
        created_at: expect.stringMatching(ISO),
        revoked_at: null,
      });
      expect(await list()).toContainEqual(shown);
      const stored = await stack.store.apiKeys.getActive([
        createHash('sha256').update(api_key).digest('hex'),
      ]);
      expect(stored).toMatchObject([{ id: shown.id, applicationId: app.id }]);
      expect(JSON.stringify(stored)).not.toContain(api_key.slice(9));
      expect((await new HttpApi(stack[environment].baseUrl, api_key).get('/v1/webhooks')).status).toBe(404);
    },
  );

  test('once revoked say when, and stay in the list', async () => {
    const [first, second] = await list();
    expect(await list()).toHaveLength(2);
    const path = `${app.path}/keys/${first?.id}`;
    const revoked = await admin('DELETE', path);
    expect({ status: revoked.status, body: revoked.body }).toEqual({ status: 200, body: { success: true } });
    expect(await list()).toEqual([{ ...first, revoked_at: expect.stringMatching(ISO) }, second]);
  });

  test('of another application or of nobody are 404 KEY_NOT_FOUND', async () => {
    const [key] = await list();
    const stranger = await makeApplication(stack);
    expectRefusal(await admin('DELETE', `${stranger.path}/keys/${key?.id}`), 404, 'KEY_NOT_FOUND');
    expectRefusal(await admin('DELETE', `${app.path}/keys/${randomUUID()}`), 404, 'KEY_NOT_FOUND');
    expect((await list()).every(({ revoked_at }) => revoked_at === null)).toBe(true);
  });

  test.each([
    ['scopes', []],
    ['scopes[0]', ['admin']],
    ['scopes', 'send'],
    ['expires_at', '2020-01-01T00:00:00Z'],
    ['expires_at', '2099-01-01'],
    ['expires_at', 90],
  ])('with a wrong %s, %j, are 400 with field', async (field, value) => {
    const body = { environment: 'sandbox', [field.replace(/\W.*/, '')]: value };
    expectRefusal(await admin('POST', `${app.path}/keys`, body), 400, 'VALIDATION_ERROR', { field });
  });

  test('need an environment: else 400 with field', async () => {
    const path = `${app.path}/keys`;
    const field = { field: 'environment' };
    expectRefusal(await admin('POST', path, {}), 400, 'VALIDATION_ERROR', field);
    expectRefusal(await admin('POST', path, { environment: 'staging' }), 400, 'VALIDATION_ERROR', field);
  });
});

describe('senders', () => {
  const add = (type: string, value: string): Promise<Answer<{ success: boolean; sender: Sender }>> =>
    admin('POST', `${app.path}/senders`, { type, value });
  const list = async (): Promise<Sender[]> =>
    (await admin<{ senders: Sender[] }>('GET', `${app.path}/senders`)).body.senders;

  test('are added in their one form, the same one once, and listed', async () => {
    const before = await list();
    const added = [];
    for (const [type, value, stored] of [
      ['domain', 'Example.NET', 'example.net'],
      ['email', 'Me@Example.org', 'me@example.org'],
      ['phone', '+1 500 555 0007', '+15005550007'],
      ['alphanumeric', 'My App', 'My App'],
    ] as const) {
      const made = await add(type, value);
      expect({ status: made.status, body: made.body }).toEqual({
        status: 201,
        body: { success: true, sender: { id: expect.stringMatching(UUID), type, value: stored } },
      });
      const again = await add(type, stored);
      expect({ status: again.status, body: again.body }).toEqual({ status: 200, body: made.body });
      added.push(made.body.sender);
    }
    expect(await list()).toEqual([...before, ...added]);
  });

  test('KEY-9: count at once, and no longer when they are removed', async () => {
    const from = 'me@example.net';
    const send = (): Promise<Answer> => app.production.post('/v1/send/ping', { to: newEmail(), from });
    expectRefusal(await send(), 400, 'SENDER_UNVERIFIED', { field: 'from' });
    const { sender } = (await add('email', from)).body;
    expect((await send()).status).toBe(200);
    const removed = await admin('DELETE', `${app.path}/senders/${sender.id}`);
    expect({ status: removed.status, body: removed.body }).toEqual({ status: 200, body: { success: true } });
    expectRefusal(await send(), 400, 'SENDER_UNVERIFIED', { field: 'from' });
    expectRefusal(await admin('DELETE', `${app.path}/senders/${sender.id}`), 404, 'SENDER_NOT_FOUND');
  });

  test.each([
    ['domain', 'localhost'],
    ['domain', 'me@example.com'],
    ['email', 'example.com'],
    ['phone', '15005550006'],
    ['alphanumeric', 'My-App'],
  ])('of type %s cannot be %s: 400 with field value', async (type, value) => {
    const answer = await admin('POST', `${app.path}/senders`, { type, value });
    expectRefusal(answer, 400, 'VALIDATION_ERROR', { field: 'value' });
  });
});
