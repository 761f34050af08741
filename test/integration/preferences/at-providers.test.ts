import { createHmac, generateKeyPairSync, sign } from 'node:crypto';
import { makeApplication, newEmail, newPhone, PING, type TestApplication } from '../../support/application';
import { eventually } from '../../support/eventually';
import type { HttpApi } from '../../support/http-api';
import { untilEnded } from '../../support/journey';
import { API_KEY, startSendgrid } from '../../support/providers/sendgrid-server';
import { ACCOUNT_SID, startTwilio } from '../../support/providers/twilio-server';
import type { ApiServer } from '../../support/providers/api-server';
import { SETTINGS } from '../../support/settings';
import { type Stack, startStack } from '../../support/stack';
import { startWebhookReceiver, type WebhookReceiver } from '../../support/webhook-receiver';

const TOKEN = 'tw-auth-token-0123456789abcdef';
const LOGIN = { webhook_username: 'postmark', webhook_password: 'a-password-of-ours' };
const APP_SECRET = '0f'.repeat(16);
const NUMBER_ID = '106540352242922';
const keys = generateKeyPairSync('ec', { namedCurve: 'P-256' });
const PUBLIC_KEY = keys.publicKey.export({ format: 'der', type: 'spki' }).toString('base64');

const mail = (category?: string): string =>
  `${category ? `category: ${category}\n` : ''}templates: { email: { en: { subject: Hi, text: Hi } }, sms: { en: { text: Hi } } }\nchannels: [email, sms]\n`;
const EVENTS = {
  'categories/news.yaml': 'labels: { en: { name: News } }\n',
  'categories/offers.yaml': 'labels: { en: { name: Offers } }\n',
  'categories/security.yaml': 'labels: { en: { name: Security } }\nrequired: true\n',
  'ping.yaml': PING,
  ...{ 'news.yaml': mail('news'), 'offers.yaml': mail('offers'), 'security.yaml': mail('security') },
};

let stack: Stack;
let twilio: ApiServer;
let sendgrid: ApiServer;
let hook: WebhookReceiver;
let app: TestApplication;
/** Paths of the callback addresses. */
const paths: Record<string, string> = {};
beforeAll(async () => {
  [stack, twilio, sendgrid, hook] = await Promise.all([
    startStack(),
    startTwilio(`${ACCOUNT_SID}:${TOKEN}`),
    startSendgrid(),
    startWebhookReceiver(),
  ]);
  app = await makeApplication(stack, EVENTS);
  const add = async (provider: string, channel: string, settings: object) => {
    const added = await stack.admin.post<{ integration: { id: string } }>(`${app.path}/integrations`, {
      ...{ provider, channel, settings, check: false },
    });
    paths[provider] = `/receipts/${provider}/${added.body.integration.id}`;
  };
  await add('twilio', 'sms', { account_sid: ACCOUNT_SID, auth_token: TOKEN, base_url: twilio.url });
  await add('sendgrid', 'email', {
    ...{ api_key: API_KEY, base_url: sendgrid.url, webhook_public_key: PUBLIC_KEY },
  });
  await add('postmark', 'email', { server_token: 'server-token-01', ...LOGIN });
  await add('meta', 'whatsapp', {
    ...{ access_token: 'EAAG-0123456789', phone_number_id: NUMBER_ID, app_secret: APP_SECRET },
  });
});
afterAll(async () => {
  await Promise.all([twilio.close(), sendgrid.close(), hook.stop()]);
  await stack.stop();
});

interface Entry {
  category: string | null;
  channel: string | null;
  on: boolean;
  at: string;
  by: string;
}

/** Calls us as a provider does. */
async function call(
  provider: string,
  body: string,
  { headers = {}, query = '' }: { headers?: Record<string, string>; query?: string } = {},
): Promise<number> {
  const url = `${stack.production.baseUrl}${paths[provider]}${query}`;
  return (await fetch(url, { method: 'POST', headers, body })).status;
}

/** A message to our number (docs: Twilio's request to your incoming message webhook URL, and Advanced Opt-Out). */
function say(from: string, fields: Record<string, string>, token = TOKEN): Promise<number> {
  const body = new URLSearchParams({
    ...{ MessageSid: `SM${'0f'.repeat(16)}`, SmsStatus: 'received', To: '+15005550006', From: from },
    ...fields,
  });
  const signed = [...body.keys()].sort().map((name) => name + body.get(name));
  const signature = createHmac('sha1', token)
    .update(`${SETTINGS.PUBLIC_URL}${paths.twilio}${signed.join('')}`)
    .digest('base64');
  return call('twilio', body.toString(), {
    headers: { 'x-twilio-signature': signature, 'content-type': 'application/x-www-form-urlencoded' },
  });
}

interface Sent {
  to: string;
  ids: { notification_id: string; message_id: string };
  /** Of the event, milliseconds since 1970. */
  at?: number;
}

/** What providers report, as they document it. */
const REPORTS = {
  sendgrid: (event: string, { to: email, ids, at = Date.now() }: Sent, privateKey = keys.privateKey) => {
    const seconds = String(Math.floor(Date.now() / 1000));
    const body = JSON.stringify([
      { ...{ email, event, ...ids, timestamp: Math.floor(at / 1000), asm_group_id: 10, sg_event_id: 'e-1' } },
    ]);
    const headers = {
      'x-twilio-email-event-webhook-timestamp': seconds,
      'x-twilio-email-event-webhook-signature': sign(
        'sha256',
        Buffer.from(seconds + body),
        privateKey,
      ).toString('base64'),
    };
    return call('sendgrid', body, { headers });
  },
  postmark: (isOff: boolean, { to, ids, at = Date.now() }: Sent, password = LOGIN.webhook_password) => {
    const body = JSON.stringify({
      ...{ RecordType: 'SubscriptionChange', ServerID: 23, MessageStream: 'outbound', Recipient: to },
      ...{ ChangedAt: new Date(at).toISOString(), SuppressSending: isOff },
      ...(isOff
        ? {
            MessageID: 'pm-1',
            Origin: 'Recipient',
            SuppressionReason: 'ManualSuppression',
            Tag: 'x',
            Metadata: ids,
          }
        : { MessageID: null, Origin: 'Customer', SuppressionReason: null, Tag: null, Metadata: {} }),
    });
    const login = Buffer.from(`${LOGIN.webhook_username}:${password}`).toString('base64');
    return call('postmark', body, { headers: { authorization: `Basic ${login}` } });
  },
  meta: (value: 'stop' | 'resume', phone: string, { at = Date.now(), secret = APP_SECRET } = {}) => {
    const wa_id = phone.slice(1);
    const preference = {
      ...{ wa_id, detail: `User requested to ${value} marketing messages`, category: 'marketing_messages' },
      ...{ value, timestamp: Math.floor(at / 1000) },
    };
    const metadata = { display_phone_number: '15550783881', phone_number_id: NUMBER_ID };
    const about = {
      messaging_product: 'whatsapp',
      metadata,
      contacts: [{ profile: { name: 'Ada' }, wa_id }],
    };
    const changes = [{ value: { ...about, user_preferences: [preference] }, field: 'user_preferences' }];
    const body = JSON.stringify({
      ...{ object: 'whatsapp_business_account', entry: [{ id: '102290129340398', changes }] },
    });
    const signature = createHmac('sha256', secret).update(body).digest('hex');
    return call('meta', body, { headers: { 'x-hub-signature-256': `sha256=${signature}` } });
  },
};

const pathOf = (who: string): string => `/v1/contacts/${encodeURIComponent(who)}/preferences`;
async function entriesOf(who: string, api: HttpApi = app.production): Promise<Entry[]> {
  const { body } = await api.get<{ preferences: { entries: Entry[] } }>(pathOf(who));
  return body.preferences.entries;
}
const choose = (who: string, body: object) => app.production.request('PATCH', pathOf(who), body);
const send = async (event: string, to: unknown) =>
  untilEnded(app.production, await app.production.send(event, { to }));
const errorOf = async (event: string, to: unknown) => (await send(event, to)).messages[0]?.error ?? null;
const off = (channel: string, category: string | null = null) =>
  ({ category, channel, on: false, by: 'provider' }) as const;

/** A contact of both environments. */
async function newContact() {
  const [email, phone] = [newEmail(), newPhone()];
  for (const api of [app.production, app.sandbox]) await api.post('/v1/contacts', { email, phone });
  return { email, phone };
}
/** A message of an event that SendGrid has taken. */
async function sent(event: string): Promise<Sent> {
  const { email: to } = await newContact();
  const { id, messages } = await send(`${event}/email`, to);
  expect(messages).toMatchObject([{ status: 'sent' }]);
  return { to, ids: { notification_id: id, message_id: messages[0]!.id } };
}

test('PREFERENCE-50, PREFERENCE-51, PREFERENCE-53: STOP switches SMS off for the contact, once, and START takes only that back', async () => {
  const { email, phone } = await newContact();
  await choose(email, { categories: { news: { sms: true } } });
  const [finer] = await entriesOf(email);
  expect(await say(phone, { Body: 'STOP' }, 'another-token')).toBe(401);
  expect(await entriesOf(email)).toEqual([finer]);

  expect(await say(phone, { Body: 'sluta', OptOutType: 'STOP' })).toBe(200);
  const entries = await entriesOf(email);
  expect(entries).toEqual([finer, { ...off('sms'), at: expect.any(String) as string }]);
  expect(await entriesOf(email, app.sandbox)).toMatchObject([off('sms')]);
  const at = entries[1]!.at;
  // The provider refuses the number also for what the contact has switched on.
  for (const event of ['ping/sms', 'security/sms', 'news/sms'])
    expect(await errorOf(event, { email, phone })).toMatch(/^SUPPRESSED: .*recipient opted out/);
  const { id } = await send('ping/sms', phone);
  const { body } = await stack.admin.get<{ notification: { story: object[] } }>(
    `/admin/v1/notifications/${id}`,
  );
  const text = `has switched off the channel sms since ${at} (at the provider).`;
  expect(body.notification.story).toContainEqual(
    expect.objectContaining({
      ...{ kind: 'skipped', code: 'SUPPRESSED', text: expect.stringContaining(text) as string },
    }),
  );
  expect((await send('ping', { email, phone })).messages).toMatchObject([
    { channel: 'email', status: 'sent' },
  ]);
  expect(await say(phone, { Body: 'STOP' })).toBe(200);
  expect(await entriesOf(email)).toEqual(entries);

  expect(await say(phone, { Body: 'UNSTOP' })).toBe(200);
  expect(await entriesOf(email)).toEqual([finer]);
  expect(await entriesOf(email, app.sandbox)).toEqual([]);
  expect(await errorOf('ping/sms', phone)).toBeNull();

  await say(phone, { Body: 'STOP' });
  await choose(email, { channels: { sms: true } });
  expect(await errorOf('ping/sms', phone)).toMatch(/^SUPPRESSED: [^.]*\.$/);
  await say(phone, { Body: 'START' });
  expect(await entriesOf(email)).toMatchObject([finer!, { channel: 'sms', on: true, by: 'api' }]);
});

test('PREFERENCE-51: an operator who lifts an opt-out takes back the choice that came with it', async () => {
  const { email, phone } = await newContact();
  await app.production.post('/v1/webhooks', { url: hook.url, enabled_events: ['preference.changed'] });
  await say(phone, { Body: 'STOP' });
  const lifted = await stack.admin.request('DELETE', `${app.path}/suppressions`, {
    ...{ environment: 'production', channel: 'sms', address: phone },
  });
  expect(lifted.status).toBe(200);
  expect(await entriesOf(email)).toEqual([]);
  expect(await errorOf('ping/sms', phone)).toBeNull();
  const path = `${app.path}/contacts/${encodeURIComponent(email)}/preferences/history?environment=production`;
  const change = { category: null, channel: 'sms' };
  const history = await stack.admin.get(path);
  expect(history.body).toMatchObject({
    changes: [
      { by: 'operator', name: expect.any(String) as string, changes: [{ ...change, was: false, on: null }] },
      { by: 'provider', name: 'twilio', changes: [{ ...change, was: null, on: false }] },
    ],
  });
  await eventually('both webhook events', () => hook.received.length === 2);
  const heard = hook.received.map(({ raw }) => (JSON.parse(raw) as { by: string }).by);
  // Each event has a workflow, so the second may come first.
  expect(heard.sort()).toEqual(['operator', 'provider']);
});

test('PREFERENCE-50: WhatsApp’s own stop and resume switch WhatsApp off, and back', async () => {
  const { email, phone } = await newContact();
  expect(await REPORTS.meta('stop', phone, { secret: 'another-secret' })).toBe(401);
  expect(await entriesOf(email)).toEqual([]);
  expect(await REPORTS.meta('stop', phone, { at: Date.now() - 5000 })).toBe(200);
  expect(await entriesOf(email)).toMatchObject([off('whatsapp')]);
  expect(await REPORTS.meta('resume', phone)).toBe(200);
  expect(await entriesOf(email)).toEqual([]);
});

test.each<
  [string, (sent: Sent) => Promise<number>, (sent: Sent) => Promise<number>, (sent: Sent) => Promise<number>]
>([
  [
    'a group of SendGrid',
    (one) => REPORTS.sendgrid('group_unsubscribe', one),
    (one) => REPORTS.sendgrid('group_resubscribe', one),
    (one) =>
      REPORTS.sendgrid(
        'group_unsubscribe',
        one,
        generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey,
      ),
  ],
  [
    'a stream of Postmark',
    (one) => REPORTS.postmark(true, one),
    (one) => REPORTS.postmark(false, one),
    (one) => REPORTS.postmark(true, one, 'another-password-of-ours'),
  ],
])('PREFERENCE-52: who leaves %s leaves the category of the message', async (_list, leave, join, forge) => {
  const of = await sent('news');
  const now = Math.floor(Date.now() / 1000) * 1000;
  expect(await forge({ ...of, at: now - 60_000 })).toBe(401);
  expect(await entriesOf(of.to)).toEqual([]);
  for (let times = 0; times < 2; times += 1) {
    expect(await leave({ ...of, at: now - 60_000 })).toBe(200);
    expect(await entriesOf(of.to)).toEqual([
      { ...off('email', 'news'), at: new Date(now - 60_000).toISOString() },
    ]);
  }
  expect(await errorOf('news/email', of.to)).toMatch(
    /^PREFERENCE: .*category news over email.*at the provider/,
  );
  expect(await errorOf('offers/email', of.to)).toBeNull();
  expect(await join({ ...of, at: now })).toBe(200);
  expect(await leave({ ...of, at: now - 30_000 })).toBe(200);
  expect(await entriesOf(of.to)).toEqual([]);
  expect(await errorOf('news/email', of.to)).toBeNull();
});

test.each([
  ['everything', 'news', 'unsubscribe'],
  ['a group, from a message without a category', 'ping', 'group_unsubscribe'],
  ['a group, from a message of a required category', 'security', 'group_unsubscribe'],
])('PREFERENCE-50: who leaves %s gets no e-mail', async (_what, event, kind) => {
  const of = await sent(event);
  expect(await REPORTS.sendgrid(kind, of)).toBe(200);
  expect(await entriesOf(of.to)).toMatchObject([off('email')]);
  for (const name of ['offers/email', 'security/email'])
    expect(await errorOf(name, of.to)).toMatch(/^SUPPRESSED: .*opted out/);
});

test('PREFERENCE-50: a provider that refuses an SMS because of a STOP switches SMS off', async () => {
  const { email, phone } = await newContact();
  twilio.next.push({
    status: 400,
    body: JSON.stringify({ code: 21610, message: 'Attempt to send to unsubscribed recipient', status: 400 }),
  });
  expect(await errorOf('ping/sms', phone)).toMatch(/^REJECTED: /);
  await eventually('the choice', async () => (await entriesOf(email)).length === 1);
  expect(await entriesOf(email)).toMatchObject([off('sms')]);
  expect(await errorOf('ping/sms', phone)).toMatch(/^SUPPRESSED: /);
});
