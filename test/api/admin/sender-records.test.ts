import { type TestApplication, expectRefusal, makeApplication } from '../../support/application';
import { type DnsServer, startDnsServer } from '../../support/dns-server';
import { type Stack, startStack } from '../../support/stack';
import { heliograph } from '../../unit/cli/admin-stub';

const DOMAIN = 'mail.example.com';
const BOUNCES = 'bounces.example.com';
const KEY = `v=DKIM1; k=rsa; p=${'MIIBIjANBgkq'.repeat(32)}`;

interface Row {
  purpose: string;
  name: string | null;
  value: string | null;
  state: string;
  found: string[];
  detail: string;
}

let dns: DnsServer;
let stack: Stack;
beforeAll(async () => {
  dns = await startDnsServer();
  stack = await startStack({
    withoutWorker: true,
    env: {
      ...{ DNS_SERVERS: dns.address, SMTP_URL: 'smtp://user:a-password@smtp.example.net:587' },
      ...{ BOUNCE_DOMAIN: BOUNCES, ENCRYPTION_KEY: Buffer.alloc(32, 7).toString('base64') },
    },
  });
});
afterAll(async () => {
  await stack.stop();
  await dns.stop();
});

async function withSender(type: string, value: string): Promise<{ app: TestApplication; path: string }> {
  const app = await makeApplication(stack);
  const made = await stack.admin.post<{ sender: { id: string } }>(`${app.path}/senders`, { type, value });
  return { app, path: `${app.path}/senders/${made.body.sender.id}/records` };
}

async function rows(path: string, query = ''): Promise<Row[]> {
  const { status, body } = await stack.admin.get<{ records: Row[] }>(path + query);
  expect(status).toBe(200);
  expect(JSON.stringify(body)).not.toContain('a-password');
  return body.records;
}
const states = (all: Row[]) => Object.fromEntries(all.map(({ purpose, state }) => [purpose, state]));

test('a domain that sends over SMTP has its records, each with what DNS has', async () => {
  const { path } = await withSender('domain', DOMAIN);
  dns.zone = {};
  const none = await rows(path);
  expect(states(none)).toEqual({
    ...{ dkim: 'unclear', bounce_spf: 'missing', bounce_mx: 'missing', dmarc: 'missing' },
  });
  expect(none).toContainEqual(
    expect.objectContaining({ name: BOUNCES, value: 'v=spf1 a:smtp.example.net ~all' }),
  );
  dns.zone = {
    [`TXT ${BOUNCES}`]: ['another text', 'v=spf1 ip4:192.0.2.1 a:smtp.example.net -all'],
    [`MX ${BOUNCES}`]: ['mx.example.com'],
    [`TXT s1._domainkey.${DOMAIN}`]: [KEY],
    // The domain above has the policy.
    'TXT _dmarc.example.com': ['v=DMARC1; p=reject'],
  };
  const all = await rows(path, '?selectors=s1');
  expect(states(all)).toEqual({ dkim: 'ok', bounce_spf: 'ok', bounce_mx: 'ok', dmarc: 'ok' });
  expect(all.find(({ purpose }) => purpose === 'dkim')?.found).toEqual([KEY]);
});

test('a provider says what it needs, and an address needs the records of its domain', async () => {
  const { app, path } = await withSender('email', `hello@${DOMAIN}`);
  const settings = {
    ...{ server_token: '00000000-0000-4000-8000-000000000000' },
    ...{ webhook_username: 'postmark', webhook_password: 'a-password-of-ours' },
  };
  const integration = { provider: 'postmark', channel: 'email', check: false, settings };
  expect((await stack.admin.post(`${app.path}/integrations`, integration)).status).toBe(201);
  dns.zone = { [`CNAME pm-bounces.${DOMAIN}`]: ['pm.mtasv.net'] };
  const all = await rows(path);
  expect(states(all)).toEqual({ dkim: 'unclear', return_path: 'ok', dmarc: 'missing' });
});

test('DNS that fails or does not answer is said, within seconds', async () => {
  const { path } = await withSender('domain', DOMAIN);
  dns.zone = { [`TXT ${BOUNCES}`]: 'fail', [`MX ${BOUNCES}`]: 'drop' };
  const begun = Date.now();
  expect(states(await rows(path))).toMatchObject({ bounce_spf: 'no_answer', bounce_mx: 'no_answer' });
  expect(Date.now() - begun).toBeLessThan(60_000);
});

test('a number needs none, and a sender that is none is 404', async () => {
  const { app, path } = await withSender('phone', '+15005550006');
  expect((await stack.admin.get(path)).body).toMatchObject({ domain: null, records: [] });
  expectRefusal(await stack.admin.get(`${app.path}/senders/x/records`), 404, 'SENDER_NOT_FOUND');
  expectRefusal(await stack.admin.get(`${path}?selectors=a%20b`), 400, 'VALIDATION_ERROR', {
    field: 'selectors',
  });
});

test('the command line prints the records with what to do, and fails if one is not right', async () => {
  const { app } = await withSender('domain', DOMAIN);
  const env = { HELIOGRAPH_ADMIN_URL: stack.admin.baseUrl, HELIOGRAPH_ADMIN_KEY: stack.admin.key ?? '' };
  const run = () => heliograph(['senders', 'records', DOMAIN, '--dkim', 's1', '--app', app.id], { env });
  dns.zone = { [`TXT s1._domainkey.${DOMAIN}`]: ['v=DKIM1; p='] };
  const bad = await run();
  expect(bad.code).toBe(1);
  expect(bad.stdout).toMatch(/^wrong +dkim +TXT +s1\._domainkey\.mail\.example\.com/m);
  expect(bad.stdout).toContain('revoked');
  dns.zone = {
    [`TXT ${BOUNCES}`]: ['v=spf1 a:smtp.example.net -all'],
    [`MX ${BOUNCES}`]: ['mx.example.com'],
    [`TXT s1._domainkey.${DOMAIN}`]: [KEY],
    [`TXT _dmarc.${DOMAIN}`]: ['v=DMARC1; p=none'],
  };
  expect((await run()).code).toBe(0);
});
