import { type Client, isGrpcServiceError } from '@temporalio/client';
import type { WorkerDeploymentVersion } from '@temporalio/common';
import { temporal } from '@temporalio/proto';
import type { Config } from '../config';
import { taskQueues } from '../workflows/contract';
import { ownBuildId } from './build-id';

const { TASK_QUEUE_TYPE_ACTIVITY, TASK_QUEUE_TYPE_WORKFLOW } = temporal.api.enums.v1.TaskQueueType;
const { WORKER_VERSIONING_MODE_VERSIONED } = temporal.api.enums.v1.WorkerVersioningMode;
/** gRPC's code for what does not exist. */
const NOT_FOUND = 5;
/** A worker without work asks anew at least once a minute; one that was last heard before is taken for gone. */
const HEARD_WITHIN_MS = 90_000;

/** The version that this process's workers are; undefined: they are unversioned. */
export const versionOf = ({
  WORKER_DEPLOYMENT: deploymentName,
  WORKER_BUILD_ID: buildId,
}: Pick<Config, 'WORKER_DEPLOYMENT' | 'WORKER_BUILD_ID'>): WorkerDeploymentVersion | undefined =>
  deploymentName === undefined ? undefined : { deploymentName, buildId: buildId ?? ownBuildId() };

/** The build that gets a deployment's work; null: its unversioned workers, for none was ever made current. */
export async function currentBuild(client: Client, deploymentName: string): Promise<string | null> {
  try {
    const { namespace } = client.options;
    const { workerDeploymentInfo } = await client.workflowService.describeWorkerDeployment({
      namespace,
      deploymentName,
    });
    return workerDeploymentInfo?.routingConfig?.currentDeploymentVersion?.buildId ?? null;
  } catch (error) {
    if (isGrpcServiceError(error) && Number(error.code) === NOT_FOUND) return null;
    throw error;
  }
}

/**
 * Which of the service's queues no worker of this build polls, in words; empty: it may be made current.
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
        if (Number(lastAccessTime?.seconds ?? 0) * 1000 < Date.now() - HEARD_WITHIN_MS) return false;
        const versioned = of?.workerVersioningMode === WORKER_VERSIONING_MODE_VERSIONED;
        if (buildId === null) return !versioned;
        return versioned && of.deploymentName === deploymentName && of.buildId === buildId;
      });
    }),
  );
  return queues.filter((_, index) => !polled[index]).map(({ what, name }) => `${what} (${name})`);
}

/**
 * Gives a deployment's work to a build; running workflows move with their next task.
 * @param buildId null: to unversioned workers.
 * @throws ServiceError of code 9 (FAILED_PRECONDITION), when the build lacks a queue that the one before it polls.
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
