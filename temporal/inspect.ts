import type { Client } from '@temporalio/client';
import { temporal } from '@temporalio/proto';
import { taskQueues } from '../workflows/contract';
import { GRPC, hasCode } from './grpc-code';
import { SEARCH_ATTRIBUTES } from './search-attributes';
import { withDeadline } from './with-deadline';

const { TASK_QUEUE_TYPE_WORKFLOW: WORKFLOW, TASK_QUEUE_TYPE_ACTIVITY: ACTIVITY } =
  temporal.api.enums.v1.TaskQueueType;
const { INDEXED_VALUE_TYPE_KEYWORD: KEYWORD } = temporal.api.enums.v1.IndexedValueType;

/** Maximum time of all calls, milliseconds. */
const WITHIN_MS = 5_000;
const NOT_OFFERED = [GRPC.PERMISSION_DENIED, GRPC.UNIMPLEMENTED];

/** What Temporal says of one queue. */
export interface QueueFacts {
  name: string;
  kind: 'workflows' | 'activities';
  /** Number of workers that polled it in the last minutes. */
  pollers: number;
  /** The latest poll, by Temporal's clock. Null: none. */
  lastPoll: Date | null;
  /** About how many tasks wait. */
  backlog: number;
}

export interface TemporalFacts {
  version: string;
  namespace: string;
  hasNamespace: boolean;
  /** Search attributes that it lacks. Null: it does not say. */
  missingAttributes: string[] | null;
  queues: QueueFacts[];
}

/** Asks Temporal for what the service needs of it. Throws if it does not answer in time. */
export async function inspectTemporal(client: Client, queuePrefix: string): Promise<TemporalFacts> {
  const { workflowService } = client;
  const { namespace } = client.options;
  const queues = taskQueues(queuePrefix);
  const asked = [
    [queues.main, WORKFLOW],
    [queues.main, ACTIVITY],
    [queues.webhooks, ACTIVITY],
    [queues.drains, WORKFLOW],
  ] as const;
  return withDeadline(client, WITHIN_MS, async () => {
    const [system, hasNamespace] = await Promise.all([
      workflowService.getSystemInfo({}),
      exists(() => workflowService.describeNamespace({ namespace })),
    ]);
    const version = system.serverVersion ?? 'unknown';
    if (!hasNamespace) return { version, namespace, hasNamespace, missingAttributes: null, queues: [] };
    const [missingAttributes, ...described] = await Promise.all([
      missingOf(client),
      ...asked.map(([name, kind]) => describeQueue(client, name, kind)),
    ]);
    return { version, namespace, hasNamespace, missingAttributes, queues: described };
  });
}

async function exists(call: () => Promise<unknown>): Promise<boolean> {
  try {
    await call();
    return true;
  } catch (error) {
    if (hasCode(error, [GRPC.NOT_FOUND])) return false;
    // A key for one namespace may not describe it.
    if (hasCode(error, NOT_OFFERED)) return true;
    throw error;
  }
}

async function missingOf({ connection, options: { namespace } }: Client): Promise<string[] | null> {
  try {
    const { customAttributes } = await connection.operatorService.listSearchAttributes({ namespace });
    return Object.values(SEARCH_ATTRIBUTES).filter((name) => customAttributes?.[name] !== KEYWORD);
  } catch (error) {
    if (hasCode(error, [GRPC.NOT_FOUND, ...NOT_OFFERED])) return null;
    throw error;
  }
}

async function describeQueue(
  { workflowService, options: { namespace } }: Client,
  name: string,
  taskQueueType: typeof WORKFLOW | typeof ACTIVITY,
): Promise<QueueFacts> {
  const answer = await workflowService.describeTaskQueue({
    ...{ namespace, taskQueue: { name }, taskQueueType, reportStats: true },
  });
  const polls = (answer.pollers ?? []).map(
    ({ lastAccessTime }) => Number(lastAccessTime?.seconds ?? 0) * 1000,
  );
  return {
    ...{ name, kind: taskQueueType === WORKFLOW ? 'workflows' : 'activities' },
    pollers: new Set((answer.pollers ?? []).map(({ identity }) => identity)).size,
    lastPoll: polls.length === 0 ? null : new Date(Math.max(...polls)),
    backlog: Number(answer.stats?.approximateBacklogCount ?? 0),
  };
}
