import { type NotificationStatus, finalStatus, isOpen } from '../../core/shared/statuses';
import { dropped } from './content';
import { leftUnknown } from './interrupted';
import { notRepeated } from './not-repeated';
import type { QuotaStore } from '../sending/quotas';
import { type Notification, type NotificationModel, open } from './model';
import { hasUsed, numbersOf } from './warm-up-numbers';

export interface Ending {
  at: Date;
  /** Why it failed, if no message says so. */
  reason?: string;
}

/**
 * Matches a notification whose messages still decide its final status as when they were read: a receipt may prove now that one
 * was sent, and a deposed primary may have shown fewer. What was sent stays sent.
 */
const decidesSo = ({ messages }: Notification): Record<string, unknown> => {
  if (messages.length === 0) return { messages: { $size: 0 } };
  return finalStatus(messages) === 'failed'
    ? { messages: { $not: { $elemMatch: { sentAt: { $ne: null } } } } }
    : {};
};

export type Cancelled = 'stopped' | 'marked' | 'joined' | 'closed';

/** Removes what ends from the backlog, from what waits for a provider, and from what is held. */
const outOfBacklog = {
  $unset: { backlogOf: 1, failingAt: 1, held: 1, paused: 1, releasePending: 1, releasedPause: 1 },
};

/** The cancel, and the end of a run: the ends that are no outcome of a send. Each is one conditional update. */
export function createCancelAndCloseStore(model: NotificationModel, quotas: Pick<QuotaStore, 'reduce'>) {
  const read = (id: string): Promise<Notification | null> => model.findById(id).lean<Notification>().exec();

  /**
   * Stops an idle notification (`stopped`), or marks one that a provider has, so that its outcome decides (`marked`).
   * `joined`: another cancel has already marked it, and counts it. `closed`: it has ended or was removed. `by` says who
   * cancels. What is stopped gives back the numbers of warm-ups that nothing was sent with.
   */
  async function cancel(id: string, at: Date, by?: string): Promise<Cancelled> {
    const who = by === undefined ? {} : { cancelledBy: by };
    for (;;) {
      const stopped = await model
        .findOneAndUpdate(
          { _id: id, status: open, inFlight: null },
          { $set: { status: 'stopped', completedAt: at, cancelPending: at, ...who }, ...outOfBacklog },
          { projection: { 'messages.warmUp': 1, 'messages.attempts': 1, 'messages.status': 1 } },
        )
        .lean<Pick<Notification, 'messages'>>()
        .exec();
      if (stopped) {
        await giveBack(stopped);
        return 'stopped';
      }
      const marked = await model.updateOne(
        { _id: id, status: open, 'inFlight.marked': false },
        { $set: { 'inFlight.marked': true, cancelPending: at, ...who } },
      );
      if (marked.matchedCount > 0) return 'marked';
      const found = await read(id);
      if (!found || !isOpen(found.status)) return 'closed';
      if (found.inFlight?.marked) return 'joined';
    }
  }

  /** Gives back what a notification has of warm-ups, once: only one update stops it. If it fails, the day counts a message too many. */
  async function giveBack({ messages }: Pick<Notification, 'messages'>): Promise<void> {
    // Without an attempt, a message may be settled by a receipt. Then its numbers are used.
    const queued = messages.filter(({ status }) => status === 'queued');
    const unused = queued.flatMap((message) =>
      numbersOf(message).filter((dayId) => !hasUsed(message.attempts, dayId)),
    );
    for (const dayId of unused) await quotas.reduce(dayId, 1).catch(() => undefined);
  }

  /**
   * Ends a notification whose run has ended; with `ended` the status follows from its messages. A claim without an outcome
   * becomes an attempt of unknown outcome. Null if the notification was removed.
   */
  async function close(
    id: string,
    as: 'stopped' | 'failed' | 'ended',
    { at, reason }: Ending,
  ): Promise<NotificationStatus | null> {
    for (;;) {
      const found = await read(id);
      if (!found || !isOpen(found.status)) return found?.status ?? null;
      const ended = found.inFlight?.marked ? 'stopped' : finalStatus(found.messages);
      const status = as === 'ended' ? ended : as;
      const inFlight = found.inFlight ? { 'inFlight.token': found.inFlight.token } : { inFlight: null };
      const unknown = leftUnknown(found, status, at);
      const unrepeated = notRepeated(found, status);
      const keys = [...unknown.keys, ...unrepeated.keys];
      const arrayFilters = [...unknown.arrayFilters, ...unrepeated.arrayFilters];
      const closed = await model.updateOne(
        { _id: id, status: open, ...inFlight, ...(as === 'ended' && decidesSo(found)) },
        {
          $set: {
            status,
            completedAt: at,
            inFlight: null,
            ...{ ...dropped(found, status), ...unrepeated.set },
            ...(reason !== undefined && { failure: reason }),
          },
          ...outOfBacklog,
          ...unknown.change,
          ...(keys.length > 0 && { $addToSet: { failures: { $each: keys } } }),
        },
        arrayFilters.length > 0 ? { arrayFilters } : {},
      );
      if (closed.matchedCount > 0) return status;
    }
  }

  return { cancel, close };
}
