import { activityInfo } from '@temporalio/activity';
import { sendQueueOf, taskQueues } from '../../workflows/contract';
import type { Sending } from './sending';

/** Whether a message waits in another queue than the one that this activity came from. */
export const isElsewhere = ({ deps }: Sending, queue: string | null): boolean =>
  activityInfo().taskQueue !== taskQueueOf(deps.taskQueue, queue);

const taskQueueOf = (prefix: string, queue: string | null): string =>
  queue === null ? taskQueues(prefix).main : sendQueueOf(prefix, queue);
