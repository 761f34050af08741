import { sleep } from '@temporalio/activity';
import type { Activities } from '../../workflows/activities-contract';
import type { RetentionStep } from '../../workflows/contract';
import type { ActivityDeps } from '../deps';
import { withHeartbeat } from '../heartbeat';
import { type Pace, createPace } from './retention-pace';
import { partsOf } from './retention-parts';

/** Maximum time that one activity begins new batches, milliseconds. A worker that stops waits for it. */
const BUDGET_MS = 20_000;

/**
 * Removes in batches what is older than it is kept. A batch is not found again, so the attempt after a crash continues where
 * the last one stopped. The worker remembers the pace of each step, because their documents take different times.
 */
export function createRemoveOld(deps: ActivityDeps): Activities['removeOld'] {
  const paces = new Map<RetentionStep, Pace>();
  return (input) => {
    const pace = paces.get(input.step) ?? createPace();
    paces.set(input.step, pace);
    return withHeartbeat(() => removeOld(deps, input, pace));
  };
}

async function removeOld(
  deps: ActivityDeps,
  { step, from }: Parameters<Activities['removeOld']>[0],
  pace: Pace,
): ReturnType<Activities['removeOld']> {
  const deadline = performance.now() + BUDGET_MS;
  let removed = 0;
  for (const part of await partsOf(deps, step, from)) {
    let after = part.applicationId === from?.applicationId ? from.after : 0;
    for (;;) {
      const began = performance.now();
      if (began > deadline) return { removed, next: { applicationId: part.applicationId, after } };
      const batch = await part.removeBatch(after, pace.size);
      const pauseMs = pace.after(batch.removed, performance.now() - began);
      removed += batch.removed;
      if (batch.next === null) break;
      after = batch.next;
      await sleep(pauseMs);
    }
  }
  return { removed, next: null };
}
