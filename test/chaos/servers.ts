import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Cleanup } from '../../tools/bench/cleanup';
import { devSettings } from '../../tools/dev/settings';
import type { Report } from '../../tools/dev/servers/report';
import { type FailingOverProxy, startFailingOverProxy } from '../support/failing-over-proxy';
import globalSetup from '../support/global-setup';
import globalTeardown from '../support/global-teardown';
import { type OwnTemporal, startOwnTemporal } from '../support/own-temporal';
import { startReaper } from '../support/servers-reaper';

/** What the service of a run needs. */
export interface Servers {
  temporalAddress: string;
  /** Undefined if the environment names one. */
  temporal: OwnTemporal | undefined;
  /** The way to MongoDB, which can be cut. */
  database: FailingOverProxy;
  /** Lets a process end with this one, however this one ends. */
  watch: (pid: number) => void;
}

/** Temporal and MongoDB, or those that TEMPORAL_ADDRESS and MONGODB_URI name, and the service compiled. */
export async function startServers(cleanup: Cleanup, report: Report): Promise<Servers> {
  const { env } = process;
  const given = devSettings();
  const directory = await mkdtemp(path.join(tmpdir(), 'heliograph-chaos-reaper-'));
  const reaper = startReaper(directory);
  cleanup.later(async () => {
    reaper.dismiss();
    await rm(directory, { recursive: true, force: true });
  });
  env.HELIOGRAPH_TEST_TEMPORAL_NAMESPACE = given.temporalAddress
    ? given.temporalNamespace
    : 'heliograph-chaos';
  if (given.mongoUri) env.HELIOGRAPH_TEST_MONGODB_URI = given.mongoUri;
  report(given.temporalAddress ? 'Temporal is given: it is neither killed nor hung' : 'Starting Temporal');
  const temporal = given.temporalAddress
    ? undefined
    : await cleanup.owned(startOwnTemporal({ ownGroup: true, onSpawn: reaper.watch }), (own) => own.remove());
  const temporalAddress = given.temporalAddress ?? temporal?.address ?? '';
  env.HELIOGRAPH_TEST_TEMPORAL_ADDRESS = temporalAddress;
  report('Starting MongoDB and compiling');
  cleanup.later(globalTeardown);
  await globalSetup();
  const starting = startFailingOverProxy(env.HELIOGRAPH_TEST_MONGODB_URI ?? '');
  const database = await cleanup.owned(starting, (proxy) => proxy.stop());
  return { temporalAddress, temporal, database, watch: reaper.watch };
}
