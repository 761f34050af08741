import { randomUUID } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Client, Connection } from '@temporalio/client';
import { createStore } from '../../store/store';
import type { StoreConnection } from '../../store/connection';
import { connectStore } from '../../store/connection';
import { scheduleIdOf } from '../../workflows/contract';
import { HttpApi } from './http-api';
import type { ServiceProcess } from './service';
import { startProcess } from './service';
import type { SmtpSink } from './smtp-sink';
import { startSmtpSink } from './smtp-sink';

const EXAMPLES = join(__dirname, '../../examples/events');
/** So high that only the tests of the limit, with keys of their own, meet one. */
const RATE_LIMIT = 100_000;
const ADMIN_KEY = 'admin_0123456789abcdefghijklmnopqrstuv';

export interface StackOptions {
  /** Settings of both processes besides the addresses. */
  env?: Record<string, string>;
  /** Address of Temporal, where a test brings its own. */
  temporalAddress?: string;
  mongodbUri?: string;
  /** Starts no worker; `startWorker` does it later. */
  withoutWorker?: boolean;
  /** Event files besides the examples: name to content. */
  events?: Record<string, string>;
}

/** The service as separate processes, over a database and task queue of its own. */
export interface Stack {
  production: HttpApi;
  sandbox: HttpApi;
  admin: HttpApi;
  applicationId: string;
  smtp: SmtpSink;
  store: ReturnType<typeof createStore>;
  temporal: Client;
  api: ServiceProcess;
  worker: ServiceProcess | undefined;
  /** Settings of the API, for a second process of it. */
  apiEnv: Record<string, string>;
  /** Prefix of the task queues, and the name of the database. */
  name: string;
  connection: StoreConnection;
  startWorker(env?: Record<string, string>): Promise<ServiceProcess>;
  /** Starts the API again on its old ports. */
  restartApi(env?: Record<string, string>): Promise<void>;
  stop(): Promise<void>;
}

export async function startStack(options: StackOptions = {}): Promise<Stack> {
  const name = `t${randomUUID().slice(0, 8)}`;
  const address = options.temporalAddress ?? required('HELIOGRAPH_TEST_TEMPORAL_ADDRESS');
  const namespace = required('HELIOGRAPH_TEST_TEMPORAL_NAMESPACE');
  const mongodbUri = `${(options.mongodbUri ?? required('HELIOGRAPH_TEST_MONGODB_URI')).replace(/\/$/, '')}/${name}`;
  const smtp = await startSmtpSink();
  const env: Record<string, string> = {
    MONGODB_URI: mongodbUri,
    TEMPORAL_ADDRESS: address,
    TEMPORAL_NAMESPACE: namespace,
    TEMPORAL_TASK_QUEUE: name,
    API_PORT: '0',
    API_SANDBOX_PORT: '0',
    ADMIN_PORT: '0',
    ADMIN_API_KEY: ADMIN_KEY,
    SMTP_URL: smtp.url,
    HELIOGRAPH_MODE: 'development',
    WORKFLOW_BUNDLE: required('HELIOGRAPH_TEST_BUNDLE'),
    SWEEP_INTERVAL_SECONDS: '2',
    SWEEP_AFTER_SECONDS: '3',
    ...options.env,
  };
  const [api, worker] = await Promise.all([
    startProcess('api/server.ts', env),
    options.withoutWorker ? undefined : startProcess('worker/main.ts', env),
  ]);
  const connection: StoreConnection = connectStore(mongodbUri);
  await connection.connected;
  const temporalConnection = Connection.lazy({ address });
  const local = (port: number, key?: string): HttpApi => new HttpApi(`http://127.0.0.1:${port}`, key);
  const admin = local(api.ports.admin, ADMIN_KEY);
  const { applicationId, keys } = await setUpApplication(admin, options.events ?? {}).catch(
    async (error: unknown) => {
      await Promise.all([api.stop(), worker?.stop(), smtp.stop(), connection.close()]);
      throw error;
    },
  );
  const stack: Stack = {
    production: local(api.ports.production, keys.production),
    sandbox: local(api.ports.sandbox, keys.sandbox),
    admin,
    applicationId,
    smtp,
    store: createStore(connection.mongoose),
    temporal: new Client({ connection: temporalConnection, namespace }),
    api,
    worker,
    apiEnv: env,
    name,
    connection,
    startWorker: async (extra = {}) =>
      (stack.worker = await startProcess('worker/main.ts', { ...env, ...extra })),
    restartApi: async (extra = {}) => {
      const { production, sandbox, admin: adminPort } = stack.api.ports;
      const ports = { API_PORT: `${production}`, API_SANDBOX_PORT: `${sandbox}`, ADMIN_PORT: `${adminPort}` };
      stack.api = await startProcess('api/server.ts', { ...env, ...ports, ...extra });
    },
    stop: async () => {
      for (const type of ['sweep', 'retention'] as const) {
        const schedule = stack.temporal.schedule.getHandle(scheduleIdOf(type, name));
        await schedule.delete().catch(() => undefined);
      }
      await Promise.all([stack.api.stop(), stack.worker?.stop(), temporalConnection.close()]);
      await connection.mongoose.dropDatabase().catch(() => undefined);
      await Promise.all([connection.close(), smtp.stop()]);
    },
  };
  return stack;
}

async function setUpApplication(admin: HttpApi, events: Record<string, string>) {
  const created = await admin.post('/admin/v1/applications', { name: 'demo', otp_domain: 'example.com' });
  const applicationId = (created.body as { application: { id: string } }).application.id;
  const base = `/admin/v1/applications/${applicationId}`;
  await admin.post(`${base}/senders`, { type: 'domain', value: 'example.com' });
  await admin.post(`${base}/senders`, { type: 'phone', value: '+15005550006' });
  const files = await Promise.all(
    (await readdir(EXAMPLES)).map(async (file) => ({
      name: file,
      content: await readFile(join(EXAMPLES, file), 'utf8'),
    })),
  );
  for (const [name, content] of Object.entries(events)) files.push({ name, content });
  const keyOf = async (environment: string): Promise<string> => {
    const pushed = await admin.request('PUT', `${base}/events/${environment}`, { files });
    if (pushed.status !== 200) throw new Error(`events were refused: ${JSON.stringify(pushed.body)}`);
    const made = await admin.post(`${base}/keys`, { environment, rate_limit: RATE_LIMIT });
    return (made.body as { key: { api_key: string } }).key.api_key;
  };
  return { applicationId, keys: { production: await keyOf('production'), sandbox: await keyOf('sandbox') } };
}

function required(name: string): string {
  const value = process.env[name];
  if (!value) throw new Error(`${name} is not set: run the tests through jest, whose set-up sets it`);
  return value;
}
