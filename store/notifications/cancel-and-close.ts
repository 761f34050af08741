import { type NotificationStatus, finalStatus, isOpen, OPEN_STATUSES } from '../../core/shared/statuses';
import { dropped } from './content';
import { leftUnknown } from './interrupted';
import type { Notification, NotificationModel } from './model';

/** Ends that are no outcome of a send, a cancel and the end of a run: each is one conditional update. */
export interface CancelAndCloseStore {
  /**
   * Stops what is idle, or marks what is with a provider so that its outcome decides; `joined` where another cancel has
   * marked it already, which is the one that counts it.
   */
  cancel(id: string, at: Date): Promise<Cancelled>;
  /**
   * Ends a notification whose run is over; `ended` lets its messages say how. A claim that nobody will finish becomes an
   * attempt of unknown outcome. Null when it is gone.
   */
  close(id: string, as: 'stopped' | 'failed' | 'ended', end: Ending): Promise<NotificationStatus | null>;
}

export interface Ending {
  at: Date;
  /** Why it failed, where no message says so. */
  reason?: string;
}

export type Cancelled = 'stopped' | 'marked' | 'joined' | 'closed';

const open = { $in: [...OPEN_STATUSES] };
/** For what ends before a step was claimed. */
const outOfBacklog = { $unset: { backlogOf: 1 } };

export function createCancelAndCloseStore(model: NotificationModel): CancelAndCloseStore {
  const read = (id: string): Promise<Notification | null> => model.findById(id).lean<Notification>().exec();

  async function cancel(id: string, at: Date): Promise<Cancelled> {
    for (;;) {
      const stopped = await model.updateOne(
        { _id: id, status: open, inFlight: null },
        { $set: { status: 'stopped', completedAt: at, cancelPending: at }, ...outOfBacklog },
      );
      if (stopped.matchedCount > 0) return 'stopped';
      const marked = await model.updateOne(
        { _id: id, status: open, 'inFlight.marked': false },
        { $set: { 'inFlight.marked': true, cancelPending: at } },
      );
      if (marked.matchedCount > 0) return 'marked';
      const found = await read(id);
      if (!found || !isOpen(found.status)) return 'closed';
      if (found.inFlight?.marked) return 'joined';
    }
  }

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
      const { change, arrayFilters } = leftUnknown(found, status, at);
      const closed = await model.updateOne(
        { _id: id, status: open, ...inFlight },
        {
          $set: {
            status,
            completedAt: at,
            inFlight: null,
            ...dropped(found, status),
            ...(reason !== undefined && { failure: reason }),
          },
          ...outOfBacklog,
          ...change,
        },
        arrayFilters.length > 0 ? { arrayFilters } : {},
      );
      if (closed.matchedCount > 0) return status;
    }
  }

  return { cancel, close };
}
