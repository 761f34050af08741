import { Pool } from 'undici';
import { now } from '../../../tools/bench/clock';
import { type MailSink, startMailSink } from '../../../tools/bench/mail-sink';
import { cpuPerUnit, cpuTimes } from '../../../tools/bench/process-facts';
import { percentile } from '../../../tools/bench/statistics';
import { type TestApplication, makeApplication, newEmail } from '../../support/application';
import { BOUNCE_SETTINGS } from '../../support/bounces';
import { eventually } from '../../support/eventually';
import { type OpenIdProviderServer, startOpenIdProvider } from '../../support/openid-provider';
import { descriptorsOf } from '../../support/process-facts';
import { rawBytes } from '../../support/raw-http';
import { type Stack, startStack } from '../../support/stack';
import { offer, watchMemory } from '../../support/steady-load';
import { get } from '../../support/unread';
import { accessAttacks } from './hostile/access-attacks';
import { type Attacks, besideLate, repeat } from './hostile/attack';
import { connectionAttacks } from './hostile/connection-attacks';
import { contentAttacks } from './hostile/content-attacks';
import { identityAttacks } from './hostile/identity-attacks';
import { paceOf } from './hostile/pace';

/** HOSTILE_SECONDS sets another length, for a try. */
const SECONDS = Number(process.env.HOSTILE_SECONDS ?? 300);
/** HOSTILE_ONLY=part of a name: only the attacks whose names have it. HOSTILE_WITHOUT: only the others. */
const { HOSTILE_ONLY: ONLY, HOSTILE_WITHOUT: WITHOUT } = process.env;
const USUAL_SECONDS = Math.min(30, SECONDS);
const PER_SECOND = 10;
/** How much processor time API and worker may spend on everything before the next attack waits, milliseconds of each second. */
const SERVICE_MS = Number(process.env.HOSTILE_SERVICE_MS ?? 800);
/** How much more memory a process may have in the last third than in the middle one, MB: the heap grows in steps. */
const MEMORY_STEP_MB = 48;

let stack: Stack;
let mail: MailSink;
let pool: Pool;
let honest: TestApplication;
let provider: OpenIdProviderServer;
let attacks: Attacks;
let stopAttacks: () => Promise<void>;
beforeAll(async () => {
  mail = await startMailSink();
  provider = await startOpenIdProvider();
  stack = await startStack({
    longLived: true,
    env: {
      ...{ SMTP_URL: mail.url, ...BOUNCE_SETTINGS, API_WRONG_KEYS_PER_MINUTE: '60' },
      ...{ OIDC_ISSUER: provider.issuer, OIDC_CLIENT_ID: provider.client.id },
      ...{ OIDC_CLIENT_SECRET: provider.client.secret, DASHBOARD_URL: 'http://127.0.0.1:3002/dashboard' },
    },
  });
  stack.dns.zone = { '* stuck.example': 'drop' };
  honest = await makeApplication(stack);
  const content = await contentAttacks(stack);
  for (const { path } of [honest, content.app])
    await stack.admin.request('PATCH', path, { monthly_quota: 1_000_000 });
  const identity = await identityAttacks(stack, provider);
  stopAttacks = identity.stop;
  attacks = {
    ...content.attacks,
    ...connectionAttacks(stack, String(content.app.production.key)),
    ...(await accessAttacks(stack)),
    ...identity.attacks,
  };
  pool = new Pool(stack.production.baseUrl, { connections: 50 });
});
afterAll(async () => {
  await pool.close();
  await stopAttacks();
  await stack.stop();
  await provider.stop();
  await mail.stop();
});

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

interface Sent {
  began: number;
  status: number;
  /** From the request to the answer, milliseconds. */
  answeredMs: number;
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
  const answeredMs = now() - began;
  return {
    began,
    status: statusCode,
    answeredMs,
    ms: statusCode === 200 ? (await mail.mails.of(to).catch(() => Infinity)) - began : Infinity,
  };
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

const spread = (values: number[]): string =>
  [0.5, 0.99, 1].map((share) => percentile(values, share).toFixed(0)).join('/');
const latenessOf = (sent: Sent[]): string =>
  `answers p50/p99/max ${spread(sent.map(({ answeredMs }) => answeredMs))} ms, mails ${spread(sent.map(({ ms }) => ms))} ms`;

test(
  'beside a load of hostile requests no send of another application is late by a second, and none fails',
  async () => {
    const removing = removeEnded();
    const usual = await offer(PER_SECOND, USUAL_SECONDS, send);
    console.info(`without attacks: ${latenessOf(usual)}`);
    const usualMs = percentile(
      usual.map(({ ms }) => ms),
      0.5,
    );
    const before = pids();
    const processes = { ...before, attackers: process.pid };
    const cpu = await cpuTimes(processes);
    const descriptors = descriptorsOf(before.api);
    const watched = watchMemory(stack);
    const pace = paceOf(before, SERVICE_MS);
    const until = now() + SECONDS * 1000;
    const stopping = setTimeout(() => pace.stop(), SECONDS * 1000);
    const chosen = Object.entries(attacks).filter(
      ([name]) => (!ONLY || name.includes(ONLY)) && (!WITHOUT || !name.includes(WITHOUT)),
    );
    const probing = setInterval(() => void probe().catch(() => probes.push({ statuses: [], ms: 0 })), 1000);
    const [sent, ...made] = await Promise.all([
      offer(PER_SECOND, SECONDS, send),
      ...chosen.map(([, make]) => repeat(make, pace, until)),
    ]);
    clearTimeout(stopping);
    clearInterval(removing);
    clearInterval(probing);
    const memory = watched.stop();
    const late = sent.map(({ ms }) => ms - usualMs);
    const rounds = Object.fromEntries(chosen.map(([name], index) => [name, made[index]?.rounds ?? []]));
    const spans = sent.map(({ began, ms }) => ({ from: began, to: began + ms, isLate: ms - usualMs > 1000 }));
    const beside = besideLate(
      rounds,
      spans.filter(({ isLate }) => isLate),
      spans.filter(({ isLate }) => !isLate),
    );
    const start = spans[0]?.from ?? 0;
    console.info(
      `late: ${spans.flatMap(({ from, to, isLate }) => (isLate ? `${((from - start) / 1000).toFixed(1)} s +${(to - from).toFixed(0)}` : [])).join(', ')}; beside ${beside.slice(0, 12).join(', ')}`,
    );
    const used = cpuPerUnit(cpu, await cpuTimes(processes), SECONDS);
    console.info(
      `beside attacks: ${latenessOf(sent)}; processor time a second, ms: ${JSON.stringify(used)}; rounds ${JSON.stringify(Object.values(rounds).map(({ length }) => length))}; memory ${JSON.stringify(memory)}`,
    );
    expect(sent.filter(({ status }) => status !== 200)).toEqual([]);
    expect(late.filter((ms) => ms > 1000)).toEqual([]);
    expect(mail.mails.repeated).toBe(0);
    const breaches = chosen.flatMap(([name], index) =>
      made[index]?.breaches.map((what) => `${name}: ${what}`),
    );
    expect(breaches).toEqual([]);
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
