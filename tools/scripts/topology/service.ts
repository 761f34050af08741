import { randomBytes } from 'node:crypto';
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { Arrivals } from '../../bench/arrivals';
import { setUpApplication } from '../../bench/application';
import { startMailSink } from '../../bench/mail-sink';
import { startNode } from '../../bench/processes';
import { createServiceClient } from '../../bench/service-client';
import type { Stack } from '../../bench/stack';
import { startWebhookSink } from '../../bench/webhook-sink';
import { createTemporalClient } from '../../../temporal/client';
import { HttpApi } from '../../../test/support/outside/http-api';
import { type Context, logOf } from './context';
import type { ProductionTemporal } from './temporal';

const CONNECTIONS = 25;

/** The built service in production mode. */
export interface RunningService {
  /** For measurements of the bench. */
  stack: Stack;
  url: string;
  adminUrl: string;
  adminKey: string;
}

/** Starts one API and one worker from `dist`, with secrets in files, as docker-compose.yml does, and makes an application. */
export async function startService(
  context: Context,
  temporal: ProductionTemporal,
  mongoUri: string,
  pids: Record<string, number>,
): Promise<RunningService> {
  const { cleanup, signal } = context;
  const mail = await cleanup.owned(startMailSink(), (sink) => sink.stop());
  const webhooks = await cleanup.owned(startWebhookSink(), (sink) => sink.stop());
  const adminKey = `admin_${randomBytes(24).toString('hex')}`;
  const secrets = await secretFiles(context, {
    MONGODB_URI: mongoUri,
    ENCRYPTION_KEY: randomBytes(32).toString('base64'),
    SMTP_URL: mail.url,
    ADMIN_API_KEY: adminKey,
  });
  const env = {
    ...secrets,
    HELIOGRAPH_MODE: 'production',
    TEMPORAL_ADDRESS: temporal.address,
    TEMPORAL_NAMESPACE: temporal.namespace,
    ...{ API_PORT: '0', API_SANDBOX_PORT: '0', ADMIN_PORT: '0', METRICS_PORT: '0', WORKER_METRICS_PORT: '0' },
  };
  const start = (name: string, file: string) => {
    const script = path.join(context.root, 'dist', file);
    const child = { name: `the ${name}`, script, env, signal, onOutput: logOf(context, name) };
    return cleanup.owned(startNode(child), (running) => running.stop(75_000));
  };
  const [api, worker] = await Promise.all([start('api', 'api/server.js'), start('worker', 'worker/main.js')]);
  const { production = 0, admin = 0 } = api.ready.ports ?? {};
  const [url, adminUrl] = [`http://127.0.0.1:${production}`, `http://127.0.0.1:${admin}`];
  const apiKey = await setUpApplication(new HttpApi(adminUrl, adminKey));
  const service = createServiceClient(url, apiKey, CONNECTIONS);
  cleanup.later(() => service.close());
  const { address, namespace } = temporal;
  const client = createTemporalClient({ server: { address, namespace, tls: false } });
  cleanup.later(() => client.connection.close());
  const stack: Stack = {
    ...{ service, mail, webhooks, temporal: client },
    queues: { service: 'heliograph', bare: 'heliograph-bare' },
    bareDone: new Arrivals('the activity of'),
    pids: { ...pids, api: api.pid, worker: worker.pid },
    workerPid: worker.pid,
  };
  return { stack, url, adminUrl, adminKey };
}

/** Writes each secret to a file. Returns the settings that name the files. */
async function secretFiles(
  { directory }: Context,
  secrets: Record<string, string>,
): Promise<Record<string, string>> {
  const folder = path.join(directory, 'secrets');
  await mkdir(folder, { mode: 0o700 });
  const settings: Record<string, string> = {};
  for (const [name, value] of Object.entries(secrets)) {
    settings[`${name}_FILE`] = path.join(folder, name.toLowerCase());
    await writeFile(path.join(folder, name.toLowerCase()), `${value}\n`, { mode: 0o600 });
  }
  return settings;
}
