import { randomUUID } from 'node:crypto';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { Client, Connection } from '@temporalio/client';
import { connectStore } from '../../../../store/connection';
import { createStore } from '../../../../store/store';
import { withDatabase } from '../../../../tools/dev/servers/mongo-address';
import { run } from '../../../../tools/dev/servers/run';
import { scheduleIdOf } from '../../../../workflows/contract';
import { startBalancer } from '../../../chaos/balancer';
import { HttpApi } from '../../../support/http-api';
import { startProcess } from '../../../support/service';
import { SETTINGS } from '../../../support/settings';
import { startSmtpSink } from '../../../support/smtp-sink';
import { sourcesOf } from './sources';

/** The first is the release that the test upgrades from, the second is this clone. */
export type Release = 'old' | 'new';
type Role = 'api' | 'worker';
const LISTENERS = ['production', 'sandbox', 'admin'] as const;
type Ports = Record<(typeof LISTENERS)[number], number>;

interface Member {
  ports: Ports;
  stop(): Promise<void>;
}

const ENTRIES: Record<Role, string> = { api: 'api/server.ts', worker: 'worker/main.ts' };

const required = (name: string): string => {
  const value = process.env[name];
  if (!value) throw new Error(`${name} is not set: run the tests through jest`);
  return value;
};

export type Fleet = Awaited<ReturnType<typeof startFleet>>;

/**
 * Processes of two releases over one database and one Temporal. The APIs that run are behind one address, as behind a load
 * balancer.
 */
export async function startFleet(commit: string) {
  const name = `t${randomUUID().slice(0, 8)}`;
  const mongodbUri = withDatabase(required('HELIOGRAPH_TEST_MONGODB_URI'), name);
  const [temporalAddress, namespace] = ['ADDRESS', 'NAMESPACE'].map((what) =>
    required(`HELIOGRAPH_TEST_TEMPORAL_${what}`),
  ) as [string, string];
  const [sources, smtp] = await Promise.all([sourcesOf(commit), startSmtpSink()]);
  const env = {
    ...SETTINGS,
    ...{ MONGODB_URI: mongodbUri, TEMPORAL_ADDRESS: temporalAddress, TEMPORAL_NAMESPACE: namespace },
    ...{ TEMPORAL_TASK_QUEUE: name, SMTP_URL: smtp.url, HELIOGRAPH_MODE: 'development' },
    ...{ API_PORT: '0', API_SANDBOX_PORT: '0', ADMIN_PORT: '0', METRICS_PORT: '0', WORKER_METRICS_PORT: '0' },
    ...{ SWEEP_INTERVAL_SECONDS: '2', SWEEP_AFTER_SECONDS: '3' },
  };
  const members = new Map<`${Release} ${Role}`, Member>();
  const portsOf = (listener: keyof Ports): number[] =>
    (['old api', 'new api'] as const).flatMap((key) => members.get(key)?.ports[listener] ?? []);
  const balancers = await Promise.all(LISTENERS.map((listener) => startBalancer(() => portsOf(listener))));
  const [production, sandbox, admin] = balancers.map(({ port }) => `http://127.0.0.1:${port}`) as [
    string,
    string,
    string,
  ];
  const temporalConnection = Connection.lazy({ address: temporalAddress });
  const database = connectStore(mongodbUri);
  const temporal = new Client({ connection: temporalConnection, namespace });
  const start = async (release: Release, role: Role): Promise<void> => {
    const member =
      release === 'old'
        ? await startOld(sources, role, env)
        : await startProcess(role, { ...env, WORKFLOW_BUNDLE: required('HELIOGRAPH_TEST_BUNDLE') });
    members.set(`${release} ${role}`, member);
  };
  const stop = async (release: Release, role: Role): Promise<void> => {
    const member = members.get(`${release} ${role}`);
    members.delete(`${release} ${role}`);
    await member?.stop();
  };
  return {
    ...{ name, smtp, temporal, since: new Date(), start, stop },
    store: createStore(database.mongoose),
    database: database.mongoose,
    production: new HttpApi(production),
    sandbox: new HttpApi(sandbox),
    admin: new HttpApi(admin, SETTINGS.ADMIN_API_KEY),
    /** Starts a role of one release beside the other's, and then ends the other's, as a rolling upgrade does. */
    replace: async (role: Role, { from, to }: { from: Release; to: Release }): Promise<void> => {
      await start(to, role);
      await stop(from, role);
    },
    /** `heliograph migrate` of this clone. Returns what it printed. */
    migrate: () =>
      run(process.execPath, ['--import', 'tsx', 'worker/migrate.ts'], {
        cwd: path.join(__dirname, '../../../..'),
        env: { ...process.env, MONGODB_URI: mongodbUri },
      }),
    close: async (): Promise<void> => {
      for (const type of ['sweep', 'retention'] as const)
        await temporal.schedule
          .getHandle(scheduleIdOf(type, name))
          .delete()
          .catch(() => undefined);
      await Promise.allSettled([...members.values()].map((member) => member.stop()));
      await Promise.all(balancers.map((balancer) => balancer.stop()));
      await database.mongoose.dropDatabase().catch(() => undefined);
      await Promise.all([database.close(), temporalConnection.close(), smtp.stop()]);
    },
  };
}

/** Starts a process of the earlier release from its sources, and waits until it says that it is ready. */
async function startOld(sources: string, role: Role, env: Record<string, string>): Promise<Member> {
  const child = spawn(process.execPath, ['--import', 'tsx', ENTRIES[role]], {
    cwd: sources,
    env: { PATH: process.env.PATH, HOME: process.env.HOME, ...env },
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  });
  let output = '';
  const keep = (chunk: Buffer): void => void (output = (output + chunk.toString()).slice(-20_000));
  child.stdout?.on('data', keep);
  child.stderr?.on('data', keep);
  const ports = await new Promise<Ports>((resolve, reject) => {
    child.on('message', (message: { type: string; ports?: Ports }) => {
      if (message.type === 'ready') resolve(message.ports ?? { production: 0, sandbox: 0, admin: 0 });
    });
    child.on('exit', (code) => reject(new Error(`the old ${role} ended with ${code}:\n${output}`)));
  });
  const stop = async (): Promise<void> => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    child.kill('SIGTERM');
    // A worker of 5f3ff36 that polls the queue of an integration with a rate ends with 1, before its sends have ended.
    await once(child, 'exit');
  };
  return { ports, stop };
}
