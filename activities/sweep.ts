import { heartbeat } from '@temporalio/activity';
import { refreshBacklogs } from '../store/refresh-backlogs';
import { cancelWorkflow, startErasure } from '../temporal/workflow-calls';
import { startPending } from '../temporal/start-pending';
import type { SweepResult } from '../workflows/activities-contract';
import type { ActivityDeps } from './deps';
import { closeEnded, startMissing } from './sweep-executions';
import { settleForgottenShares } from './sweep-quotas';
import { tellDue, tellForgotten, tellOwners } from './sweep-webhooks';

const BATCH = 500;
/** The longest that one sweep starts what is pending, milliseconds, so that what follows has its turn. */
const STARTING_MS = 120_000;

/** Finishes what crashes and outages left behind (docs/architecture.md, "The sweep"). Each part is bounded. */
export function createSweep(deps: ActivityDeps) {
  return async (): Promise<SweepResult> => {
    const { store, client, taskQueue, sweepAfterMs, backlogLimit } = deps;
    const before = new Date(Date.now() - sweepAfterMs);
    await refreshBacklogs(store, { limit: backlogLimit, everyMs: 0 });
    const started = await startPending({
      client,
      store,
      taskQueue,
      before,
      until: Date.now() + STARTING_MS,
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
    await settleForgottenShares(deps);
    const told = await tellForgotten(deps);
    const redelivered = await tellDue(deps, before);
    const owners = await tellOwners(deps, before);
    const closed = await closeEnded(deps);
    const missing = await startMissing(deps, before);
    const counts = { started, cancelled: cancels.length, erasures: erasures.length };
    return { ...counts, told, redelivered, owners, closed, missing };
  };
}
