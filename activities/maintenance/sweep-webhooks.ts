import { searchableOf } from '../../temporal/searchable-delivery';
import { startNotifyOwner, startWebhook, wakeEndpoint } from '../../temporal/workflow-calls';
import type { WithUndelivered } from '../../store/notifications/notifications';
import type { DeliveryState } from '../../store/webhooks/deliveries';
import type { Redelivered } from '../../store/webhooks/events';
import type { Round } from './sweep-round';

const BATCH = 500;
/** Delay before the next check, milliseconds: more than the longest interval between two attempts. */
export const LOOK_AGAIN_MS = 3_600_000;

/** Age of a forgotten event, milliseconds: older than any first attempt that still waits, and longer than a drain. */
const FORGOTTEN_AFTER_MS = 5 * 60_000;

const later = (): Date => new Date(Date.now() + LOOK_AGAIN_MS);

/** Starts the delivery of webhook events whose notification's workflow has ended without it. Those in a queue only wait. */
export async function deliverForgotten(round: Round): Promise<void> {
  const { store, client, taskQueue, each } = round;
  const { notifications } = store;
  const before = new Date(Date.now() - FORGOTTEN_AFTER_MS);
  const postpone = ({ _id, untoldSince }: WithUndelivered, until: Date) =>
    notifications.postpone(_id, 'untoldSince', untoldSince, until);
  let found: WithUndelivered[];
  do {
    found = await notifications.undelivered(before, BATCH);
    const states = await statesOf(round, found);
    const waits = found.filter(
      (one) => !isHastened(one) && one.untold.every((id) => states.get(id)?.queued !== undefined),
    );
    await wakeOverdue(round, [...states.values()], before);
    await notifications.postponeDelivery(idsOf(waits), before, later());
    const forgotten = found.filter((one) => !waits.includes(one));
    await each(forgotten, {
      counts: 'told',
      work: async (notification) => {
        const { _id: notificationId, untold } = notification;
        // The notification's own workflow may still deliver the others.
        for (const eventId of isHastened(notification) ? undeliveredReceipts(notification) : untold) {
          const state = states.get(eventId);
          // Its worker died after the delivery, before it removed the event from the notification's list.
          if (state && state.status !== 'pending') await notifications.settleEvent(notificationId, eventId);
          else if (!state?.queued)
            await startWebhook(client, taskQueue, notification, { eventId, notificationId, attemptsMade: 0 });
        }
        await postpone(notification, isHastened(notification) ? new Date() : later());
      },
      again: { since: ({ startedAt }) => startedAt, postpone },
    });
  } while (found.length === BATCH && Date.now() < round.until());
}

const isHastened = ({ untoldSince }: WithUndelivered): boolean => untoldSince.getTime() === 0;
const idsOf = (documents: { _id: string }[]): string[] => documents.map(({ _id }) => _id);

/** Returns the states of the undelivered events of notifications, by id. */
async function statesOf({ store }: Round, found: WithUndelivered[]): Promise<Map<string, DeliveryState>> {
  if (found.length === 0) return new Map();
  const states = await store.webhookDeliveries.statesOf(found.flatMap(({ untold }) => untold));
  return new Map(states.map((state) => [state._id, state]));
}

/** Wakes the workflows of endpoints with events that were due before `before`: one may be lost, or was never started. */
async function wakeOverdue(
  { client, taskQueue, each }: Round,
  events: Pick<DeliveryState, 'queued'>[],
  before: Date,
): Promise<void> {
  const overdue = new Map<string, Date>();
  for (const { queued } of events)
    if (queued && queued.dueAt < before) overdue.set(queued.endpointId, queued.dueAt);
  const endpoints = [...overdue].map(([_id, dueAt]) => ({ _id, dueAt }));
  const work = ({ _id, dueAt }: { _id: string; dueAt: Date }) => wakeEndpoint(client, taskQueue, _id, dueAt);
  await each(endpoints, { counts: 'drained', work });
}

/** Returns the undelivered events of receipts, which the notification's workflow does not deliver. */
const undeliveredReceipts = ({ untold, messages }: WithUndelivered): string[] =>
  messages
    .flatMap(({ events }) => events)
    .filter(({ id, byReceipt }) => byReceipt && untold.includes(id))
    .map(({ id }) => id);

/** Starts redeliveries and test events whose workflow was never started, or is lost. Those in a queue only wait. */
export async function deliverDue(round: Round): Promise<void> {
  const { store, client, taskQueue, before, each } = round;
  const { webhookEvents } = store;
  let found: Redelivered[];
  do {
    found = await webhookEvents.due(before, BATCH);
    const waits = found.filter(({ queued }) => queued !== undefined);
    await wakeOverdue(round, waits, new Date(Date.now() - FORGOTTEN_AFTER_MS));
    await webhookEvents.postponeAll(idsOf(waits), before, later());
    const lost = found.filter(({ queued }) => queued === undefined);
    await each(lost, {
      counts: 'redelivered',
      work: async (delivery) => {
        const { _id: eventId, notificationId } = delivery;
        const input = { eventId, notificationId, attemptsMade: 0 };
        await startWebhook(client, taskQueue, searchableOf(delivery), input);
        await webhookEvents.postpone(delivery, later());
      },
      again: { since: ({ dueAt }) => dueAt ?? before, postpone: webhookEvents.postpone },
    });
  } while (found.length === BATCH && Date.now() < round.until());
}

/** Wakes the workflows of endpoints whose queue is overdue: the workflow is lost, or was not woken. */
export async function wakeUndrained({ store, client, taskQueue, each }: Round): Promise<void> {
  const { webhookQueue } = store;
  const before = new Date(Date.now() - FORGOTTEN_AFTER_MS);
  await each(await webhookQueue.undrained(before, BATCH), {
    counts: 'drained',
    work: async (endpoint) => {
      const now = new Date();
      await wakeEndpoint(client, taskQueue, endpoint._id, now);
      await webhookQueue.restarted(endpoint, now);
    },
    again: { since: ({ drainsAt }) => drainsAt, postpone: webhookQueue.restarted },
  });
}

/** Starts the notices to owners whose endpoint was switched off and who were not notified yet. */
export async function notifyOwners({ store, client, taskQueue, before, each }: Round): Promise<void> {
  const { webhookHealth } = store;
  await each(await webhookHealth.pendingNotices(before, BATCH), {
    counts: 'owners',
    work: async (endpoint) => {
      await startNotifyOwner(client, taskQueue, { endpointId: endpoint._id });
      await webhookHealth.postpone(endpoint, later());
    },
    again: { since: ({ switchedOff }) => switchedOff.at, postpone: webhookHealth.postpone },
  });
}
