import { heartbeat } from '@temporalio/activity';
import { receiptStateOf } from '../../core/receipts/state';
import {
  cancelWorkflow,
  signalReceipt,
  startBroadcast,
  startErasure,
  startJob,
} from '../../temporal/workflow-calls';
import type { Activities, SweepResult } from '../../workflows/activities-contract';
import { countSweep } from '../../telemetry/sweep-metrics';
import type { ActivityDeps } from '../deps';
import { countAudience } from './sweep-counts';
import { closeEnded, startMissing } from './sweep-executions';
import { endHolds, releaseResumed } from './sweep-holds';
import { finishOptOuts, finishPreferences } from './sweep-preferences';
import { settleForgottenShares } from './sweep-quotas';
import { repairSchedules } from './sweep-schedules';
import { type Round, type SweepDeps, createRound, later } from './sweep-round';
import { startPending } from './sweep-starts';
import { deliverDue, deliverForgotten, notifyOwners, wakeUndrained } from './sweep-webhooks';

const BATCH = 500;
/**
 * Maximum time of a part, milliseconds. All parts, with what they wait before and one that ends late, take less than the five
 * minutes of the activity.
 */
const PART_MS = 13_000;
/** Maximum time of the part that starts notifications, milliseconds. */
const STARTING_MS = 40_000;

/** Finishes what crashes and outages have left (docs/internals/maintenance.md, "The sweep"). */
export const createSweep =
  (deps: ActivityDeps): Activities['sweep'] =>
  () =>
    sweepOnce(deps, heartbeat);

/** Makes one round. Calls `alive` before each part and each item. */
export async function sweepOnce(deps: SweepDeps, alive: () => void): Promise<SweepResult> {
  const round = createRound(deps, alive);
  await round.part('cancels', PART_MS, () => cancel(round));
  await round.part('wake-ups', PART_MS, () => wake(round));
  await round.part('holds that end', PART_MS, () => endHolds(round));
  await round.part('releases', PART_MS, () => releaseResumed(round));
  await round.part('erasures', PART_MS, () => erase(round));
  await round.part('opt-outs', PART_MS, () => finishOptOuts(round));
  await round.part('preferences', PART_MS, () => finishPreferences(round));
  await round.part('quotas', PART_MS, () => settleForgottenShares(round));
  await round.part('starts', STARTING_MS, () => startPending(round));
  await round.part('jobs', PART_MS, () => continueJobs(round));
  await round.part('broadcasts', PART_MS, () => continueBroadcasts(round));
  await round.part('schedules', PART_MS, () => repairSchedules(round));
  await round.part('webhook events', PART_MS, () => deliverForgotten(round));
  await round.part('redeliveries', PART_MS, () => deliverDue(round));
  await round.part('webhook queues', PART_MS, () => wakeUndrained(round));
  await round.part('owners', PART_MS, () => notifyOwners(round));
  await round.part('ended executions', PART_MS, () => closeEnded(round));
  await round.part('missing executions', PART_MS, () => startMissing(round));
  await round.part('counts', PART_MS, () => countAudience(round));
  countSweep(round.result);
  return round.result;
}

/** Cancels the workflows of cancelled notifications, if that call is missing. */
async function cancel({ store: { notifications }, client, before, each }: Round): Promise<void> {
  await each(await notifications.pendingCancel(before, BATCH), {
    counts: 'cancelled',
    work: async ({ _id }) => {
      await cancelWorkflow(client, _id);
      await notifications.clearPendingCancel(_id);
    },
    again: {
      since: ({ completedAt, cancelPending }) => completedAt ?? cancelPending,
      postpone: notifications.postponeCancel,
    },
  });
}

/** Signals workflows whose receipt has come, if the API could not (`wakeWaiting` in `api/receipts`). */
async function wake({ store: { waits }, client, before, each }: Round): Promise<void> {
  await each(await waits.pendingWakes(before, BATCH), {
    counts: 'woken',
    work: async (waiting) => {
      const { _id, waitsFor, messages } = waiting;
      if (waitsFor !== undefined && receiptStateOf(waitsFor, messages) !== 'pending')
        await signalReceipt(client, _id);
      await waits.clearPendingWake(waiting);
    },
    again: { since: ({ startedAt }) => startedAt, postpone: waits.postponeWake },
  });
}

/** Starts erasures that were never started, or are lost. */
async function erase({ store: { contacts }, client, taskQueue, before, each }: Round): Promise<void> {
  await each(await contacts.erasing(before, BATCH), {
    counts: 'erasures',
    work: ({ _id }) => startErasure(client, taskQueue, _id),
    again: { since: ({ erasingSince }) => erasingSince, postpone: contacts.postponeErasure, next: later },
  });
}

/** Starts broadcasts that run and were never started, or are lost. */
async function continueBroadcasts({ store, client, taskQueue, before, each }: Round): Promise<void> {
  const { broadcasts } = store;
  await each(await broadcasts.pending(before, BATCH), {
    counts: 'broadcasts',
    work: (broadcast) => startBroadcast(client, taskQueue, broadcast),
    again: { since: ({ createdAt }) => createdAt, postpone: broadcasts.postpone, next: later },
  });
}

/** Starts jobs, imports and removals of topics that run and were never started, or are lost. */
async function continueJobs({ store, client, taskQueue, before, each }: Round): Promise<void> {
  const work = (job: { _id: string; applicationId: string }) => startJob(client, taskQueue, job);
  for (const { pending, postpone } of [store.jobs, store.topicImports])
    await each(await pending(before, BATCH), {
      counts: 'jobs',
      work,
      again: { since: ({ startedAt }) => startedAt, postpone, next: later },
    });
  await each(await store.topics.pending(before, BATCH), {
    counts: 'topics',
    work,
    again: { since: ({ removedAt }) => removedAt, postpone: store.topics.postpone, next: later },
  });
}
