import pMap from 'p-map';
import type { Waiting } from '../../store/webhooks/queue';
import type { Activities } from '../../workflows/activities-contract';
import { attemptWebhook } from './attempt';
import type { ActivityDeps } from '../deps';
import { withHeartbeat } from '../heartbeat';
import { nextTryOf } from '../next-try';
import { dueInQueue } from './due';

/** How long a drain begins new attempts, milliseconds: then another endpoint may have its place in the worker. */
const DRAIN_MS = 10_000;
/** When an event whose worker died during the attempt is due again, milliseconds: longer than an attempt and its record. */
const HELD_MS = 20_000;
const PAGE = 100;
/** Maximum number of events that may fail for a reason of ours, such as a missing key. After them the drain ends. */
const MOST_FAILED = 5;

/**
 * Attempts the events in an endpoint's queue that are due, in their order and a few at a time. Returns the milliseconds until
 * the next one is due, or null if none waits. One connection to the endpoint is left to new events.
 */
export function createDrainWebhooks(deps: ActivityDeps): Activities['drainWebhooks'] {
  return ({ endpointId }) =>
    withHeartbeat(async () => {
      const { webhookQueue } = deps.store;
      // From here on nothing wakes the workflow. What is queued meanwhile is read below.
      await webhookQueue.setDrain(endpointId, deps.store.now());
      await drain(deps, endpointId);
      for (let next = await webhookQueue.next(endpointId); ;) {
        const now = deps.store.now().getTime();
        const inMs = next && Math.max(0, next.getTime() - now);
        await webhookQueue.setDrain(endpointId, inMs === null ? null : new Date(now + inMs));
        // What was queued before that write did not wake the workflow.
        const last = await webhookQueue.next(endpointId);
        if (!last || (next && last >= next)) return inMs;
        next = last;
      }
    });
}

async function drain(deps: ActivityDeps, endpointId: string): Promise<void> {
  const { store, log, endpointConcurrency } = deps;
  const until = performance.now() + DRAIN_MS;
  const taken = new Set<string>();
  let failed = 0;

  async function* dueEvents(): AsyncGenerator<Waiting> {
    while (performance.now() < until) {
      const due = await store.webhookQueue.due(endpointId, store.now(), PAGE);
      const page = due.filter(({ _id }) => !taken.has(_id));
      if (page.length === 0) return;
      for (const waiting of page) {
        if (performance.now() >= until) return;
        taken.add(waiting._id);
        yield waiting;
      }
    }
  }

  const work = async (waiting: Waiting): Promise<void> => {
    await attempt(deps, waiting).catch(async (error: unknown) => {
      failed += 1;
      if (failed > MOST_FAILED) throw error;
      const next = nextTryOf(waiting.createdAt, store.now());
      log.warn(
        { err: error, eventId: waiting._id, notificationId: waiting.notificationId, next },
        'a webhook event could not be attempted',
      );
      await store.webhookQueue.postpone(waiting, next);
    });
    taken.delete(waiting._id);
  };
  await pMap(dueEvents(), work, { concurrency: Math.max(1, endpointConcurrency.atOnce - 1) });
}

async function attempt(deps: ActivityDeps, waiting: Waiting): Promise<void> {
  const { webhookQueue, notifications, now } = deps.store;
  const after = (ms: number): Date => new Date(now().getTime() + ms);
  const due = await dueInQueue(deps, waiting);
  if (due?.wait) {
    await webhookQueue.postpone(waiting, after(due.wait.inMs));
    return;
  }
  const attempted =
    due &&
    (await attemptWebhook(deps, due, {
      patient: true,
      begin: (begun) => webhookQueue.begin(waiting, begun, after(HELD_MS)),
    }));
  if (attempted && attempted.kind !== 'over') return;
  // An event that ended in another way may still be in the queue.
  if (!attempted) await webhookQueue.leave(waiting._id);
  await notifications.settleEvent(waiting.notificationId, waiting._id);
}
