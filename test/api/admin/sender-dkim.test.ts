import {
  type TestApplication,
  expectRefusal,
  makeApplication,
  newEmail,
  PING,
} from '../../support/application';
import { type DkimResult, verifyDkim } from '../../support/dkim-verifier';
import { type DnsServer, startDnsServer, type Zone } from '../../support/dns-server';
import { untilEnded } from '../../support/journey';
import { type Stack, startStack } from '../../support/stack';
import { heliograph } from '../../unit/cli/admin-stub';

interface Key {
  selector: string;
  state: string;
  record: { name: string; value: string; strings: string[] };
  retiring_since: string | null;
  keep_record_until: string | null;
}
type Dkim = { domain: string; keys: Key[] };

const NEWS = PING.replace(
  'name: ping',
  'name: news\nbulk: true\nunsubscribe_url: https://shop.example/u?c={{contact.externalId}}',
);

let dns: DnsServer;
let stack: Stack;
beforeAll(async () => {
  dns = await startDnsServer();
  stack = await startStack({ env: { DNS_SERVERS: dns.address } });
});
afterAll(async () => {
  await stack.stop();
  await dns.stop();
});

async function withDomain(domain = 'example.com') {
  const app = await makeApplication(stack, { 'ping.yaml': PING, 'news.yaml': NEWS });
  const { body } = await stack.admin.post<{ sender: { id: string } }>(`${app.path}/senders`, {
    ...{ type: 'domain', value: domain },
  });
  const sender = `${app.path}/senders/${body.sender.id}`;
  return { app, sender, path: `${sender}/dkim` };
}
const publish = ({ keys }: Dkim): void => {
  for (const { record } of keys) dns.zone[`TXT ${record.name}`] = [record.value];
};
const make = (path: string, body: object = {}) => stack.admin.post<Dkim>(path, body);
const activate = (path: string, selector: string) =>
  stack.admin.post<Dkim>(`${path}/${selector}/activate`, {});
const remove = (path: string) => stack.admin.request('DELETE', path);
const statesOf = ({ keys }: Dkim) => keys.map(({ selector, state }) => `${selector} ${state}`);

/** Sends, and returns the signatures that a receiver finds, verified with what DNS has. */
async function signaturesOf(
  { production }: TestApplication,
  event: string,
  more: object = {},
): Promise<DkimResult[]> {
  const to = newEmail();
  const id = await production.send(event, { to, ...more });
  expect((await untilEnded(production, id)).status).toBe('completed');
  const [mail] = stack.smtp.mails.filter((one) => one.to.includes(to));
  return verifyDkim(mail?.raw ?? Buffer.alloc(0), (name) => dns.zone[`TXT ${name}`] as string[]);
}

test('DKIM-1, DKIM-2, DKIM-3: e-mail is signed after the record of the key was seen, with both headers of one-click', async () => {
  const { app, path } = await withDomain();
  dns.zone = {};
  const made = await make(path, { selector: 's1' });
  expect(made.status).toBe(201);
  const [key] = made.body.keys;
  expect(key).toMatchObject({ state: 'pending', record: { name: 's1._domainkey.example.com' } });
  expect(key?.record.strings.join('')).toBe(key?.record.value);
  expect(JSON.stringify(made.body)).not.toMatch(/private|sealed/i);
  expect(await signaturesOf(app, 'ping')).toEqual([]);

  const name = 'TXT s1._domainkey.example.com';
  const wrong: [Zone, string][] = [
    [{}, 'There is no such record'],
    [{ [name]: ['v=DKIM1; p='] }, 'revoked'],
    [{ [name]: ['v=DKIM1; p=MIIB'] }, 'another key'],
    [{ [name]: 'fail' }, 'DNS did not answer'],
  ];
  for (const [zone, why] of wrong) {
    dns.zone = zone;
    const refused = await activate(path, 's1');
    expectRefusal(refused, 409, 'DKIM_UNPUBLISHED');
    expect(JSON.stringify(refused.body)).toContain(why);
  }
  expect(await signaturesOf(app, 'ping')).toEqual([]);

  publish(made.body);
  expect(statesOf((await activate(path, 's1')).body)).toEqual(['s1 active']);
  expectRefusal(await activate(path, 's1'), 409, 'DKIM_STATE');
  const [signature, ...others] = await signaturesOf(app, 'news');
  expect(others).toEqual([]);
  expect(signature).toMatchObject({ domain: 'example.com', selector: 's1', problem: '' });
  expect(signature?.headers).toEqual(
    expect.arrayContaining(['from', 'to', 'subject', 'date', 'list-unsubscribe', 'list-unsubscribe-post']),
  );
});

test('DKIM-5, DKIM-6: a rotation in the middle of sends leaves each signature right, and the old key retires', async () => {
  const { app, path } = await withDomain();
  dns.zone = {};
  publish((await make(path, { selector: 'a1' })).body);
  await activate(path, 'a1');
  const second = await make(path, { selector: 'a2' });
  expect(statesOf(second.body)).toEqual(['a1 active', 'a2 pending']);
  expectRefusal(await make(path), 409, 'DKIM_STATE');
  publish(second.body);
  const [, turned, ...signatures] = await Promise.all([
    signaturesOf(app, 'ping'),
    activate(path, 'a2'),
    ...Array.from({ length: 8 }, () => signaturesOf(app, 'ping')),
  ]);
  expect(signatures.flat().map(({ problem }) => problem)).toEqual(Array(8).fill(''));
  expect(statesOf(turned.body)).toEqual(['a1 retiring', 'a2 active']);
  expect((await signaturesOf(app, 'ping')).map(({ selector }) => selector)).toEqual(['a2']);

  expectRefusal(await remove(`${path}/a1`), 409, 'DKIM_STATE');
  // The old key signs again if the new one makes trouble.
  expect(statesOf((await activate(path, 'a1')).body)).toEqual(['a1 active', 'a2 retiring']);
  expect((await remove(`${path}/a2?early=true`)).status).toBe(200);
  expect(statesOf((await stack.admin.get<Dkim>(path)).body)).toEqual(['a1 active']);
  expectRefusal(await remove(`${path}/a2`), 404, 'DKIM_KEY_NOT_FOUND');
});

test('DKIM-1: the mail of a tenant is signed for the domain of its sender', async () => {
  const { app, path } = await withDomain('acme.example');
  dns.zone = {};
  publish((await make(path)).body);
  const [key] = (await stack.admin.get<Dkim>(path)).body.keys;
  expect(key?.selector).toMatch(/^hg\d{8}-[0-9a-f]{4}$/);
  await activate(path, key?.selector ?? '');
  const tenant = { name: 'Acme', sender: { email: 'Acme <hello@acme.example>' } };
  expect((await stack.admin.request('PUT', `${app.path}/tenants/acme`, tenant)).status).toBe(201);
  expect(await signaturesOf(app, 'ping', { tenant: 'acme' })).toMatchObject([
    { domain: 'acme.example', selector: key?.selector, problem: '' },
  ]);
  expect(await signaturesOf(app, 'ping', { from: 'shop@example.com' })).toEqual([]);
});

test('DKIM-7: the check of records and the doctor say that the record of the key that signs is wrong', async () => {
  const { app, sender, path } = await withDomain('news.example');
  dns.zone = {};
  publish((await make(path, { selector: 's1' })).body);
  await activate(path, 's1');
  const name = 's1._domainkey.news.example';
  const env = { HELIOGRAPH_ADMIN_URL: stack.admin.baseUrl, HELIOGRAPH_ADMIN_KEY: stack.admin.key ?? '' };
  const dkimOf = async () => {
    const { body } = await stack.admin.get<{ records: { purpose: string; state: string }[] }>(
      `${sender}/records`,
    );
    return body.records.filter(({ purpose }) => purpose === 'dkim');
  };
  expect(await dkimOf()).toEqual([expect.objectContaining({ name, state: 'ok' })]);
  dns.zone[`TXT ${name}`] = ['v=DKIM1; p=MIIB'];
  expect(await dkimOf()).toEqual([
    expect.objectContaining({ name, state: 'wrong', detail: expect.stringContaining('another key') }),
  ]);
  const { stdout } = await heliograph(['senders', 'records', 'news.example', '--app', app.id], { env });
  expect(stdout).toContain('It has another key, so each signature fails.');
  await stack.store.dkimKeys.add(app.id, {
    ...{ domain: 'lost.example', selector: 's9', state: 'active', publicKey: 'MIIB' },
    ...{ sealed: 'v1.00000000.AAAA', createdAt: new Date(), activeSince: new Date(), retiringSince: null },
  });
  const doctor = await stack.admin.get<{ findings: { level: string; summary: string }[] }>(
    '/admin/v1/doctor',
  );
  const found = doctor.body.findings.filter(({ summary }) => summary.includes(name));
  expect(found).toHaveLength(1);
  expect(doctor.body.findings.filter(({ summary }) => summary.includes('decrypted'))).toMatchObject([
    {
      level: 'problem',
      summary: expect.stringMatching(/^The DKIM key s9 of lost\.example cannot .*ENCRYPTION_KEY/),
    },
  ]);
});
