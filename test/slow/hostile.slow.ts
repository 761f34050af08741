import { once } from 'node:events';
import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import { Pool } from 'undici';
import { now } from '../../bench/clock';
import { type MailSink, startMailSink } from '../../bench/mail-sink';
import { median, percentile } from '../../bench/statistics';
import { type TestApplication, makeApplication, newEmail, PING } from '../support/application';
import { BOUNCE_SETTINGS, bouncesOf } from '../support/bounces';
import { eventually } from '../support/eventually';
import { HttpApi } from '../support/http-api';
import { descriptorsOf } from '../support/process-facts';
import { rawBytes } from '../support/raw-http';
import { type Stack, startStack } from '../support/stack';
import { offer, watchMemory } from '../support/steady-load';
import { accessAttacks } from './access-attacks';
import { FILE, get, pipelined, writeUnread } from '../support/unread';

/** HOSTILE_SECONDS sets another length, for a try. */
const SECONDS = Number(process.env.HOSTILE_SECONDS ?? 300);
const PER_SECOND = 10;
/** Each attack is made so often, milliseconds. */
const EVERY_MS = 1000;
/** How much more memory a process may have in the last third than in the middle one, MB: the heap grows in steps. */
const MEMORY_STEP_MB = 48;

const templates = (part: string): string => `templates: { email: { en: { subject: Hi, ${part} } } }`;
/** Minutes of work for little that is sent. */
const ENDLESS = templates(
  "text: '{{#each a}}{{#each @root.a}}{{#each @root.a}}{{eq @root.b @root.c}}{{/each}}{{/each}}{{/each}}'",
);
const same = 'x'.repeat(100_000);
const ENDLESS_PAYLOAD = { a: Array.from({ length: 45 }, () => 1), b: [same, 1], c: [same, 2] };
const DATES = templates("text: '{{#each items}}{{date this}}{{/each}}'");
/** A search that finds all of the needle but its last letter, everywhere. */
const SEARCH = `sequence: [{ if: { value: payload.text, contains: '${'x'.repeat(999)}y' }, then: [{ send: email }] }, { send: email }]
${templates('text: Hi')}`;
const SEARCH_PAYLOAD = { text: 'x'.repeat(100_000) };
const DATES_PAYLOAD = { items: Array.from({ length: 8_000 }, () => '2026-01-01T00:00:00Z') };

let stack: Stack;
let mail: MailSink;
let pool: Pool;
let honest: TestApplication;
let hostile: TestApplication;
let integration: string;
let onAccess: Awaited<ReturnType<typeof accessAttacks>>;
beforeAll(async () => {
  mail = await startMailSink();
  stack = await startStack({
    env: { SMTP_URL: mail.url, ...BOUNCE_SETTINGS, API_WRONG_KEYS_PER_MINUTE: '60' },
  });
  stack.dns.zone = { '* stuck.example': 'drop' };
  honest = await makeApplication(stack, { 'ping.yaml': PING });
  hostile = await makeApplication(stack, {
    'endless.yaml': ENDLESS,
    'dates.yaml': DATES,
    'search.yaml': SEARCH,
  });
  for (const { path } of [honest, hostile])
    await stack.admin.request('PATCH', path, { monthly_quota: 1_000_000 });
  onAccess = await accessAttacks(stack);
  const added = await stack.admin.post<{ integration: { id: string } }>(`${hostile.path}/integrations`, {
    ...{ channel: 'sms', provider: 'telnyx', check: false },
    ...{ name: 'theirs', priority: 200, settings: { api_key: 'a-key', base_url: 'http://127.0.0.1:8' } },
  });
  integration = `${hostile.path}/integrations/${added.body.integration.id}`;
  pool = new Pool(stack.production.baseUrl, { connections: 50 });
});
afterAll(async () => {
  await pool.close();
  await stack.stop();
  await mail.stop();
});

/** Bytes that are written and then left, as by a client that hangs. */
async function leave(bytes: string): Promise<void> {
  const { hostname, port } = new URL(stack.production.baseUrl);
  const socket = connect(Number(port), hostname);
  socket.on('error', () => undefined);
  await once(socket, 'connect');
  socket.write(bytes);
  setTimeout(() => socket.destroy(), 40_000).unref();
}

/** Connections with these requests from three addresses, which read nothing and stay until the service closes them. */
async function unread(bytes: string, count: number): Promise<void> {
  for (const address of ['127.0.0.4', '127.0.0.5', '127.0.0.6'])
    for (let n = 0; n < count; n += 1) {
      const socket = await writeUnread(stack.production, bytes, address);
      setTimeout(() => socket.destroy(), 90_000).unref();
    }
}

/** Asks both probes on the listener of metrics and, from an address of its own, on the one under attack. */
async function probe(): Promise<void> {
  const began = now();
  const bytes = get('/readyz', 'Connection: close\r\n');
  const { status } = await rawBytes(stack.production, bytes, '127.0.0.7');
  const statuses = [status];
  for (const process of [stack.api, stack.worker])
    statuses.push((await fetch(`http://127.0.0.1:${process?.metricsPort}/readyz`)).status);
  probes.push({ statuses, ms: now() - began });
}
const probes: { statuses: number[]; ms: number }[] = [];

const push = (content: string) =>
  stack.admin.request('PUT', `${hostile.path}/events/production`, { files: [{ name: 'bad.yaml', content }] });
const key = (): string => `Authorization: Bearer ${hostile.production.key}`;
const half = (path: string, more: string): string =>
  `POST ${path} HTTP/1.1\r\nHost: x\r\n${more}\r\nContent-Type: application/json\r\nContent-Length: 1000000\r\n\r\n{"to":`;

/** One attack each, by what it does. What it is answered does not matter here. */
const ATTACKS: Record<string, (round: number) => Promise<unknown>> = {
  'a mail that broke the reader': () =>
    bouncesOf(() => stack).deliver(
      'someone@bounces.example.com',
      Buffer.from(`From: ${':'.repeat(2000)}\r\n\r\n`),
    ),
  'a template without end': () =>
    hostile.production.post('/v1/send/endless', { to: newEmail(), payload: ENDLESS_PAYLOAD }),
  'thousands of dates': () =>
    hostile.production.post('/v1/send/dates', { to: newEmail(), payload: DATES_PAYLOAD }),
  'a long search': () =>
    hostile.production.post('/v1/send/search', { to: newEmail(), payload: SEARCH_PAYLOAD }),
  'nested html': () => push(templates(`html: '${'<div>'.repeat(5000)}'`)),
  'many bodies': () => push(templates(`html: '${'<body '.repeat(30_000)}'`)),
  'nested mjml': () =>
    push(templates(`mjml: '<mjml><mj-body>${'<mj-section>'.repeat(2000)}</mj-body></mjml>'`)),
  'hostile yaml': () => push(Array.from({ length: 12_000 }, (_, n) => `k${n}: a`).join('\n')),
  'yaml of languages': () =>
    push(
      `templates:\n  sms:\n${Array.from({ length: 4_000 }, (_, n) => `    l${n}: { text: "{{" }`).join('\n')}`,
    ),
  'aliases of aliases': () =>
    push(
      `a0: &a0 [x, x, x, x, x, x, x, x, x]\n${Array.from({ length: 9 }, (_, n) => `a${n + 1}: &a${n + 1} [${Array.from({ length: 9 }, () => `*a${n}`).join(', ')}]`).join('\n')}`,
    ),
  'a secret sent elsewhere': () =>
    stack.admin.request('PATCH', integration, { settings: { base_url: 'http://127.0.0.1:9' } }),
  'ten gigabytes announced': () =>
    leave(
      `POST /v1/send/ping HTTP/1.1\r\nHost: x\r\n${key()}\r\nContent-Type: application/json\r\nContent-Length: 10000000000\r\nExpect: 100-continue\r\n\r\n`,
    ),
  'half a callback': () => leave(half('/receipts/postmark/00000000-0000-4000-8000-000000000000', 'X: y')),
  'half a send': () => leave(half('/v1/send/ping', key())),
  'half a head': () => leave('POST /v1/send/ping HTTP/1.1\r\nHost: x\r\nX-Long: '),
  'wrong keys': (round) =>
    Promise.all(
      Array.from({ length: 20 }, (_, n) =>
        new HttpApi(stack.production.baseUrl, `live_${round}_${n}`).get('/v1/webhooks'),
      ),
    ),
  'wrong admin keys': (round) =>
    rawBytes(
      stack.admin,
      `GET /admin/v1/applications HTTP/1.1\r\nHost: x\r\nConnection: close\r\nAuthorization: Bearer admin_${round}\r\n\r\n`,
      '127.0.0.3',
    ),
  'a compression bomb': () =>
    fetch(`${stack.production.baseUrl}/v1/send/ping`, {
      method: 'POST',
      headers: {
        ...{ authorization: `Bearer ${hostile.production.key}`, 'content-type': 'application/json' },
        'content-encoding': 'gzip',
      },
      body: gzipSync(Buffer.alloc(20_000_000, ' ')),
    }).then((answer) => answer.text()),
  'deep json': () =>
    rawBytes(
      stack.production,
      `POST /v1/send/ping HTTP/1.1\r\nHost: x\r\nConnection: close\r\n${key()}\r\nContent-Type: application/json\r\nContent-Length: 200000\r\n\r\n${'['.repeat(200_000)}`,
    ),
  'hosts whose DNS never answers': (round) =>
    Promise.all(
      Array.from({ length: 20 }, (_, n) =>
        hostile.production.post('/v1/webhooks', { url: `https://host${round}-${n}.stuck.example/` }),
      ),
    ),
  'targets that are none': async () => {
    for (const port of [stack.api.metricsPort, stack.worker?.metricsPort])
      for (const target of ['//', '*', '/%', 'http://['])
        await rawBytes(new HttpApi(`http://127.0.0.1:${port}`), get(target, 'Connection: close\r\n'));
  },
  'pipelined requests for a file': () => unread(pipelined(FILE), 1),
  'pipelined requests for a document': () => unread(pipelined('/openapi.json'), 2),
  'answers that nobody reads': () => unread(get(FILE).repeat(30), 10),
  'connections that say nothing': () => unread('', 10),
  'many copies': () =>
    hostile.production.post('/v1/send/ping', {
      to: newEmail(),
      overrides: { email: { cc: Array.from({ length: 50 }, newEmail) } },
    }),
};

/** Makes an attack again and again until the time is over; one at a time, as often as it is due. */
async function attack(make: (round: number) => Promise<unknown>, until: number): Promise<number> {
  let round = 0;
  while (now() < until) {
    const next = now() + EVERY_MS;
    await make((round += 1)).catch(() => undefined);
    await sleep(Math.max(0, next - now()));
  }
  return round;
}

interface Sent {
  status: number;
  /** From the request to the mail, milliseconds. */
  ms: number;
}

async function send(): Promise<Sent> {
  const to = newEmail();
  const began = now();
  const { statusCode, body } = await pool.request({
    method: 'POST',
    path: '/v1/send/ping',
    headers: { authorization: `Bearer ${honest.production.key}`, 'content-type': 'application/json' },
    body: JSON.stringify({ to }),
  });
  await body.dump();
  return { status: statusCode, ms: statusCode === 200 ? (await mail.mails.of(to)) - began : Infinity };
}

/**
 * Removes what has been over for a while, again and again. The stand-in for MongoDB has no indexes but unique ones and
 * reads a whole collection for most queries: after minutes that would be all that is measured.
 */
function removeEnded(): NodeJS.Timeout {
  const { mongoose } = stack.connection;
  const remove = async (): Promise<void> => {
    const before = new Date(Date.now() - 15_000);
    await mongoose.collection('notifications').deleteMany({ completedAt: { $lt: before } });
    await mongoose.collection('contacts').deleteMany({ createdAt: { $lt: before } });
  };
  return setInterval(() => void remove().catch(() => undefined), 3000);
}

const pids = () => ({ api: stack.api.child.pid ?? 0, worker: stack.worker?.child.pid ?? 0 });

test(
  'beside a load of hostile requests no send of another application is late by a second, and none fails',
  async () => {
    const usual = median((await offer(PER_SECOND, 5, send)).map(({ ms }) => ms));
    const before = pids();
    const descriptors = descriptorsOf(before.api);
    const watched = watchMemory(stack);
    const removing = removeEnded();
    const until = now() + SECONDS * 1000;
    const attacks = { ...ATTACKS, ...onAccess };
    const probing = setInterval(() => void probe().catch(() => probes.push({ statuses: [], ms: 0 })), 1000);
    const [sent, ...rounds] = await Promise.all([
      offer(PER_SECOND, SECONDS, send),
      ...Object.values(attacks).map((make) => attack(make, until)),
    ]);
    clearInterval(removing);
    clearInterval(probing);
    const memory = watched.stop();
    const late = sent.map(({ ms }) => ms - usual);
    console.info(
      `usual ${usual.toFixed(0)} ms; later by p50 ${percentile(late, 0.5).toFixed(0)}, p99 ${percentile(late, 0.99).toFixed(0)}, at most ${Math.max(...late).toFixed(0)} ms; attacks ${JSON.stringify(Object.fromEntries(Object.keys(attacks).map((name, index) => [name, rounds[index]])))}; memory ${JSON.stringify(memory)}`,
    );
    expect(sent.filter(({ status }) => status !== 200)).toEqual([]);
    expect(late.filter((ms) => ms > 1000)).toEqual([]);
    expect(mail.mails.repeated).toBe(0);
    expect(probes.length).toBeGreaterThan(0);
    expect(
      probes.filter(({ statuses }) => statuses.length < 3 || statuses.some((one) => one !== 200)),
    ).toEqual([]);
    await eventually(
      'the end of all that was left open',
      () => descriptorsOf(before.api) <= descriptors + 50,
      120_000,
    );
    // The same processes, and both still there.
    expect(pids()).toEqual(before);
    for (const process of [stack.api, stack.worker]) expect(process?.child.exitCode).toBeNull();
    for (const [name, [middle = NaN, last = NaN]] of Object.entries(memory))
      expect({ name, middle, last, flat: last <= middle + MEMORY_STEP_MB }).toMatchObject({ flat: true });
  },
  (SECONDS + 180) * 1000,
);
