import { setTimeout as sleep } from 'node:timers/promises';
import type { Client } from '@temporalio/client';
import type { WorkerDeploymentVersion } from '@temporalio/common';
import { temporal } from '@temporalio/proto';
import type { Config } from '../process/config';
import { GRPC, hasCode } from '../temporal/grpc-code';
import { taskQueues } from '../workflows/contract';
import { ownBuildId } from './build-id';

const { TASK_QUEUE_TYPE_ACTIVITY, TASK_QUEUE_TYPE_WORKFLOW } = temporal.api.enums.v1.TaskQueueType;
const { WORKER_VERSIONING_MODE_VERSIONED } = temporal.api.enums.v1.WorkerVersioningMode;
/** An idle worker polls at least once a minute. A worker that polled longer ago counts as stopped. */
const POLLED_WITHIN_MS = 90_000;

/** Returns the version of this process's workers with the extensions of this folder, undefined if they are unversioned. */
export const versionOf = (
  {
    WORKER_DEPLOYMENT: deploymentName,
    WORKER_BUILD_ID: buildId,
  }: Pick<Config, 'WORKER_DEPLOYMENT' | 'WORKER_BUILD_ID'>,
  extensions: string | null = null,
): WorkerDeploymentVersion | undefined =>
  deploymentName === undefined ? undefined : { deploymentName, buildId: buildId ?? ownBuildId(extensions) };

/**
 * How often a deployment is asked for that Temporal does not find, and how long after each time, milliseconds. For a moment
 * Temporal finds none while the workflow that it keeps for the deployment continues as new.
 */
const ASKED = { times: 3, everyMs: 500 };

/** Returns the current build of a deployment. Null: unversioned workers get the work, because no build was made current. */
export async function currentBuild(client: Client, deploymentName: string): Promise<string | null> {
  const { namespace } = client.options;
  for (let time = 1; ; time += 1) {
    try {
      const { workerDeploymentInfo } = await client.workflowService.describeWorkerDeployment({
        namespace,
        deploymentName,
      });
      return workerDeploymentInfo?.routingConfig?.currentDeploymentVersion?.buildId ?? null;
    } catch (error) {
      if (!hasCode(error, [GRPC.NOT_FOUND])) throw error;
      if (time === ASKED.times) return null;
      await sleep(ASKED.everyMs);
    }
  }
}

/**
 * Returns the names of the queues that no worker of this build polls. If there are none, the build can be made current.
 * @param buildId null: unversioned workers.
 */
export async function unpolledQueues(
  client: Client,
  queuePrefix: string,
  { deploymentName, buildId }: { deploymentName: string; buildId: string | null },
): Promise<string[]> {
  const { main, webhooks } = taskQueues(queuePrefix);
  const queues = [
    { what: 'workflows', name: main, type: TASK_QUEUE_TYPE_WORKFLOW },
    { what: 'activities', name: main, type: TASK_QUEUE_TYPE_ACTIVITY },
    { what: 'webhooks', name: webhooks, type: TASK_QUEUE_TYPE_ACTIVITY },
  ];
  const polled = await Promise.all(
    queues.map(async ({ name, type }) => {
      const { pollers } = await client.workflowService.describeTaskQueue({
        namespace: client.options.namespace,
        taskQueue: { name },
        taskQueueType: type,
      });
      return (pollers ?? []).some(({ deploymentOptions: of, lastAccessTime }) => {
        if (Number(lastAccessTime?.seconds ?? 0) * 1000 < Date.now() - POLLED_WITHIN_MS) return false;
        const versioned = of?.workerVersioningMode === WORKER_VERSIONING_MODE_VERSIONED;
        if (buildId === null) return !versioned;
        return versioned && of.deploymentName === deploymentName && of.buildId === buildId;
      });
    }),
  );
  return queues.filter((_, index) => !polled[index]).map(({ what, name }) => `${what} (${name})`);
}

/**
 * Makes a build current, so that it gets the deployment's work. Running workflows move with their next task.
 * @param buildId null: unversioned workers.
 * @throws ServiceError of code 9 (FAILED_PRECONDITION) if the build lacks a queue that the previous one polls.
 */
export async function makeCurrent(
  client: Client,
  { deploymentName, buildId }: { deploymentName: string; buildId: string | null },
): Promise<void> {
  const { namespace, identity } = client.options;
  await client.workflowService.setWorkerDeploymentCurrentVersion({
    ...{ namespace, identity, deploymentName },
    buildId: buildId ?? '',
  });
}
