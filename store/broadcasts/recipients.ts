import { SKIP_CODES, type SkipCode } from '../../core/broadcasts/broadcast';
import { failureKey } from '../../core/sending/failure-keys';
import { type NotificationModel, open } from '../notifications/model';
import { idsOf } from '../queries';

/** What became of the notifications of a broadcast. All but `delivered` add up to `made`. */
export interface RecipientTally {
  made: number;
  waiting: number;
  /** Those whose message a provider has accepted. */
  sent: number;
  /** Of `sent`: those that a receipt confirms. */
  delivered: number;
  failed: number;
  skipped: Partial<Record<SkipCode, number>>;
  cancelled: number;
}

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
        ...SKIP_CODES.map((code) =>
          count(broadcastId, { status: 'failed', failures: failureKey({ errorCode: code }) }),
        ),
      ]);
      const skipped = Object.fromEntries(
        SKIP_CODES.flatMap((code, at) => (skips[at] ? [[code, skips[at]]] : [])),
      );
      const all = skips.reduce((sum, one) => sum + one, 0);
      const failed = Math.max(0, made - waiting - sent - cancelled - all);
      return { made, waiting, sent, delivered, failed, skipped, cancelled };
    },
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
