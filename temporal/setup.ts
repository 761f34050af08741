import { type Client, ScheduleAlreadyRunning, ScheduleOverlapPolicy } from '@temporalio/client';
import { scheduleIdOf, taskQueues, WORKFLOWS } from '../workflows/contract';

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
