import type { components } from '../../../generated/admin-openapi';
import { expectRefusal, makeApplication, type TestApplication } from '../../support/application';
import { eventually } from '../../support/eventually';
import { newAddress, untilEnded } from '../../support/journey';
import type { ApiServer } from '../../support/providers/api-server';
import { startPostmark, TOKEN } from '../../support/providers/postmark-server';
import { SETTINGS } from '../../support/settings';
import { type Stack, startStack } from '../../support/stack';
import { startWebhookReceiver, type WebhookReceiver } from '../../support/webhook-receiver';

type Statistics = components['schemas']['Statistics'];
type Usage = components['schemas']['Usage'];

const CREDENTIALS = { webhook_username: 'postmark', webhook_password: 'a-password-of-ours' };
const BASIC = `Basic ${Buffer.from(Object.values(CREDENTIALS).join(':')).toString('base64')}`;
const PING = 'templates: { email: { en: { subject: Hello, text: Hello } } }\n';
const LATER = `${PING}sequence: [{ wait: 1s }, { send: email }]\n`;

let stack: Stack;
let postmark: ApiServer;
let hook: WebhookReceiver;
let app: TestApplication;
beforeAll(async () => {
  [stack, postmark, hook] = await Promise.all([startStack(), startPostmark(), startWebhookReceiver()]);
  app = await makeApplication(stack, { 'ping.yaml': PING, 'later.yaml': LATER });
});
afterAll(async () => {
  await Promise.all([stack.stop(), postmark.close(), hook.stop()]);
});

const statistics = async (query = '', environment = 'production'): Promise<Statistics> => {
  const path = `${app.path}/statistics/${environment}${query}`;
  const { status, body } = await stack.admin.get<{ statistics: Statistics }>(path);
  expect(status).toBe(200);
  return body.statistics;
};

test('nothing was sent: each hour has zeros', async () => {
  const { by, series, totals, backlog, providers } = await statistics();
  expect(by).toBe('hour');
  expect([24, 25]).toContain(series.length);
  expect(series.every(({ accepted, sent }) => accepted === 0 && sent === 0)).toBe(true);
  expect(totals).toMatchObject({ accepted: 0, latency: { count: 0, p50_ms: null } });
  expect(providers).toEqual([]);
  expect(backlog.not_begun).toBe(0);
});

test('what is sent, delivered, bounced and called spam is counted once, by provider and hour', async () => {
  const added = await stack.admin.post<{ integration: { id: string } }>(`${app.path}/integrations`, {
    ...{ channel: 'email', provider: 'postmark', name: 'Main account' },
    settings: { server_token: TOKEN, base_url: postmark.url, ...CREDENTIALS },
  });
  const { id: provider_id } = added.body.integration;
  await app.production.post('/v1/webhooks', { url: hook.url });
  const ids = [];
  for (const event of ['ping', 'ping', 'later'])
    ids.push(await app.production.send(event, { to: newAddress() }));
  await Promise.all(ids.map((id) => untilEnded(app.production, id, 60_000)));

  const url = `${stack.production.baseUrl}/receipts/postmark/${provider_id}`;
  const metadata = postmark.requests
    .filter(({ path }) => path === '/email')
    .map(({ body }) => (JSON.parse(body) as { Metadata: object }).Metadata);
  const report = (event: object) =>
    fetch(url, {
      method: 'POST',
      headers: { authorization: BASIC, 'content-type': 'application/json' },
      body: JSON.stringify({ MessageID: 'pm-1', ...event }),
    });
  const bounced = { RecordType: 'Bounce', Type: 'HardBounce', TypeCode: 1, Metadata: metadata[1] };
  for (const event of [
    { RecordType: 'Delivery', Metadata: metadata[0] },
    { RecordType: 'Delivery', Metadata: metadata[0] },
    { RecordType: 'SpamComplaint', Metadata: metadata[0] },
    { ...bounced, Details: 'unknown user' },
  ])
    expect((await report(event)).status).toBeLessThan(300);

  const found = await eventually('all to be counted', async () => {
    const now = await statistics();
    const { accepted, sent, delivered, bounced: back, complained, webhook_attempts: hooks } = now.totals;
    const isAll = accepted === 3 && sent === 3 && delivered === 1 && back === 1 && complained === 1;
    return isAll && hooks.delivered >= 6 && now;
  });
  const counts = { sent: 3, delivered: 1, failed: 1, bounced: 1, complained: 1 };
  expect(found.totals).toMatchObject({ ...counts, channels: [{ channel: 'email', ...counts }] });
  const who = { channel: 'email', provider: 'postmark', provider_id, integration: 'Main account' };
  expect(found.providers).toEqual([{ ...who, ...counts, attempts: { sent: 3 } }]);
  expect(found.failures).toEqual([{ ...who, code: 'HARD_BOUNCE', count: 1 }]);
  // The one that begins with a WAIT says nothing of the service's speed.
  expect(found.totals.latency.count).toBe(2);
  expect(found.histogram.reduce((sum, { count }) => sum + count, 0)).toBe(2);
  expect(found.series.reduce((sum, { sent }) => sum + sent, 0)).toBe(3);

  expect(found.events).toEqual([
    { event: 'ping', accepted: 2, sent: 2, delivered: 1, failed: 1 },
    { event: 'later', accepted: 1, sent: 1, delivered: 0, failed: 0 },
  ]);
  expect(found.totals.latency.within_10s).toBeGreaterThan(0);
  expect(found.previous).toBeUndefined();
  const later = new Date(Date.parse(found.to) + 3_600_000);
  const next = await statistics(
    `?by=hour&from=${later.toISOString()}&to=${new Date(later.getTime() + 86_400_000).toISOString()}&compare=true`,
  );
  expect([next.totals.sent, next.previous?.totals.sent]).toEqual([0, 3]);
  expect(next.previous?.to).toBe(next.from);

  const day = await statistics('?by=day');
  expect(day.series.reduce((sum, { sent }) => sum + sent, 0)).toBe(3);
  expect((await statistics('', 'sandbox')).totals).toMatchObject({ accepted: 0, sent: 0 });
});

test.each([
  ['statistics/production', 'gzip, deflate, br', 'gzip'],
  ['statistics/production', 'identity', null],
  ['tenants', 'gzip', null],
])('%s, asked for with %s, is compressed: %s', async (path, accepted, encoding) => {
  const answer = await fetch(`${stack.admin.baseUrl}${app.path}/${path}`, {
    headers: { authorization: `Bearer ${SETTINGS.ADMIN_API_KEY}`, 'accept-encoding': accepted },
  });
  expect(answer.headers.get('content-encoding')).toBe(encoding);
  expect(await answer.json()).toEqual(expect.any(Object));
});

test('the numbers are CSV for a request that prefers it, and errors are JSON', async () => {
  const asked = (path: string) =>
    fetch(`${stack.admin.baseUrl}${app.path}/${path}`, {
      headers: { authorization: `Bearer ${SETTINGS.ADMIN_API_KEY}`, accept: 'text/csv' },
    });
  const answer = await asked('statistics/production?by=day');
  expect(answer.headers.get('content-type')).toBe('text/csv; charset=utf-8');
  expect(answer.headers.get('vary')).toMatch(/accept/i);
  const rows = (await answer.text()).split('\r\n');
  expect(rows[0]).toBe('kind,name,accepted,sent,delivered,failed,p50_ms,p95_ms,p99_ms');
  expect(rows.find((row) => row.startsWith('total,,3,3,'))).toBeDefined();
  expect(rows.some((row) => row.startsWith('provider,email Main account,'))).toBe(true);
  const refused = await asked('statistics/production?by=minute');
  expect(await refused.json()).toMatchObject({ code: 'VALIDATION_ERROR' });
});

test('usage has the quota exactly, and each day of the month', async () => {
  const { body } = await stack.admin.get<{ usage: Usage }>(`${app.path}/usage/production`);
  const { month, quotas, days } = body.usage;
  expect(quotas).toEqual([{ per: 'month', limit: 10_000, used: 3, ends_at: expect.any(String) }]);
  expect(days[0]?.day).toBe(`${month}-01`);
  expect(days.reduce((sum, { accepted, counted }) => sum + accepted + counted, 0)).toBe(6);
  const sandbox = await stack.admin.get<{ usage: Usage }>(`${app.path}/usage/sandbox?month=2026-02`);
  expect(sandbox.body.usage).toMatchObject({
    month: '2026-02',
    quotas: [{ per: 'day', limit: 150, used: 0 }],
  });
  expect(sandbox.body.usage.days).toHaveLength(28);
});

test.each([
  ['statistics/production?from=2026-03-02T00:00:00Z&to=2026-03-01T00:00:00Z', 'from'],
  ['statistics/production?from=2026-03-01T00:00:00Z&to=2026-03-20T00:00:00Z&by=hour', 'from'],
  ['statistics/production?by=minute', 'by'],
  ['usage/production?month=2026-13', 'month'],
  ['usage/production?month=0001-01', 'month'],
  ['usage/production?month=1999-12', 'month'],
  ['usage/production?month=2100-01', 'month'],
  ['statistics/production?from=0001-01-01T00:00:00Z', 'from'],
  ['statistics/production?to=9999-12-31T00:00:00Z', 'to'],
  ['notifications?environment=production&from=0001-01-01T00:00:00Z', 'from'],
  [
    'notifications?environment=production&after=999999999999999_11111111-1111-4111-8111-111111111111',
    'after',
  ],
])('%s is refused', async (path, field) => {
  const refused = await stack.admin.get(`${app.path}/${path}`);
  expectRefusal(refused, 400, 'VALIDATION_ERROR', { field });
});
