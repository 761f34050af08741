import path from 'node:path';
import { launch } from '../../dev/servers/launch';
import { freePort } from '../../dev/servers/ports';
import { temporalAnswers } from '../../dev/servers/ready';
import { run } from '../../dev/servers/run';
import { locateTemporal } from '../../dev/servers/temporal';
import { type Context, logOf } from './context';
import type { PostgreSQL } from './postgresql';
import type { TemporalPrograms } from './temporal-programs';

/** As in docker-compose.yml. */
const SHARDS = 512;
const NAMESPACE = 'default';
const INNER_PORTS = ['HISTORY', 'MATCHING', 'WORKER', 'INTERNAL_FRONTEND'].flatMap((service) => [
  `${service}_GRPC_PORT`,
  `${service}_MEMBERSHIP_PORT`,
]);

/** Temporal's production server. */
export interface ProductionTemporal {
  pid: number;
  address: string;
  namespace: string;
  description: string;
}

/** Creates the schema and the namespace with the scripts of docker-compose.yml, and starts the server as its image does. */
export async function startProductionTemporal(
  context: Context,
  programs: TemporalPrograms,
  postgresql: PostgreSQL,
): Promise<ProductionTemporal> {
  const { root, report, signal, cleanup } = context;
  const { command: cli } = await locateTemporal(report, undefined, signal);
  const database = {
    POSTGRES_SEEDS: '127.0.0.1',
    POSTGRES_USER: postgresql.user,
    DB_PORT: String(postgresql.port),
    VISIBILITY_DB_PORT: String(postgresql.port),
  };
  const env: NodeJS.ProcessEnv = {
    ...process.env,
    ...database,
    PATH: [programs.directory, path.dirname(cli), process.env.PATH].join(path.delimiter),
    POSTGRES_PASSWORD_FILE: postgresql.passwordFile,
    TMPDIR: context.directory,
  };
  const script = (name: string, more: Record<string, string> = {}): Promise<string> =>
    run('sh', [path.join(root, 'deploy/temporal', name)], { env: { ...env, ...more }, signal });
  report("Creating Temporal's schema");
  logOf(context, 'temporal-schema')(Buffer.from(await script('create-schema.sh')));

  const port = await freePort();
  const ports = await Promise.all(
    [...INNER_PORTS, 'FRONTEND_MEMBERSHIP_PORT', 'FRONTEND_HTTP_PORT', 'INTERNAL_FRONTEND_HTTP_PORT'].map(
      async (name): Promise<[string, string]> => [name, String(await freePort())],
    ),
  );
  const address = `127.0.0.1:${port}`;
  const starting = launch({
    name: 'Temporal',
    // What deploy/temporal/start-server.sh does before the image's entry point.
    command: 'sh',
    args: ['-c', `. '${path.join(root, 'deploy/temporal/password.sh')}'; exec temporal-server start`],
    cwd: context.directory,
    env: {
      ...env,
      ...Object.fromEntries(ports),
      FRONTEND_GRPC_PORT: String(port),
      DB: 'postgres12',
      NUM_HISTORY_SHARDS: String(SHARDS),
      BIND_ON_IP: '127.0.0.1',
      LOG_LEVEL: 'warn',
      ...(programs.sources && { TEMPORAL_ROOT: programs.sources, TEMPORAL_ENVIRONMENT: 'docker' }),
      DYNAMIC_CONFIG_FILE_PATH: path.join(root, 'deploy/temporal/dynamicconfig.yaml'),
    },
    ownGroup: true,
    signal,
    onSpawn: context.onSpawn,
    onOutput: logOf(context, 'temporal'),
    ready: () => temporalAnswers(address, 'temporal-system', []),
    readyWithinMs: 120_000,
  });
  const { pid } = await cleanup.owned(starting, (running) => running.stop(30_000));
  report('Creating the namespace');
  await script('create-namespace.sh', { TEMPORAL_ADDRESS: address, TEMPORAL_NAMESPACE: NAMESPACE });
  const description = `Temporal ${programs.version}, production server with ${SHARDS} history shards`;
  return { pid, address, namespace: NAMESPACE, description };
}
