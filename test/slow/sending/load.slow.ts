import pMap, { pMapSkip } from 'p-map';
import { Pool } from 'undici';
import { EVENT, PAYLOAD } from '../../../tools/bench/application';
import { now } from '../../../tools/bench/clock';
import { newRecipient } from '../../../tools/bench/kinds';
import { type MailSink, startMailSink } from '../../../tools/bench/mail-sink';
import { percentile } from '../../../tools/bench/statistics';
import { eventually } from '../../support/eventually';
import { type Stack, startStack } from '../../support/stack';
import { offer, watchMemory } from '../../support/steady-load';

interface Answer {
  to: string;
  status: number;
  id: string | null;
  ms: number;
}

/** More than the first load offers in all, so few that the second meets it on a machine that completes less. */
const BACKLOG_LIMIT = 2500;
/** How much more memory a process may have in the last third of a load than in the middle one. */
const MEMORY_FACTOR = 1.2;
/** And how much more in any case: the heap grows in steps, MB. */
const MEMORY_STEP_MB = 32;

let stack: Stack;
let mail: MailSink;
let pool: Pool;
beforeAll(async () => {
  mail = await startMailSink();
  stack = await startStack({ env: { SMTP_URL: mail.url, BACKLOG_LIMIT: String(BACKLOG_LIMIT) } });
  await stack.admin.request('PATCH', `/admin/v1/applications/${stack.applicationId}`, {
    monthly_quota: 1_000_000,
  });
  pool = new Pool(stack.production.baseUrl, { connections: 200 });
});
afterAll(async () => {
  await pool.close();
  await stack.stop();
  await mail.stop();
});

async function send(): Promise<Answer> {
  const to = newRecipient();
  const began = now();
  const { statusCode, body } = await pool.request({
    method: 'POST',
    path: `/v1/send/${EVENT}`,
    headers: { authorization: `Bearer ${stack.production.key}`, 'content-type': 'application/json' },
    body: JSON.stringify({ to, payload: PAYLOAD }),
  });
  const answer = (await body.json()) as { id?: string };
  return { to, status: statusCode, id: answer.id ?? null, ms: now() - began };
}

function expectFlat(memory: Record<string, number[]>): void {
  for (const [name, [middle = NaN, last = NaN]] of Object.entries(memory))
    expect({ name, middle, last, flat: last <= middle * MEMORY_FACTOR + MEMORY_STEP_MB }).toMatchObject({
      flat: true,
    });
}

/** Waits for the mails of all that was accepted, then checks every notification. */
async function expectAllCompleted(accepted: Answer[], withinMs: number): Promise<void> {
  await eventually('all mails', () => accepted.every(({ to }) => mail.mails.has(to)), withinMs);
  const unfinished = async (answer: Answer) => {
    const id = answer.id ?? '';
    const ended = async () => (await stack.store.notifications.get(id))?.completedAt;
    await eventually(`${id} to end`, ended, 60_000);
    return (await stack.store.notifications.get(id))?.status !== 'completed' ? id : pMapSkip;
  };
  expect(await pMap(accepted, unfinished, { concurrency: 5 })).toEqual([]);
  expect(mail.mails.repeated).toBe(0);
}

const countOf = (answers: Answer[]): Record<number, number> =>
  answers.reduce<Record<number, number>>(
    (counts, { status }) => ({ ...counts, [status]: (counts[status] ?? 0) + 1 }),
    {},
  );

test('30 sends a second for a minute are all answered 200, p99 under 250 ms, and all complete', async () => {
  await offer(5, 5, send); // connections and caches
  const memory = watchMemory(stack);
  const answers = await offer(30, 60, send);
  const used = memory.stop();
  const times = answers.map(({ ms }) => ms);
  const p99 = percentile(times, 0.99);
  console.info(
    `30/s: p50 ${percentile(times, 0.5).toFixed(1)} ms, p99 ${p99.toFixed(1)} ms, memory ${JSON.stringify(used)}`,
  );
  expect(countOf(answers)).toEqual({ 200: 1800 });
  await expectAllCompleted(answers, 240_000);
  expectFlat(used);
  expect(p99).toBeLessThan(250);
}, 480_000);

test('100 sends a second for 40 s are answered 200 or 429, and everything accepted is completed and received once', async () => {
  const backlog = async () => (await stack.store.applications.get(stack.applicationId))?.backlog ?? 0;
  await eventually('what is left of the first load to begin', async () => (await backlog()) === 0, 240_000);
  const memory = watchMemory(stack);
  const answers = await offer(100, 40, send);
  const counts = countOf(answers);
  const accepted = answers.filter(({ status }) => status === 200);
  await expectAllCompleted(accepted, 600_000);
  const used = memory.stop();
  console.info(`100/s: answers ${JSON.stringify(counts)}, memory ${JSON.stringify(used)}`);
  expect(Object.keys(counts).filter((status) => status !== '200' && status !== '429')).toEqual([]);
  expect(accepted.length).toBeGreaterThan(1000);
  expectFlat(used);
}, 1_200_000);
