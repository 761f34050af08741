import type { NativeConnection, WorkerOptions } from '@temporalio/worker';
import { Worker } from '@temporalio/worker';
import type { Activities } from '../workflows/activities-contract';
import { taskQueues } from '../workflows/contract';

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
}

/** Longer than the longest send, so that a shutdown cuts none off. */
const SHUTDOWN_GRACE = '60s';

/** The workers of one process: sends and workflows on one queue, webhooks on their own. */
export async function createWorkers(options: HeliographWorkerOptions): Promise<Worker[]> {
  const { connection, namespace, activities, workflows } = options;
  const queues = taskQueues(options.taskQueue);
  const { tellWebhook, ...others } = activities;
  const common = { connection, namespace, shutdownGraceTime: SHUTDOWN_GRACE } as const;
  return Promise.all([
    Worker.create({
      ...common,
      ...workflows,
      taskQueue: queues.main,
      activities: others,
      maxConcurrentActivityTaskExecutions: options.maxActivities,
      maxCachedWorkflows: options.maxCachedWorkflows,
    }),
    Worker.create({
      ...common,
      taskQueue: queues.webhooks,
      activities: { tellWebhook },
      maxConcurrentActivityTaskExecutions: options.maxWebhooks,
    }),
  ]);
}
