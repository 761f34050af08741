import { setTimeout as sleep } from 'node:timers/promises';
import { temporal } from '@temporalio/proto';
import pMap from 'p-map';
import { now } from '../../../tools/bench/clock';
import { type MailSink, startMailSink } from '../../../tools/bench/mail-sink';
import { residentMb } from '../../../tools/bench/process-facts';
import { median, percentile } from '../../../tools/bench/statistics';
import { eventually } from '../../support/eventually';
import { type Stack, startStack } from '../../support/stack';

const given = (name: string, fallback: number): number => Number(process.env[name] ?? fallback);
/** How many sleep. */
const SLEEPERS = given('SLEEPERS', 10_000);
/** Over how many seconds the times at which they are to wake are spread. */
const SPREAD = given('SLEEPERS_SPREAD_SECONDS', 600);
/** What is left of that for the restart and the readings, seconds. */
const REST = 60;
/** How long sending them and the restart may take: the first wakes then. */
const FILL = given('SLEEPERS_FILL_SECONDS', REST + Math.ceil(SLEEPERS / 25));
/** So that the first few fill the cache, and what the others cost shows: 500, the default, of 10,000. */
const CACHED = Math.ceil(SLEEPERS / 20);

const MOST_LATE_MS = 5000;
/** What all of them may add to the memory of a worker that finds them asleep. In its cache they would have 0.3 MB each. */
const MOST_MB = 64;
/** The same for the worker that began them, whose heap has grown with the work: a tenth of what they would have there. */
const MOST_GROWN_MB = Math.max(MOST_MB, 0.03 * SLEEPERS);

/** One event for each WAIT, in seconds: what is sent later waits less, so that the times come out even. */
const eventOf = (seconds: number): string => `wait-${seconds}`;
const EVENTS = Object.fromEntries(
  Array.from({ length: Math.max(FILL, REST + SPREAD) + 1 }, (_, index) => [
    `${eventOf(index + 1)}.yaml`,
    `templates: { email: { en: { subject: Hi, text: Hi } } }\nsequence: [{ wait: ${index + 1}s }, { send: email }]`,
  ]),
);

interface Sleeper {
  to: string;
  id: string;
  waitMs: number;
}

let stack: Stack;
let mail: MailSink;
beforeAll(async () => {
  mail = await startMailSink();
  // The sweep as often as in production: it looks after each open notification.
  const sweep = { SWEEP_INTERVAL_SECONDS: '60', SWEEP_AFTER_SECONDS: '30' };
  const env = { SMTP_URL: mail.url, WORKER_MAX_CACHED_WORKFLOWS: String(CACHED), ...sweep };
  stack = await startStack({ env, events: EVENTS });
  await stack.admin.request('PATCH', `/admin/v1/applications/${stack.applicationId}`, {
    monthly_quota: 1_000_000,
  });
}, 120_000);
afterAll(async () => {
  await stack.stop();
  await mail.stop();
}, 120_000);

const say = (facts: Record<string, unknown>): void => void process.stderr.write(`${JSON.stringify(facts)}\n`);

/**
 * Sends those that are to wake in one second, as one array; `firstWakes` in milliseconds since 1970. It is
 * paced, so that workflows begin when their notifications are accepted: a WAIT counts from then.
 */
async function sendSlot(slot: number, firstWakes: number): Promise<Sleeper[]> {
  const sentAt = firstWakes - 1000 * (FILL - (slot * (FILL - REST)) / SPREAD);
  await sleep(Math.max(0, sentAt - now()));
  const [from, to] = [slot, slot + 1].map((at) => Math.floor((at * SLEEPERS) / SPREAD)) as [number, number];
  if (from === to) return [];
  const seconds = Math.round((firstWakes - now()) / 1000) + slot;
  if (seconds < 1) throw new Error(`sending takes too long: set SLEEPERS_FILL_SECONDS, which is ${FILL}`);
  const recipients = Array.from({ length: to - from }, (_, index) => `sleeper-${from + index}@example.org`);
  const answer = await stack.production.post<{ notifications: { id: string }[] }>(
    `/v1/send/${eventOf(seconds)}`,
    { to: recipients },
  );
  expect(answer.status).toBe(200);
  return answer.body.notifications.map(({ id }, index) => ({
    ...{ id, to: recipients[index] ?? '', waitMs: seconds * 1000 },
  }));
}

/** Nothing is left to start, and no workflow task waits: every sleeper's timer is set. */
const untilAsleep = (firstWakes: number): Promise<unknown> =>
  eventually(
    'all to be asleep before the first wakes (this machine may need more: SLEEPERS_FILL_SECONDS)',
    async () => {
      await sleep(1000);
      const notifications = stack.connection.mongoose.collection('notifications');
      if ((await notifications.countDocuments({ startPending: { $exists: true } })) > 0) return false;
      const { stats } = await stack.temporal.workflowService.describeTaskQueue({
        namespace: stack.temporal.options.namespace,
        taskQueue: { name: stack.name },
        taskQueueType: temporal.api.enums.v1.TaskQueueType.TASK_QUEUE_TYPE_WORKFLOW,
        reportStats: true,
      });
      return Number(stats?.approximateBacklogCount ?? 0) === 0;
    },
    firstWakes - now(),
  );

/** Resident memory of the worker, MB: the median of some readings. */
async function workerMb(): Promise<number> {
  const readings: number[] = [];
  while (readings.length < 5) {
    await sleep(1000);
    readings.push(await residentMb(stack.worker?.child.pid ?? 0));
  }
  return median(readings);
}

/** When the timer of a WAIT was to fire, by Temporal: the start of its workflow may have been late, not the wake. */
async function timerDue(id: string): Promise<number> {
  const { events } = await stack.temporal.workflow.getHandle(id).fetchHistory();
  const started = events?.find(({ timerStartedEventAttributes }) => timerStartedEventAttributes);
  const set = Number(started?.eventTime?.seconds) * 1000 + Number(started?.eventTime?.nanos ?? 0) / 1e6;
  return set + Number(started?.timerStartedEventAttributes?.startToFireTimeout?.seconds) * 1000;
}

test(
  `${SLEEPERS} notifications in a WAIT cost a worker almost no memory, and after its restart each resumes within 5 s of its time`,
  async () => {
    const empty = await workerMb();
    const began = now();
    const firstWakes = began + FILL * 1000;
    const send = async (from: number, to: number) =>
      (
        await pMap(new Array(to - from).keys(), (slot) => sendSlot(from + slot, firstWakes), {
          concurrency: 3,
        })
      ).flat();
    // As many as twice the cache, then the rest.
    const tenth = Math.ceil(SPREAD / 10);
    const sleepers = await send(0, tenth);
    await untilAsleep(firstWakes);
    const few = await workerMb();
    sleepers.push(...(await send(tenth, SPREAD)));
    const sentWithin = now() - began;
    await untilAsleep(firstWakes);
    const many = await workerMb();
    say({ sleepers: sleepers.length, sentMs: Math.round(sentWithin), empty, few, many });
    expect(sleepers).toHaveLength(SLEEPERS);

    await stack.worker?.kill();
    await stack.startWorker();
    const restarted = await workerMb();
    const toFirst = firstWakes - now();
    say({ restarted, secondsToFirst: toFirst / 1000 });
    // What follows would prove less if some had woken by now.
    expect(toFirst).toBeGreaterThan(0);

    await sleep(toFirst + SPREAD * 1000);
    await eventually('all mails', () => sleepers.every(({ to }) => mail.mails.has(to)), 120_000);
    const latenessOf = async ({ id, to, waitMs }: Sleeper) => {
      const arrived = await mail.mails.of(to);
      const { startedAt } = (await stack.store.notifications.get(id)) ?? {};
      const sinceAcceptance = arrived - (Number(startedAt) + waitMs);
      const ms = sinceAcceptance > MOST_LATE_MS ? arrived - (await timerDue(id)) : sinceAcceptance;
      return { ms, sinceAcceptance };
    };
    const late = await pMap(sleepers, latenessOf, { concurrency: 5 });
    const after = await workerMb();
    const lateness = late.map(({ ms }) => ms);
    const shares = (of: number[]) => ({
      p50: Math.round(percentile(of, 0.5)),
      p99: Math.round(percentile(of, 0.99)),
      max: Math.round(Math.max(...of)),
      min: Math.round(Math.min(...of)),
    });
    const tenths = Array.from({ length: 10 }, (_, part) =>
      shares(lateness.slice((part * SLEEPERS) / 10, ((part + 1) * SLEEPERS) / 10)),
    );
    say({ tenths });
    say({ late: shares(lateness), sinceAcceptance: shares(late.map((one) => one.sinceAcceptance)), after });

    expect(mail.mails.repeated).toBe(0);
    expect(Math.min(...lateness)).toBeGreaterThan(-50);
    expect(Math.max(...lateness)).toBeLessThan(MOST_LATE_MS);
    expect(many - few).toBeLessThan(MOST_GROWN_MB);
    expect(restarted - empty).toBeLessThan(MOST_MB);
  },
  (FILL + SPREAD + 400) * 1000,
);
