import { queueRateOf } from '../../../worker/queue-rate';
import type { SendQueue } from '../../../store/sending/send-queues';
import { scopeKey } from '../../../core/shared/scope';
import { monthOf } from '../../../core/sending/quota-period';
import { createBatchStore } from '../../../store/notifications/batches';
import { createProviderHealthStore } from '../../../store/sending/provider-health';
import { type Store, createStore } from '../../../store/store';
import * as workflows from '../../../workflows';
import { activitiesUnder } from '../engine/activity-module';
import { createClient } from '../engine/client';
import type { Worker } from '../engine/context';
import { createEngine } from '../engine/engine';
import { rule } from '../globals';
import { type Server, connectMemory, emptyContents } from '../mongo/connection';
import type { Disturbance, Observation } from '../observation';
import { randomOf } from '../random';
import { BEGIN, type Process, createScheduler } from '../scheduler';
import { createClients } from './clients';
import { createServer } from './database-server';
import { createDeposed } from './deposed';
import { createDisturbances } from './disturbances';
import { createOperators } from './operators';
import { noOutages } from './outages';
import { PROCESSES, type WorldPlan } from './plan';
import { CALLS } from './rare-orders';
import { type Api, startApi, startWorker } from './processes';
import { createProviders } from './providers';
import { createReceipts } from './receipts';
import { SCOPE, fill } from './settings';
import { createWebhookEndpoint } from './webhook-endpoint';

/** What a history came to. */
export interface History {
  observations: Observation[];
  /** What happened inside, for whoever looks for the cause of a finding. */
  trace: string[];
  /** Errors that the service should never meet. */
  faults: string[];
  steps: number;
}

/** The server of the history that runs. Stores are made once, because models are costly, and reach it. */
let server: Server = {
  operate: () => Promise.reject(new Error('no history runs')),
  contents: () => {
    throw new Error('no history runs');
  },
  now: () => BEGIN,
};
const stores = new Map<string, { store: Store; connection: ReturnType<typeof connectMemory> }>();

function storeOf(name: string) {
  const known = stores.get(name);
  if (known) return known;
  const connection = connectMemory(() => server);
  const made = { connection, store: createStore(connection) };
  stores.set(name, made);
  return made;
}

/** Makes the stores, under a scheduler so that their clock is the database's. To be called once. */
export async function prepare(): Promise<void> {
  const scheduler = createScheduler(0);
  rule(scheduler);
  for (const name of PROCESSES) storeOf(name);
  await scheduler.run(() => false);
  rule(null);
}

/** When the last sweeps run after all faults, minutes. */
const LAST_SWEEPS = [0.2, 1, 2, 5.5, 6, 12, 45, 65, 130];
const SWEEP_MS = 15_000;
/** Activities a second of a task queue without a rate. */
const UNLIMITED = 1e6;

/** Runs the history that a plan describes. */
export async function runHistory(plan: WorldPlan, { traced = false } = {}): Promise<History> {
  const { seed, rates, slowness, faultsEndMs } = plan;
  const scheduler = createScheduler(seed);
  const history: History = { observations: [], trace: [], faults: [], steps: 0 };
  const time = (): string => ((scheduler.now() - BEGIN) / 1000).toFixed(3);
  const trace = (what: string): void => void (traced && history.trace.push(`${time()} ${what}`));
  const observe = (observation: Observation): void => {
    history.observations.push(observation);
    if (traced) history.trace.push(`${time()} * ${JSON.stringify(observation)}`);
  };
  const onFault = (error: unknown): void =>
    void history.faults.push(error instanceof Error ? (error.stack ?? '') : String(error));
  const note = (what: string, effect: Disturbance['effect'], ms: number, concerns?: string): void => {
    const at = Math.floor(scheduler.now());
    observe({
      ...{ at, kind: 'disturbance', what, effect, until: Math.ceil(at + ms) },
      ...(concerns !== undefined && { concerns }),
    });
  };
  const onDatabaseFault = (name: string, ms: number): void =>
    note('a call of the database failed', 'database', ms, name);
  const chance = (purpose: string) => randomOf(seed, purpose);
  const contents = emptyContents(storeOf('api-1').connection);
  const outages = noOutages();
  const deposed = createDeposed(scheduler, contents);
  rule(scheduler, seed);
  activitiesUnder(scheduler);
  fill((name) => contents.get(name) as never, plan);
  const slowUntil = new Map<unknown, number>();
  server = createServer({
    scheduler,
    random: chance('database'),
    outages,
    rate: rates.database,
    stalls: rates.stall,
    interferes: rates.claim,
    onClaim: (id) => clients.cancelOne(contents.get('notifications')?.documents.get(id)),
    slowUntil,
    strike: (process) => strike(process, 1),
    slowness,
    contents,
    deposed,
    trace,
    onFault: onDatabaseFault,
  });

  const random = chance('engine');
  const delay = (): number =>
    random.chance(0.97) ? random.between(0.5, 5) : random.between(5, 30 * slowness) % 5_000;
  const strikes = chance('strikes');
  /** A process dies or stands still, seldom, with a call under way. */
  const strike = (process: Process, times: number): void => {
    if (rates.strike === 0 || !outages.faulty || !strikes.chance(times * rates.strike)) return;
    const { name } = process;
    const forMs = strikes.pick([500, 9_000, 20_000, 70_000]);
    // The call leaves the process before.
    scheduler.after(
      strikes.pick([0, 0, 2, 50]),
      () =>
        void disturb({ at: 0, id: -1, kind: strikes.chance(0.4) ? 'kill' : 'pause', process: name, forMs }),
      { process: null },
    );
  };
  const apis: Api[] = [];
  const workers: Worker[] = [];
  const able = (): Worker[] =>
    workers.filter(({ process: { alive, pausedUntil } }) => alive && pausedUntil <= scheduler.now());
  const rateOf = (taskQueue: string): number | null => {
    const [, id] = /-send-(.+)$/.exec(taskQueue) ?? [];
    if (id === undefined) return UNLIMITED;
    const queue = contents.get('sendqueues')?.documents.get(id) as SendQueue | undefined;
    const isPolled = queue && (queue.until === null || queue.until.getTime() > scheduler.now());
    return isPolled ? queueRateOf(queue) : null;
  };
  const engine = createEngine({ scheduler, random, workers: able, rateOf, workflows, delay, trace });
  const client = createClient({
    scheduler,
    random,
    engine,
    delay,
    isAway: () => outages.engine,
    lost: () => (outages.faulty ? rates.engine : 0),
    onLost: () => note('a call of Temporal was lost', 'engine', 100),
  });

  const requests = chance('network');
  const network = {
    ...{ scheduler, onFault, delay: () => requests.between(0.2, 10) },
    breaks: () => outages.faulty && requests.chance(rates.client),
  };
  const shared = { scheduler, outages, network, observe, apis: () => apis };
  const onAccepted = createReceipts({ ...shared, random: chance('receipts'), rate: rates.receipt });
  const outside = {
    client,
    providers: createProviders({
      ...shared,
      random: chance('providers'),
      rate: rates.provider,
      onAccepted,
      strike: (process) => strike(process, CALLS),
      // Only a message that must not be sent twice is safe then.
      onSlow: (id, ms) => {
        const isOnce = contents.get('notifications')?.documents.get(id)?.delivery === 'at_most_once';
        if (isOnce && rates.claim > 0 && outages.faulty) slowUntil.set(id, scheduler.now() + ms);
      },
    }),
    webhooks: createWebhookEndpoint({ ...shared, random: chance('endpoint'), rate: rates.endpoint }),
    log: logOf((level, given) => trace(`log ${level} ${given}`)),
  };

  const skews = chance('clocks');
  const begin = (name: string): Process => {
    const process = { name, alive: true, skewMs: skews.between(-2_500, 2_500), pausedUntil: 0 };
    const begunAt = Math.floor(scheduler.now());
    observe({
      at: begunAt,
      kind: 'disturbance',
      what: 'its clock differs',
      effect: 'clock',
      process: name,
      skew: Math.ceil(process.skewMs),
    });
    const { store, connection } = storeOf(name);
    const statistics = { ...store.statistics, count: () => undefined, flush: () => Promise.resolve() };
    // These remember something of what their process did.
    const [providerHealth, batches] = [createProviderHealthStore(connection), createBatchStore(connection)];
    const own = { ...store, statistics, providerHealth, batches };
    const at = PROCESSES.indexOf(name) % 2;
    scheduler.as({ process }, () => {
      if (name.startsWith('api')) apis[at] = startApi(process, own, outside);
      else workers[at] = startWorker(process, own, outside);
    });
    return process;
  };
  for (const name of PROCESSES) begin(name);

  const known = new Set<string>();
  const clients = createClients({
    ...shared,
    random: chance('clients'),
    known,
    quietMinute: plan.quietMinute,
    hasty: () => (outages.faulty ? rates.hasty : 0),
  });
  const operate = createOperators({
    ...{ ...shared, engine, random: chance('operators') },
    onMade: (id) => void known.add(id),
    listed: () =>
      [...known].map((id) => ({
        id,
        status: String(contents.get('notifications')?.documents.get(id)?.status),
      })),
  });
  const disturb = createDisturbances({ scheduler, outages, deposed, observe, begin, apis, workers });
  for (const action of plan.actions)
    scheduler.after(action.at, () => void (disturb(action) || operate(action) || clients.act(action)));
  scheduler.after(faultsEndMs, () => disturb.end());
  let sweeps = 0;
  const sweep = (): void => {
    const before = engine.latest(`sweep-${sweeps}`);
    if (before?.status !== 'RUNNING')
      engine.start('sweep', { workflowId: `sweep-${(sweeps += 1)}`, args: [] });
  };
  for (let at = SWEEP_MS; at < faultsEndMs; at += SWEEP_MS) scheduler.after(at, sweep);
  for (const minutes of LAST_SWEEPS) scheduler.after(faultsEndMs + minutes * 60_000, sweep);

  // Stacks are costly, and a run of one seed has them.
  const { stackTraceLimit } = Error;
  if (!traced) Error.stackTraceLimit = 0;
  await scheduler.run(() => false);
  for (const id of known) void clients.read(id, true);
  await scheduler.run(() => false);
  const quota = contents
    .get('quotas')
    ?.find({ _id: `${scopeKey(SCOPE)}:${monthOf(new Date(BEGIN)).key}` })[0];
  observe({
    at: Math.floor(scheduler.now()),
    kind: 'quota',
    used: Number(quota?.used ?? 0),
    limit: plan.quota,
    atRest: true,
  });
  Error.stackTraceLimit = stackTraceLimit;
  rule(null);
  history.steps = scheduler.fired();
  history.observations.sort((a, b) => a.at - b.at);
  return history;
}

function logOf(write: (level: string, given: string) => void) {
  const at =
    (level: string) =>
    (...given: unknown[]): void =>
      write(level, given.map((one) => (typeof one === 'string' ? one : shown(one))).join(' '));
  return Object.fromEntries(
    ['trace', 'debug', 'info', 'warn', 'error', 'fatal'].map((level) => [level, at(level)]),
  ) as never;
}

const shown = (given: unknown): string =>
  JSON.stringify(given, (_key, value: unknown) => (value instanceof Error ? String(value) : value));
