import type { WorkerDeploymentVersion } from '@temporalio/common';
import {
  type NativeConnection,
  type WorkerDeploymentOptions,
  type WorkerOptions,
  Worker,
} from '@temporalio/worker';
import type { SendQueue } from '../store/sending/send-queues';
import type { Activities } from '../workflows/activities-contract';
import { sendQueueOf, taskQueues } from '../workflows/contract';
import { queueRateOf } from './queue-rate';

export interface HeliographWorkerOptions {
  connection: NativeConnection;
  namespace: string;
  /** Prefix of the task queues. */
  taskQueue: string;
  activities: Activities;
  workflows: Pick<WorkerOptions, 'workflowBundle' | 'workflowsPath'>;
  maxActivities: number;
  maxWebhooks: number;
  maxCachedWorkflows: number;
  /** Turns worker versioning on: such workers get work only while this version is current. Absent: at once. */
  version?: WorkerDeploymentVersion;
}

/** Longer than the longest send, so that a shutdown cuts none off. */
const SHUTDOWN_GRACE = '60s';
/**
 * Workflow tasks at once. More make a busy Temporal no faster, and each waits longer there: with 2,000 messages queued a
 * code took half as long with 5 as with the SDK's 40, at the same throughput.
 */
const WORKFLOW_TASKS = 5;

/** A drain takes ten seconds and more where it matters: few pollers are enough. */
const DRAIN_POLLS = 2;
/** Their histories are short. */
const CACHED_DRAINS = 50;

/** The workers of one process: sends and workflows on one queue, webhooks and their retries on their own. */
export async function createWorkers(options: HeliographWorkerOptions): Promise<Worker[]> {
  const { connection, namespace, activities, workflows } = options;
  const queues = taskQueues(options.taskQueue);
  const { tellWebhook, drainWebhooks, ...others } = activities;
  const workerDeploymentOptions = options.version && versioned(options.version);
  const common = {
    ...{ connection, namespace, workerDeploymentOptions },
    shutdownGraceTime: SHUTDOWN_GRACE,
  } as const;
  return Promise.all([
    Worker.create({
      ...common,
      ...workflows,
      taskQueue: queues.main,
      activities: others,
      maxConcurrentActivityTaskExecutions: options.maxActivities,
      maxCachedWorkflows: options.maxCachedWorkflows,
      maxConcurrentWorkflowTaskExecutions: WORKFLOW_TASKS,
    }),
    Worker.create({
      ...common,
      taskQueue: queues.webhooks,
      activities: { tellWebhook },
      maxConcurrentActivityTaskExecutions: options.maxWebhooks,
    }),
    Worker.create({
      // Unversioned always, as the queues of rates: an older build does not poll it, and could not be made current again.
      // The workflow of an endpoint runs here too: an older build does not know its type, and would fail its tasks.
      ...{ connection, namespace, shutdownGraceTime: SHUTDOWN_GRACE },
      ...workflows,
      taskQueue: queues.drains,
      activities: { drainWebhooks },
      maxCachedWorkflows: CACHED_DRAINS,
      maxConcurrentWorkflowTaskExecutions: DRAIN_POLLS,
      maxConcurrentWorkflowTaskPolls: DRAIN_POLLS,
      maxConcurrentActivityTaskExecutions: options.maxWebhooks,
      maxConcurrentActivityTaskPolls: DRAIN_POLLS,
    }),
  ]);
}

/** Runs move to the version that is current with their next task: sequences sleep longer than a build is kept running. */
const versioned = (version: WorkerDeploymentVersion): WorkerDeploymentOptions => ({
  version,
  useWorkerVersioning: true,
  defaultVersioningBehavior: 'AUTO_UPGRADE',
});

/**
 * A worker of one paced queue. Its own rate counts only where the server cannot be told one (worker/queue-rate.ts). It is
 * unversioned always: Temporal notes each queue of each version by itself, up to 100 of them (105 took longer than 100 s),
 * and a queue that it did not note is not polled. So any build that runs makes these sends, the current one or not.
 */
export function createSendQueueWorker(
  options: Omit<HeliographWorkerOptions, 'workflows' | 'version'>,
  { _id, perSecond }: SendQueue,
): Promise<Worker> {
  // A send takes two seconds at most, as a rule; without a rate only what was left behind is waiting.
  const atOnce = Math.max(2, Math.ceil(2 * (perSecond ?? 0)));
  return Worker.create({
    connection: options.connection,
    namespace: options.namespace,
    shutdownGraceTime: SHUTDOWN_GRACE,
    taskQueue: sendQueueOf(options.taskQueue, _id),
    activities: { deliver: options.activities.deliver },
    maxTaskQueueActivitiesPerSecond: queueRateOf({ perSecond }),
    maxConcurrentActivityTaskExecutions: Math.min(options.maxActivities, atOnce),
    maxConcurrentActivityTaskPolls: Math.min(10, 1 + Math.floor((perSecond ?? 0) / 25)),
  });
}
