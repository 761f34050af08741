import { searchableOf } from '../../temporal/searchable-delivery';
import { startNotifyOwner, startWebhook, wakeEndpoint } from '../../temporal/workflow-calls';
import { idsOf } from '../../store/queries';
import type { WithUndelivered } from '../../store/notifications/notifications';
import type { DeliveryState } from '../../store/webhooks/deliveries';
import { type Round, later } from './sweep-round';

const BATCH = 500;
/** Age of a forgotten event, milliseconds: older than any first attempt that still waits, and longer than a drain. */
const FORGOTTEN_AFTER_MS = 5 * 60_000;

const longAgo = (): Date => new Date(Date.now() - FORGOTTEN_AFTER_MS);

/** Starts the delivery of webhook events whose notification's workflow has ended without it. Those in a queue only wait. */
export async function deliverForgotten(round: Round): Promise<void> {
  const { store, client, taskQueue, each } = round;
  const { notifications, webhookDeliveries } = store;
  const before = longAgo();
  const find = () => notifications.undelivered(before, BATCH);
  await inPages(round, find, async (found) => {
    const known = await webhookDeliveries.statesOf(found.flatMap(({ untold }) => untold));
    const states = new Map(known.map((state) => [state._id, state]));
    const waits = found.filter(
      (one) => !isHastened(one) && one.untold.every((id) => states.get(id)?.queued !== undefined),
    );
    await wakeOverdue(round, known);
    await notifications.postponeDeliveries(idsOf(waits), before, later());
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
      },
      again: {
        since: ({ startedAt }) => startedAt,
        postpone: notifications.postponeDelivery,
        next: (notification) => (isHastened(notification) ? new Date() : later()),
      },
    });
  });
}

const isHastened = ({ untoldSince }: WithUndelivered): boolean => untoldSince.getTime() === 0;

/** Does `work` page by page, until a page is not full or the time of the part is over. */
async function inPages<T>(round: Round, find: () => Promise<T[]>, work: (found: T[]) => Promise<void>) {
  let found: T[];
  do {
    found = await find();
    await work(found);
  } while (found.length === BATCH && !round.isOver());
}

/** Wakes the workflows of endpoints with events that were due long ago: one may be lost, or was never started. */
async function wakeOverdue(round: Round, events: Pick<DeliveryState, 'queued'>[]): Promise<void> {
  const before = longAgo();
  const overdue = events.flatMap(({ queued }) => (queued && queued.dueAt < before ? queued.endpointId : []));
  const endpoints = [...new Set(overdue)].map((_id) => ({ _id }));
  await round.each(endpoints, { counts: 'drained', work: (endpoint) => wakeNow(round, endpoint) });
}

const wakeNow = ({ client, taskQueue }: Round, { _id }: { _id: string }): Promise<void> =>
  wakeEndpoint(client, taskQueue, _id, new Date());

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
  const find = () => webhookEvents.due(before, BATCH);
  await inPages(round, find, async (found) => {
    const waits = found.filter(({ queued }) => queued !== undefined);
    await wakeOverdue(round, waits);
    await webhookEvents.postponeAll(idsOf(waits), before, later());
    const lost = found.filter(({ queued }) => queued === undefined);
    await each(lost, {
      counts: 'redelivered',
      work: (delivery) => {
        const { _id: eventId, notificationId } = delivery;
        const input = { eventId, notificationId, attemptsMade: 0 };
        return startWebhook(client, taskQueue, searchableOf(delivery), input);
      },
      again: { since: ({ dueAt }) => dueAt ?? before, postpone: webhookEvents.postpone, next: later },
    });
  });
}

/** Wakes the workflows of endpoints whose queue is overdue: the workflow is lost, or was not woken. */
export async function wakeUndrained(round: Round): Promise<void> {
  const { webhookQueue } = round.store;
  await round.each(await webhookQueue.undrained(longAgo(), BATCH), {
    counts: 'drained',
    work: (endpoint) => wakeNow(round, endpoint),
    again: {
      since: ({ drainsAt }) => drainsAt,
      postpone: webhookQueue.restarted,
      next: () => new Date(),
    },
  });
}

/** Starts the notices to owners whose endpoint was switched off and who were not notified yet. */
export async function notifyOwners({ store, client, taskQueue, before, each }: Round): Promise<void> {
  const { webhookHealth } = store;
  await each(await webhookHealth.pendingNotices(before, BATCH), {
    counts: 'owners',
    work: ({ _id: endpointId }) => startNotifyOwner(client, taskQueue, { endpointId }),
    again: { since: ({ switchedOff }) => switchedOff.at, postpone: webhookHealth.postpone, next: later },
  });
}
