import { mkdtemp } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { locateMongo } from '../../tools/dev/servers/mongo';
import { reportIfSlow } from '../../tools/dev/servers/report';
import { startMongo, startTemporal } from '../../tools/dev/servers/start';
import { locateTemporal } from '../../tools/dev/servers/temporal';
import { SEARCH_ATTRIBUTES } from '../../temporal/search-attributes';
import { startReaper, type TestServers } from './servers-reaper';

const NAMESPACE = 'heliograph-test';

/** For Java and Go: to compile and collect thoroughly costs servers that live for minutes more than it brings. */
const SHORT_LIVED = { JAVA_TOOL_OPTIONS: '-XX:TieredStopAtLevel=1 -XX:+UseSerialGC', GOGC: '400' };

/**
 * Jest's globalSetup: one Temporal and one MongoDB for the whole suite, on ports of their own. Addresses that
 * the environment already names are used as they are. The tests read HELIOGRAPH_TEST_MONGODB_URI (without a
 * database), HELIOGRAPH_TEST_TEMPORAL_ADDRESS and HELIOGRAPH_TEST_TEMPORAL_NAMESPACE.
 */
export default async function setUpServers(): Promise<void> {
  const { env } = process;
  env.HELIOGRAPH_TEST_TEMPORAL_NAMESPACE ??= NAMESPACE;
  const needTemporal = !env.HELIOGRAPH_TEST_TEMPORAL_ADDRESS;
  const needMongo = !env.HELIOGRAPH_TEST_MONGODB_URI;
  if (!needTemporal && !needMongo) return;

  const report = reportIfSlow((line) => void process.stderr.write(`${line}\n`));
  const [temporalProgram, mongoProgram] = await Promise.all([
    needTemporal ? locateTemporal(report) : undefined,
    needMongo ? locateMongo(report) : undefined,
  ]);

  const directory = await mkdtemp(path.join(os.tmpdir(), 'heliograph-test-'));
  const servers: TestServers = { directory, running: [] };
  (globalThis as { heliographTestServers?: TestServers }).heliographTestServers = servers;
  const reaper = startReaper(directory);
  servers.reaper = reaper;
  await Promise.all([
    temporalProgram &&
      startTemporal(
        temporalProgram,
        {
          namespace: env.HELIOGRAPH_TEST_TEMPORAL_NAMESPACE,
          searchAttributes: Object.values(SEARCH_ATTRIBUTES),
        },
        { env: { ...env, ...SHORT_LIVED } },
      ).then((temporal) => {
        reaper.watch(temporal.pid);
        servers.running.push(temporal);
        env.HELIOGRAPH_TEST_TEMPORAL_ADDRESS = temporal.address;
      }),
    mongoProgram &&
      startMongo(mongoProgram, { dataDirectory: directory }, { env: { ...env, ...SHORT_LIVED } }).then(
        (mongo) => {
          reaper.watch(mongo.pid);
          servers.running.push(mongo);
          env.HELIOGRAPH_TEST_MONGODB_URI = mongo.uri;
        },
      ),
  ]);
}
