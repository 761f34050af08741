import { activityInfo } from '@temporalio/activity';
import { sendQueueOf, taskQueues } from '../../workflows/contract';
import type { Sending } from './sending';

/** Whether a message waits in another queue than the one that this activity came from. */
export const isElsewhere = ({ deps: { taskQueue }, inPage }: Sending, queue: string | null): boolean =>
  inPage
    ? queue !== null
    : activityInfo().taskQueue !==
      (queue === null ? taskQueues(taskQueue).main : sendQueueOf(taskQueue, queue));
