import { randomUUID } from 'node:crypto';
import { Client, Connection } from '@temporalio/client';
import { freePort } from '../../../tools/dev/servers/ports';
import { type StoreConnection, connectStore } from '../../../store/connection';
import { createStore } from '../../../store/store';
import { scheduleIdOf } from '../../../workflows/contract';
import { SETTINGS } from '../settings';
import { type DnsServer, startDnsServer } from '../dns-server';
import { HttpApi } from './http-api';
import { type ServiceProcess, startProcess } from './service';
import { type SmtpSink, startSmtpSink } from './smtp-sink';
import { withDatabase } from '../../../tools/dev/servers/mongo-address';

export interface ServiceOptions {
  /** Settings of both processes besides the addresses. */
  env?: Record<string, string>;
  /** Address of Temporal, where a test brings its own. */
  temporalAddress?: string;
  mongodbUri?: string;
  /** How far the clock of a process is ahead of the others', milliseconds; negative: behind. */
  clockShiftMs?: Partial<Record<'api' | 'worker', number>>;
  /** API and worker are one process, which `api` and `worker` both are. */
  oneProcess?: boolean;
  /** The processes have V8 as in production: a test measures their time or memory. */
  longLived?: boolean;
  /** Starts no worker; `startWorker` does it later. */
  withoutWorker?: boolean;
}

/** The service as separate processes, over a database and task queue of its own. */
export interface Services {
  admin: HttpApi;
  smtp: SmtpSink;
  /** Whom the service asks for hosts. */
  dns: DnsServer;
  store: ReturnType<typeof createStore>;
  temporal: Client;
  api: ServiceProcess;
  worker: ServiceProcess | undefined;
  /** Settings of the API, for a second process of it. */
  apiEnv: Record<string, string>;
  /** Prefix of the task queues, and the name of the database. */
  name: string;
  connection: StoreConnection;
  startWorker: (env?: Record<string, string>) => Promise<ServiceProcess>;
  /** Starts the API again on its old ports. */
  restartApi: (env?: Record<string, string>) => Promise<void>;
  /** Whether a process runs, with the settings that both were started with first. */
  isAsStarted(process: ServiceProcess | undefined): boolean;
  stop(): Promise<void>;
}

export async function startServices(options: ServiceOptions = {}): Promise<Services> {
  const name = `t${randomUUID().slice(0, 8)}`;
  const address = options.temporalAddress ?? required('HELIOGRAPH_TEST_TEMPORAL_ADDRESS');
  const namespace = required('HELIOGRAPH_TEST_TEMPORAL_NAMESPACE');
  const mongodbUri = withDatabase(options.mongodbUri ?? required('HELIOGRAPH_TEST_MONGODB_URI'), name);
  const [smtp, dns] = await Promise.all([startSmtpSink(), startDnsServer()]);
  const env: Record<string, string> = {
    MONGODB_URI: mongodbUri,
    TEMPORAL_ADDRESS: address,
    TEMPORAL_NAMESPACE: namespace,
    TEMPORAL_TASK_QUEUE: name,
    API_PORT: '0',
    API_SANDBOX_PORT: '0',
    ADMIN_PORT: '0',
    METRICS_PORT: '0',
    WORKER_METRICS_PORT: '0',
    SMTP_URL: smtp.url,
    LOOKUP_DNS_SERVERS: dns.address,
    ...SETTINGS,
    HELIOGRAPH_MODE: 'development',
    WORKFLOW_BUNDLE: required('HELIOGRAPH_TEST_BUNDLE'),
    ...(process.env.HELIOGRAPH_TEST_DASHBOARD && { DASHBOARD_FILES: process.env.HELIOGRAPH_TEST_DASHBOARD }),
    SWEEP_INTERVAL_SECONDS: '2',
    SWEEP_AFTER_SECONDS: '3',
    ...options.env,
  };
  const shifted = (of: 'api' | 'worker') => ({
    HELIOGRAPH_TEST_CLOCK_SHIFT_MS: String(options.clockShiftMs?.[of] ?? 0),
  });
  const connection = connectStore(mongodbUri);
  const [production, sandbox, admin] = await Promise.all([freePort(), freePort(), freePort()]);
  const ports = {
    ...{ API_PORT: `${production}`, API_SANDBOX_PORT: `${sandbox}` },
    ADMIN_PORT: options.env?.ADMIN_PORT ?? `${admin}`,
  };
  const start = (entry: Parameters<typeof startProcess>[0], more: Record<string, string>) =>
    startProcess(entry, { ...env, ...more }, { longLived: options.longLived });
  const apiStarts = start(options.oneProcess ? 'heliograph' : 'api', { ...ports, ...shifted('api') });
  const startOther = () => (options.oneProcess ? apiStarts : start('worker', shifted('worker')));
  const [api, worker] = await Promise.all([
    apiStarts,
    options.withoutWorker ? undefined : startOther(),
    connection.connected,
  ]);
  const temporalConnection = Connection.lazy({ address });
  const plain = new Set([api, worker]);
  const services: Services = {
    admin: new HttpApi(`http://127.0.0.1:${api.ports.admin}`, SETTINGS.ADMIN_API_KEY),
    smtp,
    dns,
    store: createStore(connection.mongoose),
    temporal: new Client({ connection: temporalConnection, namespace }),
    api,
    worker,
    apiEnv: env,
    name,
    connection,
    startWorker: async (extra = {}) => {
      services.worker = await start('worker', extra);
      if (Object.keys(extra).length === 0) plain.add(services.worker);
      return services.worker;
    },
    restartApi: async (extra = {}) => {
      services.api = await start(options.oneProcess ? 'heliograph' : 'api', { ...ports, ...extra });
      if (options.oneProcess) services.worker = services.api;
      if (Object.keys(extra).length === 0) plain.add(services.api);
    },
    isAsStarted: (process) => process !== undefined && plain.has(process) && process.isRunning(),
    stop: async () => {
      for (const type of ['sweep', 'retention'] as const) {
        const schedule = services.temporal.schedule.getHandle(scheduleIdOf(type, name));
        await schedule.delete().catch(() => undefined);
      }
      await Promise.all([services.api.stop(), services.worker?.stop(), temporalConnection.close()]);
      await connection.mongoose.dropDatabase().catch(() => undefined);
      await Promise.all([connection.close(), smtp.stop(), dns.stop()]);
    },
  };
  return services;
}

/** Returns what Jest's globalSetup has put in the environment. */
export function required(name: string): string {
  const value = process.env[name];
  if (!value) throw new Error(`${name} is not set: run the tests through jest, whose set-up sets it`);
  return value;
}
