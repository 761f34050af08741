import { continueAsNew, workflowInfo } from '@temporalio/workflow';
import * as activities from './activities';
import type { ReleaseHeldInput } from './contract';

/** Releases what a resumed pause holds, in order (PAUSE-4). Returns how many it has released in this run. */
export async function releaseHeld(input: ReleaseHeldInput): Promise<{ released: number }> {
  let released = 0;
  for (;;) {
    const done = await activities.releaseHeld(input);
    released += done.released;
    if (!done.more) return { released };
    if (workflowInfo().continueAsNewSuggested) await continueAsNew<typeof releaseHeld>(input);
  }
}
