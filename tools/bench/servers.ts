import { randomUUID } from 'node:crypto';
import path from 'node:path';
import { locateMongo } from '../dev/servers/mongo';
import { withDatabase } from '../dev/servers/mongo-address';
import type { Report } from '../dev/servers/report';
import { startMongo, startTemporal } from '../dev/servers/start';
import { locateTemporal } from '../dev/servers/temporal';
import { devSettings } from '../dev/settings';
import { SEARCH_ATTRIBUTES } from '../../temporal/search-attributes';
import { startReaper } from '../../test/support/servers-reaper';
import type { Cleanup } from './cleanup';

/** Where the servers of a run are; `pids` are of those that were started here. */
export interface Servers {
  temporalAddress: string;
  namespace: string;
  /** With a database of the run's own. */
  mongoUri: string;
  pids: Record<string, number>;
  /** What they are, for the result. */
  described: { temporal: string; mongodb: string };
}

const NAMESPACE = 'heliograph-bench';

/**
 * Temporal and MongoDB as `npm start` has them (file-backed, with the same settings), over files in `directory`; or
 * those that TEMPORAL_ADDRESS and MONGODB_URI name.
 */
export async function startServers(
  directory: string,
  cleanup: Cleanup,
  report: Report,
  signal: AbortSignal,
): Promise<Servers> {
  const settings = devSettings();
  const reaper = startReaper(directory);
  cleanup.later(async () => reaper.dismiss());
  const processOptions = { ownGroup: true, signal, onSpawn: reaper.watch };
  const servers: Servers = {
    temporalAddress: settings.temporalAddress ?? '',
    namespace: settings.temporalAddress ? settings.temporalNamespace : NAMESPACE,
    mongoUri: settings.mongoUri ?? '',
    pids: {},
    described: { temporal: 'as configured', mongodb: 'as configured' },
  };
  if (!settings.temporalAddress) {
    const program = await locateTemporal(report, undefined, signal);
    const options = {
      namespace: NAMESPACE,
      searchAttributes: Object.values(SEARCH_ATTRIBUTES),
      dbFilename: path.join(directory, 'temporal.db'),
    };
    const starting = startTemporal(program, options, processOptions);
    const { address, pid } = await cleanup.owned(starting, (temporal) => temporal.stop());
    servers.temporalAddress = address;
    servers.pids.temporal = pid;
    servers.described.temporal = program.description;
  }
  if (!settings.mongoUri) {
    const program = await locateMongo(report, undefined, signal);
    const starting = startMongo(program, { dataDirectory: directory }, processOptions);
    const { uri, pid } = await cleanup.owned(starting, (mongo) => mongo.stop());
    servers.mongoUri = uri;
    servers.pids.mongodb = pid;
    servers.described.mongodb = program.description;
  }
  servers.mongoUri = withDatabase(servers.mongoUri, `heliograph_bench_${randomUUID().slice(0, 8)}`);
  return servers;
}
