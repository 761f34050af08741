import {
  condition,
  continueAsNew,
  defineSignal,
  setCurrentDetails,
  setHandler,
  workflowInfo,
} from '@temporalio/workflow';
import { runBroadcast } from './activities';
import { type BroadcastInput, CONTINUE, taskQueues } from './contract';

const continued = defineSignal(CONTINUE);

/** Minimum wait, milliseconds, because a worker's clock may be ahead of the database's. */
const SHORTEST_WAIT_MS = 1000;

/**
 * Reaches the audience of a broadcast page by page. Its document says whether it runs and where it goes on. The signal says
 * that the document has changed.
 */
export async function broadcast({ broadcastId }: BroadcastInput): Promise<void> {
  let again = false;
  setHandler(continued, () => {
    again = true;
  });
  const { taskQueue } = workflowInfo();
  const options = { taskQueue: taskQueues(taskQueue).broadcasts };
  for (;;) {
    if (workflowInfo().continueAsNewSuggested) await continueAsNew<typeof broadcast>({ broadcastId });
    again = false;
    const { kind, until, details } = await runBroadcast.executeWithOptions(options, [{ broadcastId }]);
    setCurrentDetails(details);
    if (kind === 'more' || again) continue;
    if (kind === 'ended') return;
    if (until === undefined || until === null) await condition(() => again);
    else await condition(() => again, Math.max(SHORTEST_WAIT_MS, until - Date.now()));
  }
}
