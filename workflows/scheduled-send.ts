import { workflowInfo } from '@temporalio/workflow';
import { runSchedule } from './activities';
import type { RunScheduleResult } from './activities-contract';
import type { ScheduledSendInput } from './contract';

/** The search attribute in which Temporal says for which time a schedule has started a workflow. */
const PLANNED = 'TemporalScheduledStartTime';

/** Makes one run of a schedule. A Temporal Schedule starts it. */
export async function scheduledSend({ scheduleId, manual }: ScheduledSendInput): Promise<RunScheduleResult> {
  const { searchAttributes, startTime } = workflowInfo();
  const startedAt = startTime.getTime();
  const [planned] = (searchAttributes[PLANNED] ?? []) as (Date | string)[];
  return runSchedule({
    ...{ scheduleId, startedAt },
    plannedAt: planned === undefined ? startedAt : new Date(planned).getTime(),
    ...(manual !== undefined && { manual }),
  });
}
