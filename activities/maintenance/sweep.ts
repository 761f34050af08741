import { heartbeat } from '@temporalio/activity';
import { receiptStateOf } from '../../core/receipts/state';
import { cancelWorkflow, signalReceipt, startErasure } from '../../temporal/workflow-calls';
import type { SweepResult } from '../../workflows/activities-contract';
import type { ActivityDeps } from '../deps';
import { closeEnded, startMissing } from './sweep-executions';
import { settleForgottenShares } from './sweep-quotas';
import { type Round, type SweepDeps, createRound } from './sweep-round';
import { startPending } from './sweep-starts';
import { LOOK_AGAIN_MS, deliverDue, deliverForgotten, notifyOwners, wakeUndrained } from './sweep-webhooks';

const BATCH = 500;
/** How long a part may take, milliseconds; all of them together less than the activity. */
const PART_MS = 15_000;
/** The same of starting what has no workflow. */
const STARTING_MS = 40_000;

/** Finishes what crashes and outages left behind (docs/internals/maintenance.md, "The sweep"). */
export function createSweep(deps: ActivityDeps) {
  return (): Promise<SweepResult> => sweepOnce(deps, heartbeat);
}

/** One round; `alive` is called all the time. */
export async function sweepOnce(deps: SweepDeps, alive: () => void): Promise<SweepResult> {
  const round = createRound(deps, alive);
  await round.part('cancels', PART_MS, () => cancel(round));
  await round.part('wake-ups', PART_MS, () => wake(round));
  await round.part('erasures', PART_MS, () => erase(round));
  await round.part('quotas', PART_MS, () => settleForgottenShares(round));
  await round.part('starts', STARTING_MS, () => startPending(round));
  await round.part('webhook events', PART_MS, () => deliverForgotten(round));
  await round.part('redeliveries', PART_MS, () => deliverDue(round));
  await round.part('webhook queues', PART_MS, () => wakeUndrained(round));
  await round.part('owners', PART_MS, () => notifyOwners(round));
  await round.part('ended executions', PART_MS, () => closeEnded(round));
  await round.part('missing executions', PART_MS, () => startMissing(round));
  return round.result();
}

/** Tells Temporal of cancels that it has not heard of. */
async function cancel({ store: { notifications }, client, before, each }: Round): Promise<void> {
  await each(await notifications.pendingCancel(before, BATCH), {
    counts: 'cancelled',
    work: async ({ _id }) => {
      await cancelWorkflow(client, _id);
      await notifications.clearPendingCancel(_id);
    },
    again: {
      since: ({ completedAt, cancelPending }) => completedAt ?? cancelPending,
      postpone: ({ _id, cancelPending }, until) =>
        notifications.postpone(_id, 'cancelPending', cancelPending, until),
    },
  });
}

/** Tells workflows of receipts that they wait for, if those decide (`wakeWaiting` of the API). */
async function wake({ store: { notifications, waits }, client, before, each }: Round): Promise<void> {
  await each(await waits.pendingWakes(before, BATCH), {
    counts: 'woken',
    work: async (waiting) => {
      const { _id, waitsFor, messages } = waiting;
      if (waitsFor !== undefined && receiptStateOf(waitsFor, messages) !== 'pending')
        await signalReceipt(client, _id);
      await waits.clearPendingWake(waiting);
    },
    again: {
      since: ({ startedAt }) => startedAt,
      postpone: ({ _id, wakePending }, until) =>
        notifications.postpone(_id, 'wakePending', wakePending, until),
    },
  });
}

/** Starts erasures that were never started, or were lost. */
async function erase({ store: { contacts }, client, taskQueue, before, each }: Round): Promise<void> {
  await each(await contacts.erasing(before, BATCH), {
    counts: 'erasures',
    work: async (erasing) => {
      await startErasure(client, taskQueue, erasing._id);
      // One that takes long is not started each time.
      await contacts.postponeErasure(erasing, new Date(Date.now() + LOOK_AGAIN_MS));
    },
    again: {
      since: ({ erasingSince }) => erasingSince,
      postpone: (erasing, until) => contacts.postponeErasure(erasing, until),
    },
  });
}
