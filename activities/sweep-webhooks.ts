import { searchableOf } from '../temporal/searchable-delivery';
import { startTellOwner, startWebhook } from '../temporal/workflow-calls';
import type { Untold } from '../store/notifications';
import type { Round } from './sweep-round';

const BATCH = 500;
/** Longer than the longest interval between two attempts: one that waits for its turn is not looked at each time. */
export const LOOK_AGAIN_MS = 3_600_000;

/** Older than any first attempt that is still waiting for its turn. */
const FORGOTTEN_AFTER_MS = 5 * 60_000;

const later = (): Date => new Date(Date.now() + LOOK_AGAIN_MS);

/** Starts the retries of webhook events whose notification's workflow ended without telling them. */
export async function tellForgotten({ store, client, taskQueue, each }: Round): Promise<void> {
  const { notifications } = store;
  const before = new Date(Date.now() - FORGOTTEN_AFTER_MS);
  const forgotten = await notifications.pendingTell(before, BATCH);
  const postpone = ({ _id, untoldSince }: Untold, until: Date) =>
    notifications.postpone(_id, 'untoldSince', untoldSince, until);
  await each(forgotten, {
    counts: 'told',
    work: async (notification) => {
      const { _id: notificationId, untold } = notification;
      // The others may still be told by the notification's own workflow.
      const isHastened = notification.untoldSince.getTime() === 0;
      for (const eventId of isHastened ? untoldReceipts(notification) : untold)
        await startWebhook(client, taskQueue, notification, { eventId, notificationId, attemptsMade: 0 });
      // What a dead endpoint holds up for hours must not stand before what others have forgotten.
      await postpone(notification, isHastened ? new Date() : later());
    },
    again: { since: ({ startedAt }) => startedAt, postpone },
  });
}

/** Those of the untold events that no workflow but their own tells. */
const untoldReceipts = ({ untold, messages }: Untold): string[] =>
  messages
    .flatMap(({ events }) => events)
    .filter(({ id, byReceipt }) => byReceipt && untold.includes(id))
    .map(({ id }) => id);

/** Starts redeliveries and test events whose workflow was never started, or was lost. */
export async function tellDue({ store, client, taskQueue, before, each }: Round): Promise<void> {
  const { webhookEvents } = store;
  await each(await webhookEvents.due(before, BATCH), {
    counts: 'redelivered',
    work: async (delivery) => {
      const { _id: eventId, notificationId } = delivery;
      const input = { eventId, notificationId, attemptsMade: 0 };
      await startWebhook(client, taskQueue, searchableOf(delivery), input);
      await webhookEvents.postpone(delivery, later());
    },
    again: { since: ({ dueAt }) => dueAt ?? before, postpone: webhookEvents.postpone },
  });
}

/** Has the owners told whose endpoint was switched off and who were not told yet. */
export async function tellOwners({ store, client, taskQueue, before, each }: Round): Promise<void> {
  const { webhookHealth } = store;
  await each(await webhookHealth.untold(before, BATCH), {
    counts: 'owners',
    work: async (endpoint) => {
      await startTellOwner(client, taskQueue, { endpointId: endpoint._id });
      await webhookHealth.postpone(endpoint, later());
    },
    again: { since: ({ switchedOff }) => switchedOff.at, postpone: webhookHealth.postpone },
  });
}
