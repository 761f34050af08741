import { randomUUID } from 'node:crypto';
import path from 'node:path';
import type { Client } from '@temporalio/client';
import { compiled, THREADS } from '../dev/compiled/compile';
import { bundleOf } from '../dev/compiled/workflow-bundle';
import type { Report } from '../dev/servers/report';
import { connectStore } from '../../store/connection';
import { createTemporalClient } from '../../temporal/client';
import { HttpApi } from '../../test/support/outside/http-api';
import { scheduleIdOf } from '../../workflows/contract';
import { setUpApplication } from './application';
import { Arrivals } from './arrivals';
import type { Cleanup } from './cleanup';
import { type MailSink, startMailSink } from './mail-sink';
import type { Options } from './options';
import { type NodeChild, startNode } from './processes';
import type { Servers } from './servers';
import { type ServiceClient, createServiceClient } from './service-client';
import { type WebhookSink, startWebhookSink } from './webhook-sink';

/** Everything that a measurement needs. */
export interface Stack {
  service: ServiceClient;
  mail: MailSink;
  webhooks: WebhookSink;
  temporal: Client;
  /** Task queues of the service and of the bare worker. */
  queues: { service: string; bare: string };
  /** Bare activities that ran, by workflow id. */
  bareDone: Arrivals;
  /** Every process of the run, the bench's own included. */
  pids: Record<string, number>;
  /** The process of the worker, which can be the API's too. */
  workerPid: number;
}

const ADMIN_KEY = `admin_${randomUUID()}`;
const ROOT = path.join(__dirname, '../..');

/**
 * Starts API and worker, in one process or apart, over a database and task queue of their own, and the bare worker. `workerProcesses`
 * is their number if they are apart.
 */
export async function startStack(
  servers: Servers,
  options: Options & { workerProcesses?: number },
  { cleanup, report, signal }: { cleanup: Cleanup; report: Report; signal: AbortSignal },
): Promise<Stack> {
  report('Compiling');
  const [folder, bundle, bareBundle] = await Promise.all([
    compiled({
      one: 'process/main.ts',
      api: 'api/server.ts',
      worker: 'worker/main.ts',
      'bare-worker': 'tools/bench/bare/worker.ts',
      ...THREADS,
    }),
    bundleOf(path.join(ROOT, 'workflows/index.ts')),
    bundleOf(path.join(ROOT, 'tools/bench/bare/workflow.ts')),
  ]);
  report('Starting API and worker');
  const [mail, webhooks] = await Promise.all([
    cleanup.owned(startMailSink(), (sink) => sink.stop()),
    cleanup.owned(startWebhookSink(), (sink) => sink.stop()),
  ]);
  const { temporalAddress: address, namespace, mongoUri, pids } = servers;
  const temporal = createTemporalClient({ server: { address, namespace, tls: false } });
  cleanup.later(() => temporal.connection.close());
  cleanup.later(() => dropDatabase(mongoUri));
  const name = `bench-${randomUUID().slice(0, 8)}`;
  for (const type of ['sweep', 'retention'] as const) {
    cleanup.later(() => temporal.schedule.getHandle(scheduleIdOf(type, name)).delete());
  }
  const queues = { service: name, bare: `${name}-bare` };
  const bareDone = new Arrivals('the activity of');
  const common = { TEMPORAL_ADDRESS: address, TEMPORAL_NAMESPACE: namespace };
  const env = {
    ...common,
    MONGODB_URI: mongoUri,
    TEMPORAL_TASK_QUEUE: queues.service,
    API_PORT: '0',
    API_SANDBOX_PORT: '0',
    ADMIN_PORT: '0',
    METRICS_PORT: '0',
    WORKER_METRICS_PORT: '0',
    ADMIN_API_KEY: ADMIN_KEY,
    SMTP_URL: mail.url,
    HELIOGRAPH_MODE: 'development',
    WORKFLOW_BUNDLE: bundle,
  };
  const start = (child: Omit<NodeChild, 'signal' | 'profile'>) =>
    cleanup.owned(startNode({ ...child, signal, profile: options.profile }), (running) => running.stop());
  const startOne = async () => {
    const one = await start({ name: 'the service', script: path.join(folder, 'one.js'), env });
    return { api: one, workerPid: one.pid, pids: { service: one.pid } };
  };
  const startApart = async () => {
    const names = workerNames(options.workerProcesses ?? 1);
    const script = path.join(folder, 'worker.js');
    const [api, workers] = await Promise.all([
      start({ name: 'the API', script: path.join(folder, 'api.js'), env }),
      Promise.all(names.map((name) => start({ name: `the ${name}`, script, env }))),
    ]);
    const workerPids = workers.map(({ pid }, index): [string, number] => [names[index] ?? '', pid]);
    return {
      api,
      workerPid: workers[0]?.pid ?? 0,
      pids: { api: api.pid, ...Object.fromEntries(workerPids) },
    };
  };
  const [service, bare] = await Promise.all([
    options.roles === 'one' ? startOne() : startApart(),
    start({
      name: 'the bare worker',
      script: path.join(folder, 'bare-worker.js'),
      env: { ...common, TEMPORAL_TASK_QUEUE: queues.bare, WORKFLOW_BUNDLE: bareBundle },
      onMessage: ({ type, id }) => type === 'done' && id !== undefined && bareDone.note(id),
    }),
  ]);
  const { production = 0, admin = 0 } = service.api.ready.ports ?? {};
  const apiKey = await setUpApplication(new HttpApi(`http://127.0.0.1:${admin}`, ADMIN_KEY));
  const client = createServiceClient(`http://127.0.0.1:${production}`, apiKey, options.concurrency);
  cleanup.later(() => client.close());
  return {
    service: client,
    mail,
    webhooks,
    temporal,
    queues,
    bareDone,
    pids: { ...pids, ...service.pids, 'bare worker': bare.pid, bench: process.pid },
    workerPid: service.workerPid,
  };
}

/** Returns what the worker processes are called in results. */
export const workerNames = (count: number): string[] =>
  Array.from({ length: count }, (_, index) => (index === 0 ? 'worker' : `worker ${index + 1}`));

async function dropDatabase(uri: string): Promise<void> {
  const connection = connectStore(uri);
  await connection.connected;
  await connection.mongoose.dropDatabase();
  await connection.close();
}
