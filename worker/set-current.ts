import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { isGrpcServiceError, type Client } from '@temporalio/client';
import { GRPC } from '../temporal/grpc-code';
import { loadConfig } from '../process/config';
import { extensionsFolder } from '../process/extensions/files';
import { createTemporalClient } from '../temporal/client';
import { currentBuild, makeCurrent, unpolledQueues, versionOf } from './deployment';

const USAGE = `npm run worker:current                   gives all work to the build that WORKER_BUILD_ID names, by default this one
  -- --unversioned      to workers without WORKER_DEPLOYMENT instead, with WORKER_DEPLOYMENT set for this command
  -- --wait SECONDS     how long it waits for workers of that build; default: 60`;
const UNSET = `WORKER_DEPLOYMENT is not set. Set it to the value that the workers have. Without it, workers are unversioned and get work at once.`;

interface Target {
  deploymentName: string;
  /** null: unversioned workers. */
  buildId: string | null;
}

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      unversioned: { type: 'boolean', default: false },
      wait: { type: 'string', default: '60' },
      help: { type: 'boolean', default: false },
    },
  });
  if (values.help) return console.log(USAGE);
  const seconds = Number(values.wait);
  if (!Number.isInteger(seconds) || seconds < 0) throw new Error('--wait must be a whole number of seconds');
  const config = loadConfig();
  const version = versionOf(config, folderOf(config.HELIOGRAPH_EXTENSIONS));
  if (version === undefined) throw new Error(UNSET);
  const client = createTemporalClient({ server: config.temporal });
  try {
    const target = { ...version, buildId: values.unversioned ? null : version.buildId };
    await give(client, config.TEMPORAL_TASK_QUEUE, target, Date.now() + seconds * 1000);
  } finally {
    await client.connection.close();
  }
}

const folderOf = (given: string | undefined): string | null =>
  given === undefined ? null : extensionsFolder(given);

/** Makes the build current as soon as its workers poll. */
async function give(client: Client, queuePrefix: string, target: Target, until: number): Promise<void> {
  const before = await currentBuild(client, target.deploymentName);
  const [to, from] = [nameOf(target.buildId), nameOf(before)];
  if (before === target.buildId)
    return console.log(`The work of ${target.deploymentName} was with ${to} already.`);
  for (;;) {
    const obstacle = await obstacleTo(client, queuePrefix, target);
    if (obstacle === undefined) break;
    if (Date.now() >= until) throw new Error(`${obstacle} Nothing was changed: the work stays with ${from}.`);
    await sleep(1000);
  }
  console.log(`The work of ${target.deploymentName} goes to ${to} from now on, no more to ${from}.`);
}

/** Makes the build current, or returns why that is not possible now. */
async function obstacleTo(client: Client, queuePrefix: string, target: Target): Promise<string | undefined> {
  const missing = await unpolledQueues(client, queuePrefix, target);
  if (missing.length > 0)
    return `No ${target.buildId === null ? 'unversioned worker' : `worker of ${nameOf(target.buildId)}`} asks for ${missing.join(', ')}: start some first.`;
  try {
    await makeCurrent(client, target);
    return undefined;
  } catch (error) {
    if (!isGrpcServiceError(error) || Number(error.code) !== GRPC.FAILED_PRECONDITION) throw error;
    return `Temporal refuses: ${error.details}.`;
  }
}

const nameOf = (buildId: string | null): string =>
  buildId === null ? 'unversioned workers' : `build ${buildId}`;

main().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
});
