import { setTimeout as sleep } from 'node:timers/promises';
import { scheduleIdOf } from '../../../workflows/contract';
import type { ServiceProcess } from './service';
import { type ServiceOptions, type Services, required, startServices } from './services';

export interface LeaseOptions extends Pick<ServiceOptions, 'withoutWorker'> {
  /** Lets the sweep run, every two seconds; it costs a tenth of a core. @default false */
  sweeps?: boolean;
}

/** The processes that the files of this Jest worker share; the teardown of the run ends them. */
let shared: Promise<Services> | undefined;
/** The file that has them now, to be released if the file does not do it itself. */
let leased: Services | undefined;
/** The last release. The next file waits for it, also if a hook of the file before ran out of time. */
let released: Promise<void> | undefined;

/** The shared processes, over an empty database; `stop` of them gives them to the next file. */
export async function leaseServices({ withoutWorker, sweeps }: LeaseOptions): Promise<Services> {
  if (leased) throw new Error('this test file has the shared processes already: call startStack once');
  await released;
  shared ??= startShared();
  const services = await shared.catch((error: unknown) => {
    shared = undefined;
    throw error;
  });
  if (withoutWorker) {
    await services.worker?.stop();
    services.worker = undefined;
  }
  if (sweeps) await sweepOf(services).unpause();
  // A view of them, for a file may replace the API and the worker.
  leased = Object.create(services, { stop: { value: releaseServices } }) as Services;
  return leased;
}

/**
 * Empties what a file has left and starts again what it stopped, so that the next one finds all as it was. If that fails, the
 * next one gets other processes, with a database of their own.
 */
export async function releaseServices(): Promise<void> {
  if (!leased) return released;
  leased = undefined;
  const services = await shared!;
  released = putRight(services).catch(async (error: unknown) => {
    shared = undefined;
    process.stderr.write(`Other processes are started for the next test file: ${String(error)}\n`);
    await Promise.all([services.api.kill(), services.worker?.kill()]);
    await services.stop().catch(() => undefined);
  });
  await released;
}

async function putRight(services: Services): Promise<void> {
  await sweepOf(services).pause();
  services.smtp.answer = () => null;
  await endWorkflows(services);
  await untilNothingIsSent(services);
  await removeDocuments(services);
  services.smtp.mails.length = 0;
  services.smtp.attempts = 0;
  services.dns.zone = {};
  await startAgain(services);
}

/** Ends the processes, if this Jest process has any. */
export async function stopSharedServices(): Promise<void> {
  await (await shared)?.stop();
  shared = undefined;
}

async function startShared(): Promise<Services> {
  const services = await startServices({ env: { WORKFLOW_BUNDLE: required('HELIOGRAPH_TEST_CODES') } });
  await sweepOf(services).pause();
  return services;
}

const sweepOf = ({ temporal, name }: Services) => temporal.schedule.getHandle(scheduleIdOf('sweep', name));

/** Lets the sweep make a round over the shared processes, if a file has them. */
export async function sweepShared(): Promise<void> {
  if (!leased || !shared) return;
  const services = await shared;
  await sweepOf(services)
    .trigger()
    .catch(() => undefined);
}

/** What a file has ended, or started with other settings. */
async function startAgain(services: Services): Promise<void> {
  const { api, worker } = services;
  const again = async (process: ServiceProcess | undefined, start: () => Promise<unknown>): Promise<void> => {
    if (services.isAsStarted(process)) return;
    await process?.kill();
    await start();
  };
  await Promise.all([again(api, services.restartApi), again(worker, services.startWorker)]);
}

/** Ends what still waits or is retried, which would otherwise go on beside the next file. */
async function endWorkflows({ temporal, name }: Services): Promise<void> {
  const query = `TaskQueue = '${name}' AND ExecutionStatus = 'Running'`;
  const ending: Promise<unknown>[] = [];
  for await (const { workflowId } of temporal.workflow.list({ query })) {
    const handle = temporal.workflow.getHandle(workflowId);
    ending.push(handle.terminate('its test is over').catch(() => undefined));
    if (ending.length === AT_ONCE) await Promise.all(ending.splice(0));
  }
  await Promise.all(ending);
}

/** Workflows that are ended at once. */
const AT_ONCE = 20;

/** What is with a provider now would reach the next file; a provider that hangs is not waited for. */
async function untilNothingIsSent({ connection }: Services): Promise<void> {
  const notifications = connection.mongoose.collection('notifications');
  const isSending = async (): Promise<boolean> =>
    (await notifications.findOne({ inFlight: { $ne: null } })) !== null;
  for (let looks = 0; looks < 20 && (await isSending()); looks += 1) await sleep(100);
}

/** Where the sweep has come to in Temporal's lists; without it, it would read all of this run's executions again. */
const KEPT = 'sweepmarks';

async function removeDocuments({ connection }: Services): Promise<void> {
  const collections = (await connection.mongoose.db?.collections()) ?? [];
  await Promise.all(
    collections
      .filter(({ collectionName }) => collectionName !== KEPT)
      .map((collection) => collection.deleteMany({})),
  );
}
