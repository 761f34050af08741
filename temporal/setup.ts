import type { Client } from '@temporalio/client';
import { ScheduleAlreadyRunning, ScheduleOverlapPolicy } from '@temporalio/client';
import { temporal } from '@temporalio/proto';
import { scheduleIdOf, taskQueues, WORKFLOWS } from '../workflows/contract';
import { SEARCH_ATTRIBUTES } from './search-attributes';

const KEYWORD = temporal.api.enums.v1.IndexedValueType.INDEXED_VALUE_TYPE_KEYWORD;

/** The search attributes that the namespace lacks; a start that sets one of them would be refused. */
export async function missingSearchAttributes(client: Client): Promise<string[]> {
  const { namespace } = client.options;
  const { customAttributes } = await client.connection.operatorService.listSearchAttributes({ namespace });
  return Object.values(SEARCH_ATTRIBUTES).filter((name) => customAttributes?.[name] !== KEYWORD);
}

/** Registers the search attributes that the namespace lacks. */
export async function ensureSearchAttributes(client: Client): Promise<void> {
  const missing = await missingSearchAttributes(client);
  if (missing.length === 0) return;
  await client.connection.operatorService.addSearchAttributes({
    namespace: client.options.namespace,
    searchAttributes: Object.fromEntries(missing.map((name) => [name, KEYWORD])),
  });
}

/** Creates the schedules of the sweep and of retention, or brings older ones up to date. */
export async function ensureSchedules(
  client: Client,
  queuePrefix: string,
  everySeconds: { sweep: number; retention: number },
): Promise<void> {
  await ensureSchedule(client, WORKFLOWS.sweep, queuePrefix, everySeconds.sweep);
  await ensureSchedule(client, WORKFLOWS.retention, queuePrefix, everySeconds.retention);
}

async function ensureSchedule(
  client: Client,
  workflowType: 'sweep' | 'retention',
  queuePrefix: string,
  everySeconds: number,
): Promise<void> {
  const scheduleId = scheduleIdOf(workflowType, queuePrefix);
  const spec = { intervals: [{ every: everySeconds * 1000 }] };
  const action = {
    type: 'startWorkflow' as const,
    workflowType,
    workflowId: scheduleId,
    taskQueue: taskQueues(queuePrefix).main,
    args: [],
  };
  const policies = { overlap: ScheduleOverlapPolicy.SKIP, catchupWindow: '1 minute' as const };
  try {
    await client.schedule.create({ scheduleId, spec, action, policies });
  } catch (error) {
    if (!(error instanceof ScheduleAlreadyRunning)) throw error;
    await client.schedule
      .getHandle(scheduleId)
      .update((previous) => ({ ...previous, spec, action, policies }));
  }
}
