import { sleep } from '@temporalio/activity';
import type { RemoveOldInput, RemoveOldResult } from '../workflows/activities-contract';
import type { ActivityDeps } from './deps';
import { withHeartbeat } from './heartbeat';
import { partsOf } from './retention-parts';

const BATCH = 500;
/** Milliseconds that one activity goes on; a worker that is told to stop waits no longer than this. */
const BUDGET_MS = 20_000;
/** The longest pause between two batches, milliseconds. */
const LONGEST_PAUSE_MS = 1000;

/**
 * Removes some of what is older than it is kept, in batches with a pause as long as the batch took between them, so
 * that the database keeps half of its time for sends. What is removed is not found again, so an attempt that died goes
 * on where it stopped.
 */
export function createRemoveOld(deps: ActivityDeps) {
  return (input: RemoveOldInput): Promise<RemoveOldResult> => withHeartbeat(() => removeOld(deps, input));
}

async function removeOld(deps: ActivityDeps, { step, from }: RemoveOldInput): Promise<RemoveOldResult> {
  const deadline = Date.now() + BUDGET_MS;
  let removed = 0;
  for (const part of await partsOf(deps, step, from)) {
    let after = part.applicationId === from?.applicationId ? from.after : 0;
    for (;;) {
      if (Date.now() > deadline) return { removed, next: { applicationId: part.applicationId, after } };
      const began = Date.now();
      const batch = await part.removeBatch(after, BATCH);
      removed += batch.removed;
      if (batch.next === null) break;
      after = batch.next;
      await sleep(Math.min(LONGEST_PAUSE_MS, Date.now() - began));
    }
  }
  return { removed, next: null };
}
