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
import type { WorkflowSource } from './bundle';
import { unversionedBuild } from './build-id';
import { queueRateOf } from './queue-rate';

export interface HeliographWorkerOptions {
  connection: NativeConnection;
  namespace: string;
  /** Prefix of the task queues. */
  taskQueue: string;
  activities: Activities;
  workflows: WorkflowSource;
  /** What traces activities and workflows. */
  tracing?: Pick<WorkerOptions, 'interceptors' | 'sinks'>;
  /** What encrypts the payloads. */
  dataConverter?: WorkerOptions['dataConverter'];
  maxActivities: number;
  maxWebhooks: number;
  maxWorkflowTasks: number;
  maxCachedWorkflows: number;
  workflowPollers: number;
  activityPollers: number;
  /** Turns worker versioning on: the workers get work only while this version is current. Absent: they always get work. */
  version?: WorkerDeploymentVersion;
}

/** Longer than the longest send, so that a shutdown interrupts none. */
const SHUTDOWN_GRACE = '60s';
/** A drain of a long queue takes ten seconds or more, so few pollers are enough. */
const DRAIN_POLLS = 2;
/** Broadcasts that a process goes through at once: each in turn gets about 20 s. */
const BROADCASTS_AT_ONCE = 2;
/** Cached workflows of endpoints. Their histories are short. */
const CACHED_DRAINS = 50;

/** Creates the workers of one process: one for workflows and sends, one for webhooks, one for
 * their retries, and one for pages of broadcasts. */
export async function createWorkers(options: HeliographWorkerOptions): Promise<Worker[]> {
  const { connection, namespace, activities, tracing, dataConverter } = options;
  const { workflowModules, ...source } = options.workflows;
  const workflows = {
    ...source,
    ...tracing,
    ...(workflowModules && { interceptors: { ...tracing?.interceptors, workflowModules } }),
  };
  const queues = taskQueues(options.taskQueue);
  const { tellWebhook, drainWebhooks, runBroadcast, ...others } = activities;
  const workerDeploymentOptions = options.version && versioned(options.version);
  const common = {
    ...{ connection, namespace, dataConverter, workerDeploymentOptions },
    shutdownGraceTime: SHUTDOWN_GRACE,
  } as const;
  return Promise.all([
    Worker.create({
      ...common,
      ...workflows,
      ...(!options.version && unversionedBuild(source)),
      taskQueue: queues.main,
      activities: others,
      maxConcurrentActivityTaskExecutions: options.maxActivities,
      maxCachedWorkflows: options.maxCachedWorkflows,
      maxConcurrentWorkflowTaskExecutions: options.maxWorkflowTasks,
      // The SDK refuses more polls than there are places for what they bring.
      maxConcurrentWorkflowTaskPolls: Math.min(options.workflowPollers, options.maxWorkflowTasks),
      // On a busy worker a start waits no longer than what goes on: the SDK's default is a fifth of the polls for starts.
      nonStickyToStickyPollRatio: 0.5,
      maxConcurrentActivityTaskPolls: Math.min(options.activityPollers, options.maxActivities),
    }),
    Worker.create({
      ...common,
      interceptors: tracing?.interceptors,
      taskQueue: queues.webhooks,
      activities: { tellWebhook },
      maxConcurrentActivityTaskExecutions: options.maxWebhooks,
      maxConcurrentActivityTaskPolls: Math.min(options.activityPollers, options.maxWebhooks),
    }),
    Worker.create({
      // Unversioned, as the queues of rates: an older build does not poll it, and the run of a new one must not wait for it.
      ...{ connection, namespace, dataConverter, shutdownGraceTime: SHUTDOWN_GRACE },
      interceptors: tracing?.interceptors,
      taskQueue: queues.broadcasts,
      activities: { runBroadcast },
      maxConcurrentActivityTaskExecutions: BROADCASTS_AT_ONCE,
      maxConcurrentActivityTaskPolls: BROADCASTS_AT_ONCE,
    }),
    Worker.create({
      // Always unversioned, as the queues of rates: an older build does not poll it, and could not become current again.
      // The workflow of an endpoint also runs here: an older build does not know its type and would fail its tasks.
      ...{ connection, namespace, dataConverter, shutdownGraceTime: SHUTDOWN_GRACE },
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

/** Runs move to the current version with their next task, because sequences sleep longer than a build is kept running. */
const versioned = (version: WorkerDeploymentVersion): WorkerDeploymentOptions => ({
  version,
  useWorkerVersioning: true,
  defaultVersioningBehavior: 'AUTO_UPGRADE',
});

/**
 * Creates a worker of one paced queue. The worker's rate counts only if the server has none (worker/queue-rate.ts). The
 * worker is always unversioned: Temporal registers each queue of each version, up to 100 (105 took longer than 100 s), and
 * a queue that is not registered is not polled. So every running build makes these sends, current or not.
 */
export function createSendQueueWorker(
  options: Omit<HeliographWorkerOptions, 'workflows' | 'version'>,
  { _id, perSecond }: SendQueue,
): Promise<Worker> {
  // A send usually takes at most two seconds. Without a rate, only earlier sends are left in the queue.
  const atOnce = Math.max(2, Math.ceil(2 * (perSecond ?? 0)));
  return Worker.create({
    connection: options.connection,
    namespace: options.namespace,
    dataConverter: options.dataConverter,
    shutdownGraceTime: SHUTDOWN_GRACE,
    interceptors: options.tracing?.interceptors,
    taskQueue: sendQueueOf(options.taskQueue, _id),
    activities: { deliver: options.activities.deliver },
    maxTaskQueueActivitiesPerSecond: queueRateOf({ perSecond }),
    maxConcurrentActivityTaskExecutions: Math.min(options.maxActivities, atOnce),
    maxConcurrentActivityTaskPolls: Math.min(10, 1 + Math.floor((perSecond ?? 0) / 25)),
  });
}
