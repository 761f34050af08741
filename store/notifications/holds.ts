import type { Pause } from '../../core/sending/pauses';
import { hasMatched, pendingBy } from '../queries';
import { type Notification, type NotificationModel, open } from './model';

/** A held notification, as its release needs it. */
export type HeldOne = Required<Pick<Notification, '_id' | 'held'>> & {
  messages: Pick<Notification['messages'][number], 'id' | 'retriedUntil'>[];
};

/** A notification whose own pause is over, and whose workflow may not know it. */
export type PendingRelease = Pick<Notification, '_id' | 'startedAt' | 'releasedPause'> & {
  releasePending: Date;
};

/** Held notifications that a count counts. */
export const MOST_COUNTED_HELD = 10_000;

const HELD_ONE = { held: 1, 'messages.id': 1, 'messages.retriedUntil': 1 };

/** What holds notifications, and their release. */
export function createHoldStore(model: NotificationModel) {
  const releases = pendingBy<Notification, PendingRelease>(model, 'releasePending', {
    ...{ releasePending: 1, releasedPause: 1, startedAt: 1 },
  });
  return {
    /** Returns what a pause holds, oldest first. With `until` only what fell due by then. */
    heldBy: (of: string, { until, limit }: { until?: Date; limit: number }) =>
      model
        .find({ 'held.by': of, ...(until && { 'held.dueAt': { $lte: until } }) }, HELD_ONE)
        .sort({ 'held.dueAt': 1, _id: 1 })
        .limit(limit)
        .lean<HeldOne[]>()
        .exec(),
    /** Returns how many a pause holds, `most` at most. It counts a range of an index. */
    count: (of: string, most = MOST_COUNTED_HELD) =>
      model.countDocuments({ 'held.by': of }).limit(most).exec(),
    /** Records that some were signalled. A mark that was made since then stays. */
    released: async (all: readonly HeldOne[], at: Date) => {
      if (all.length === 0) return;
      await model.bulkWrite(all.flatMap((one) => releaseOf(one, at)) as never, { ordered: false });
    },
    /** Pauses one open notification, unless it is paused. Returns false if nothing changed. `job` is the job that does it. */
    pause: (_id: string, pause: Pause, job?: string) =>
      hasMatched(
        model.updateOne(
          { _id, status: open, paused: null },
          { $set: { paused: pause, ...(job !== undefined && { pauseJob: job }) } },
        ),
      ),
    /** Ends the pause of one notification. If it returns true, its workflow has to be signalled. */
    resume: (_id: string, pause: Pause, at: Date, job?: string) =>
      hasMatched(
        model.updateOne(
          { _id, 'paused.id': pause.id },
          {
            $unset: { paused: 1 },
            $set: {
              ...{ releasePending: at, releasedPause: pause.id },
              ...(job !== undefined && { pauseJob: job }),
            },
          },
        ),
      ),
    /** Returns the notifications that were resumed before `before` and may wait for the signal, oldest first. */
    pendingReleases: releases.due,
    /** Postpones the sweep's next attempt at a signal. */
    postponeRelease: releases.postpone,
    /** Records that a notification was signalled after its own pause. */
    clearPendingRelease: async ({ _id, releasedPause }: Pick<Notification, '_id' | 'releasedPause'>) => {
      await model.updateOne({ _id, releasedPause }, { $unset: { releasePending: 1, releasedPause: 1 } });
    },
  };
}

/** Returns the updates that end a hold: the mark, if it is still this one, and its record in the message. */
function releaseOf({ _id, held, messages }: HeldOne, at: Date): object[] {
  const until = messages.find(({ id }) => id === held.messageId)?.retriedUntil?.getTime();
  const later = until === undefined ? until : new Date(until + at.getTime() - held.from.getTime());
  return [
    {
      updateOne: {
        filter: { _id, 'held.at': held.at, 'held.messageId': held.messageId },
        update: { $unset: { held: 1 } },
      },
    },
    {
      updateOne: {
        filter: { _id, 'messages.id': held.messageId },
        update: {
          $set: {
            'messages.$[m].holds.$[h].until': at,
            ...(later && { 'messages.$[m].retriedUntil': later }),
          },
        },
        arrayFilters: [{ 'm.id': held.messageId }, { 'h.at': held.at, 'h.until': null }],
      },
    },
  ];
}
