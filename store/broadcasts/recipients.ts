import { SKIP_CODES } from '../../core/broadcasts/broadcast';
import type { RecipientTally } from '../../core/broadcasts/counts';
import { failureKey } from '../../core/sending/failure-keys';
import { type Notification, type NotificationModel, open } from '../notifications/model';
import { idsOf } from '../queries';

const keyOf = (code: string): string | null => failureKey({ errorCode: code });

/** The notifications of broadcasts. */
export function createBroadcastRecipientStore(model: NotificationModel) {
  const count = (broadcastId: string, filter: Record<string, unknown>): Promise<number> =>
    model.countDocuments({ batchId: broadcastId, ofBroadcast: true, ...filter }).exec();
  return {
    /** Counts the notifications of a broadcast. It reads as many entries of an index as it has notifications, some times. */
    tally: async (broadcastId: string): Promise<RecipientTally> => {
      const [made, waiting, sent, delivered, cancelled, ...skips] = await Promise.all([
        count(broadcastId, {}),
        count(broadcastId, { status: open }),
        count(broadcastId, { status: 'completed' }),
        count(broadcastId, { status: 'completed', 'messages.status': 'delivered' }),
        count(broadcastId, { status: 'stopped' }),
        // Who has several is counted by the first.
        ...SKIP_CODES.map((code, at) =>
          count(broadcastId, {
            status: 'failed',
            failures: { $eq: keyOf(code), $nin: SKIP_CODES.slice(0, at).map(keyOf) },
          }),
        ),
      ]);
      const skipped = Object.fromEntries(
        SKIP_CODES.flatMap((code, at) => (skips[at] ? [[code, skips[at]]] : [])),
      );
      const all = skips.reduce((sum, one) => sum + one, 0);
      const failed = Math.max(0, made - waiting - sent - cancelled - all);
      return { made, waiting, sent, delivered, failed, skipped, cancelled };
    },
    /** Returns those of the ids that are open and have no workflow. */
    unstarted: (ids: string[]): Promise<Notification[]> =>
      model
        .find({ _id: { $in: ids }, status: open, startPending: { $exists: true } })
        .lean<Notification[]>()
        .exec(),
    /** Returns the ids of some that are open, for a cancel. */
    open: async (broadcastId: string, limit: number): Promise<string[]> =>
      idsOf(
        await model
          .find({ batchId: broadcastId, ofBroadcast: true, status: open }, { _id: 1 })
          .limit(limit)
          .lean(),
      ),
  };
}
