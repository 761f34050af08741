import { randomUUID } from 'node:crypto';
import { locateMongo } from '../../dev/servers/mongo';
import { startMongo } from '../../dev/servers/start';
import type { Servers } from './checks';
import { type Context, logOf } from './context';
import { startPostgreSQL } from './postgresql';
import { type RunningService, startService } from './service';
import { startProductionTemporal } from './temporal';
import { temporalPrograms } from './temporal-programs';

/** Everything of docker-compose.yml that the service needs. */
export interface Topology extends RunningService {
  servers: Servers;
  /** Of the service's own database. */
  databaseUri: string;
  described: [string, string][];
}

/** Brings up PostgreSQL, Temporal, MongoDB, the API and the worker, each after what it needs. */
export async function bringUp(context: Context, temporalVersion?: string): Promise<Topology> {
  const { report, cleanup, signal } = context;
  const programs = await temporalPrograms(context.root, report, signal, temporalVersion);
  report('Starting PostgreSQL');
  const postgresql = await startPostgreSQL(context);
  const temporal = await startProductionTemporal(context, programs, postgresql);
  report('Starting MongoDB');
  const program = await locateMongo(report, undefined, signal);
  const options = {
    ownGroup: true,
    signal,
    onSpawn: context.onSpawn,
    onOutput: logOf(context, 'mongodb'),
  };
  const starting = startMongo(program, { dataDirectory: context.directory }, options);
  const mongo = await cleanup.owned(starting, (running) => running.stop());
  report('Starting API and worker in production mode');
  const database = `${mongo.uri}/heliograph_${randomUUID().slice(0, 8)}`;
  const pids = { temporal: temporal.pid, postgresql: postgresql.pid, mongodb: mongo.pid };
  const service = await startService(context, temporal, database, pids);
  return {
    ...service,
    databaseUri: database,
    servers: { temporalAddress: temporal.address, namespace: temporal.namespace, mongoUri: mongo.uri },
    described: [
      ['Temporal', temporal.description],
      ['its database', postgresql.description],
      ['MongoDB', program.description],
      ['service', 'one API and one worker from dist, production mode, secrets in files'],
    ],
  };
}
