import { linkUrlOf } from '../process/config/link-url';
import { Client } from '@temporalio/client';
import { createPace } from '../activities/deliver/pace';
import { createFirstAttempts } from '../activities/first-attempts';
import { createActivities } from '../activities/index';
import { createPlanPage } from '../api/broadcasts/plan-page';
import { createAnyPage } from '../api/jobs/any-page';
import { createAcceptRun } from '../api/schedules/accept-run';
import { createProviderRegistry } from '../channels/registry';
import type { ReturnPath } from '../channels/definition';
import { createProviderTools } from '../channels/tools';
import type { Config } from '../process/config';
import { createReturnAddresses } from '../core/receipts/return-address';
import { dieAt } from '../process/lifecycle';
import type { ProcessResources } from '../process/resources';
import type { Role } from '../process/run';
import { createCachedReads } from '../store/cached';
import { createDispatcher } from '../temporal/dispatcher';
import { ensureSearchAttributes } from '../temporal/ensure-search-attributes';
import { ensureSchedules } from '../temporal/setup';
import { startSandboxReports } from '../temporal/workflow-calls';
import { watchHealth } from '../telemetry/dependency-metrics';
import type { Health } from '../telemetry/health';
import { createWebhookSender } from '../net/sender';
import { createEndpointConcurrency } from '../net/endpoint-concurrency';
import { attachmentFiles } from './attachment-files';
import { workflowsWith } from './bundle';
import { connectTemporal } from './connect';
import { createSendQueueWorker, createWorkers } from './create-worker';
import { currentBuild, versionOf } from './deployment';
import { setQueueRate } from './queue-rate';
import { installRuntime } from './runtime';
import { createSendQueues } from './send-queues';
import { watchTemporal } from './watch-temporal';
import { watchVersion } from './watch-version';

/** The worker of a process. */
export interface WorkerRole extends Role {
  /**
   * Returns a client on the worker's connection, undefined while the worker does not run. A workflow that it starts eagerly is
   * begun by this worker at once, without a way through Temporal's queue.
   */
  eagerClient: () => Client | undefined;
}

interface RunningWorker {
  isReachable: () => boolean;
  eagerClient: Client | undefined;
  ended: Promise<void>;
  shutdown: () => void;
}

/** Starts the worker. It waits for Temporal and MongoDB as long as they are away. */
export function startWorker(resources: ProcessResources): WorkerRole {
  let running: RunningWorker | undefined;
  const begun = begin(resources).then((worker) => (running = worker));
  const health = (): Health => {
    const mongodb = resources.storeConnection.isReachable();
    const temporal = running?.isReachable() ?? false;
    const key = resources.encryptionCheck.health();
    return { ready: mongodb && temporal && key.encryption_key !== false, mongodb, temporal, ...key };
  };
  watchHealth('worker', health);
  return {
    name: 'worker',
    health,
    ready: begun.then(() => ({})),
    ended: begun.then(({ ended }) => ended),
    eagerClient: () => running?.eagerClient,
    stop: async () => {
      running?.shutdown();
      await running?.ended;
    },
  };
}

async function begin(resources: ProcessResources): Promise<RunningWorker> {
  const { config, log, store, client, renderer, vault, noticeMail, indexed, tracing, codec } = resources;
  const { resolve, extensions } = resources;
  const files = attachmentFiles(config);
  const version = versionOf(config, extensions.folder);
  const bundle = { bundle: config.WORKFLOW_BUNDLE, traced: tracing !== null, log };
  const workflows = await workflowsWith(extensions, bundle);
  await installRuntime(log);
  const connection = await connectTemporal(config.temporal, config.TEMPORAL_COMPRESSION, log);
  await ensureSearchAttributes(client, (message) => log.warn(message));
  await indexed;
  const stopping = new AbortController();
  const development = config.HELIOGRAPH_MODE === 'development';
  const providers = createProviderRegistry({
    inbox: store.inbox,
    vault,
    startReports: (of) => startSandboxReports(client, config.TEMPORAL_TASK_QUEUE, of),
    tools: createProviderTools({
      ...{ development, resolve, integrationSubnets: config.INTEGRATION_ALLOWED_SUBNETS },
      publicUrl: config.PUBLIC_URL,
      ehloName: config.SMTP_EHLO_NAME,
      returnPath: returnPathOf(config),
    }),
    files,
    smtpUrl: config.SMTP_URL,
    smtpPoolSize: config.SMTP_POOL_SIZE,
    smtpAllowPlaintext: config.SMTP_ALLOW_PLAINTEXT,
    ...{ development, resolve },
  });
  const webhooks = createWebhookSender({
    ...{ development, resolve, allowedSubnets: config.WEBHOOK_ALLOWED_SUBNETS },
  });
  const firstAttempts = createFirstAttempts();
  const fault = dieAt(config.HELIOGRAPH_FAULT);
  // What schedules send, and what jobs do, is done here by the steps of the API.
  const dispatcher = createDispatcher({ client, store, taskQueue: config.TEMPORAL_TASK_QUEUE, log });
  const sending = {
    ...{ store, cached: createCachedReads(store), dispatcher, vault, log, fault },
    encryptionCheck: resources.encryptionCheck,
    backlogLimit: config.BACKLOG_LIMIT,
    backlogCountedEverySeconds: config.SWEEP_INTERVAL_SECONDS,
  };
  const activities = createActivities({
    pace: createPace(),
    firstAttempts,
    waits: resources.waits,
    broadcastShare: config.BROADCAST_SHARE_PERCENT / 100,
    store,
    vault,
    providers,
    renderer,
    webhooks,
    endpointConcurrency: createEndpointConcurrency({ atOnce: config.WORKER_MAX_WEBHOOKS_PER_ENDPOINT }),
    client,
    log,
    taskQueue: config.TEMPORAL_TASK_QUEUE,
    webhookBrand: config.WEBHOOK_BRAND,
    sweepAfterMs: config.SWEEP_AFTER_SECONDS * 1000,
    keepDays: {
      notifications: config.KEEP_NOTIFICATIONS_DAYS,
      content: config.KEEP_CONTENT_DAYS,
      webhookAttempts: config.KEEP_WEBHOOK_ATTEMPTS_DAYS,
      audit: config.KEEP_AUDIT_DAYS,
      statistics: config.KEEP_STATISTICS_DAYS,
      preferenceChanges: config.KEEP_PREFERENCE_CHANGES_DAYS,
      eventVersions: config.KEEP_EVENT_VERSIONS_DAYS,
    },
    webhookDisableAfterMs: config.WEBHOOK_DISABLE_AFTER_DAYS * 86_400_000,
    ...{ noticeMail, linkUrl: linkUrlOf(config), bounceDomain: config.BOUNCE_DOMAIN ?? null },
    ...{
      acceptRun: createAcceptRun(sending),
      jobPage: createAnyPage(sending),
      planPage: createPlanPage(sending),
      stopping: stopping.signal,
      fault,
    },
  });
  const options = {
    connection,
    namespace: config.TEMPORAL_NAMESPACE,
    taskQueue: config.TEMPORAL_TASK_QUEUE,
    activities,
    workflows,
    tracing: tracing?.worker,
    dataConverter: codec && { payloadCodecs: [codec] },
    maxActivities: config.WORKER_MAX_ACTIVITIES,
    maxWebhooks: config.WORKER_MAX_WEBHOOKS,
    maxWorkflowTasks: config.WORKER_MAX_WORKFLOW_TASKS,
    maxCachedWorkflows: config.WORKER_MAX_CACHED_WORKFLOWS,
    workflowPollers: config.WORKER_WORKFLOW_POLLERS,
    activityPollers: config.WORKER_ACTIVITY_POLLERS,
    version,
  };
  const workers = await createWorkers(options);
  const sendQueues = createSendQueues({
    list: () => store.sendQueues.polled(new Date()),
    setRate: (queue) => setQueueRate(client, config.TEMPORAL_TASK_QUEUE, queue),
    createWorker: (queue) => createSendQueueWorker(options, queue),
    log,
  });
  await ensureSchedules(client, config.TEMPORAL_TASK_QUEUE, {
    sweep: config.SWEEP_INTERVAL_SECONDS,
    retention: config.RETENTION_INTERVAL_SECONDS,
  });

  const running = [...workers.map((worker) => worker.run()), sendQueues.run()];
  if (version) {
    const current = () => currentBuild(client, version.deploymentName);
    running.push(watchVersion({ version, current, log, signal: stopping.signal }));
  }
  log.info({ taskQueue: config.TEMPORAL_TASK_QUEUE, temporal: config.TEMPORAL_ADDRESS }, 'worker is ready');
  const ended = async (): Promise<void> => {
    await Promise.all(running);
    await firstAttempts.ended();
    await dispatcher.close();
    await Promise.all([providers.close(), webhooks.close()]);
    await connection.close();
    log.info('worker has stopped');
  };
  const { isReachable } = watchTemporal(connection, stopping.signal);
  return {
    isReachable,
    // Temporal gives an eager start to the connection that asks for it, whatever build is current.
    eagerClient: version
      ? undefined
      : new Client({
          connection,
          namespace: config.TEMPORAL_NAMESPACE,
          interceptors: tracing?.client,
          dataConverter: options.dataConverter,
        }),
    ended: ended(),
    shutdown: () => {
      workers.forEach((worker) => worker.shutdown());
      sendQueues.stop();
      stopping.abort();
    },
  };
}

/** Returns the envelope sender of messages over SMTP, undefined if the service takes no bounces. */
function returnPathOf({ BOUNCE_DOMAIN: domain, ENCRYPTION_KEY: keys }: Config): ReturnPath | undefined {
  if (domain === undefined) return undefined;
  const addresses = createReturnAddresses({ domain, keys });
  return ({ notificationId, id, attemptId }) => addresses.make({ notificationId, messageId: id, attemptId });
}
