import { crc32 } from 'node:zlib';
import { type Client, ScheduleAlreadyRunning, ScheduleOverlapPolicy } from '@temporalio/client';
import { scheduleIdOf, taskQueues } from '../workflows/contract';

/**
 * Creates the schedules of the sweep and of retention, or updates existing ones. Installations are spread over the seconds of
 * the interval, so that not all of a Temporal do their maintenance at once.
 */
export async function ensureSchedules(
  client: Client,
  queuePrefix: string,
  everySeconds: { sweep: number; retention: number },
): Promise<void> {
  for (const workflowType of ['sweep', 'retention'] as const) {
    const scheduleId = scheduleIdOf(workflowType, queuePrefix);
    const every = everySeconds[workflowType];
    const second = crc32(`${client.options.namespace}/${scheduleId}`) % every;
    const spec = { intervals: [{ every: every * 1000, offset: second * 1000 }] };
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
      const existing = client.schedule.getHandle(scheduleId);
      await existing.update((previous) => ({ ...previous, spec, action, policies }));
    }
  }
}
