import { heartbeat } from '@temporalio/activity';
import { cancelWorkflow, startErasure } from '../temporal/dispatcher';
import { startPending } from '../temporal/start-pending';
import type { SweepResult } from '../workflows/activities-contract';
import type { ActivityDeps } from './deps';
import { closeEnded, startMissing } from './sweep-executions';

const BATCH = 500;

/** Finishes what crashes and outages left behind (docs/architecture.md, "The sweep"). Each part is bounded. */
export function createSweep(deps: ActivityDeps) {
  return async (): Promise<SweepResult> => {
    const { store, client, taskQueue, sweepAfterMs } = deps;
    const before = new Date(Date.now() - sweepAfterMs);
    const started = await startPending({
      client,
      store,
      taskQueue,
      before,
      onProgress: (count) => heartbeat(count),
    });
    const cancels = await store.notifications.pendingCancel(before, BATCH);
    for (const id of cancels) {
      heartbeat();
      await cancelWorkflow(client, id);
      await store.notifications.markCancelTold(id);
    }
    const erasures = await store.contacts.erasing(before, BATCH);
    for (const { _id } of erasures) {
      heartbeat();
      await startErasure(client, taskQueue, _id);
    }
    const closed = await closeEnded(deps);
    const missing = await startMissing(deps, before);
    return { started, cancelled: cancels.length, erasures: erasures.length, closed, missing };
  };
}
