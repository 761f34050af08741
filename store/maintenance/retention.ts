import type mongoose from 'mongoose';
import { CLOSED_STATUSES } from '../../core/shared/statuses';
import type { Batch } from '../notifications/batches';
import type { DigestWindow } from '../digests/digests';
import { inSlices } from './in-slices';
import type { InboxEntry } from '../sending/inbox';
import type { Notification } from '../notifications/model';
import { BY_ID, removeSome } from './remove-some';
import type { WebhookDelivery } from '../webhooks/deliveries';

/** Removing what has been kept long enough, some at a time; each gives how many documents it dealt with. */
export interface RetentionStore {
  /** Payload, rendered and captured content of notifications that ended before `before`. */
  removeContent(applicationId: string, before: Date, limit: number): Promise<number>;
  /** Notifications without content that ended before `before`, and their webhook deliveries. */
  removeNotifications(applicationId: string, before: Date, limit: number): Promise<number>;
  /**
   * What arrays share, made after `after` and before `before`, that no notification needs any more. `looked` is how
   * many there were to look at, `last` when the last of these was made.
   */
  removeBatches(
    applicationId: string,
    between: { after: Date; before: Date },
    limit: number,
  ): Promise<{ removed: number; looked: number; last: Date }>;
  /** Webhook deliveries of events before `before` that are over. */
  removeWebhookDeliveries(before: Date, limit: number): Promise<number>;
  /** Windows of digests that closed before `before`. */
  removeDigests(before: Date, limit: number): Promise<number>;
  /** Idempotency reservations, quota counters or counts of the rate limits whose time was over before `before`. */
  removeExpired(what: Expiring, before: Date, limit: number): Promise<number>;
}

export type Expiring = 'reservations' | 'quotas' | 'rate_limits';

interface Expires {
  expiresAt: Date;
  expire: Date;
}

/** Over, and nothing left that the sweep has to tell Temporal or an endpoint. */
const over = {
  status: { $in: [...CLOSED_STATUSES] },
  untoldSince: { $exists: false },
  cancelPending: { $exists: false },
};

/** Made after the models of all other repositories. */
export function createRetentionStore(connection: mongoose.Connection): RetentionStore {
  const notifications = connection.model<Notification>('Notification');
  const inbox = connection.model<InboxEntry & { _id: string }>('InboxEntry');
  const batches = connection.model<Batch>('Batch');
  const deliveries = connection.model<WebhookDelivery>('WebhookDelivery');
  const digests = connection.model<DigestWindow>('Digest');
  const expiring = {
    reservations: { model: connection.model<Expires>('Reservation'), field: 'expiresAt' },
    quotas: { model: connection.model<Expires>('Quota'), field: 'expiresAt' },
    rate_limits: { model: connection.model<Expires>('RateLimit'), field: 'expire' },
  };

  return {
    removeContent: async (applicationId, before, limit) => {
      const found = await notifications
        .find({ applicationId, contentRemoved: null, completedAt: { $lt: before }, ...over })
        .select({ 'messages.id': 1 })
        .limit(limit)
        .lean<Pick<Notification, '_id' | 'messages'>[]>()
        .exec();
      await inSlices(found, async (slice) => {
        // The notification last: until then a next pass finds it again.
        await inbox.deleteMany({
          _id: { $in: slice.flatMap(({ messages }) => messages.map(({ id }) => id)) },
        });
        await notifications.updateMany(
          { _id: { $in: slice.map(({ _id }) => _id) }, completedAt: { $lt: before }, ...over },
          { $set: { contentRemoved: true, payload: null, overrides: null, 'messages.$[].rendered': null } },
          BY_ID,
        );
      });
      return found.length;
    },
    removeNotifications: async (applicationId, before, limit) => {
      const filter = { applicationId, contentRemoved: true as const, completedAt: { $lt: before }, ...over };
      const found = await notifications
        .find(filter, { _id: 1 })
        .limit(limit)
        .lean<{ _id: string }[]>()
        .exec();
      await inSlices(found, async (slice) => {
        const ids = { $in: slice.map(({ _id }) => _id) };
        await deliveries.deleteMany({ notificationId: ids });
        await notifications.deleteMany({ ...filter, _id: ids }, BY_ID);
      });
      return found.length;
    },
    removeBatches: async (applicationId, { after, before }, limit) => {
      const found = await batches
        .find({ applicationId, createdAt: { $gt: after, $lt: before } }, { createdAt: 1 })
        .sort({ createdAt: 1 })
        .limit(limit)
        .lean<Batch[]>()
        .exec();
      const batchId = { $in: found.map(({ _id }) => _id) };
      const used = new Set(await notifications.distinct('batchId', { batchId, contentRemoved: null }));
      const unused = found.filter(({ _id }) => !used.has(_id)).map(({ _id }) => _id);
      if (unused.length > 0) await batches.deleteMany({ _id: { $in: unused } });
      return { removed: unused.length, looked: found.length, last: found.at(-1)?.createdAt ?? before };
    },
    removeWebhookDeliveries: (before, limit) =>
      removeSome(deliveries, { createdAt: { $lt: before }, status: { $ne: 'pending' } }, limit),
    removeDigests: (before, limit) => removeSome(digests, { closesAt: { $lt: before } }, limit),
    removeExpired: (what, before, limit) => {
      const { model, field } = expiring[what];
      return removeSome(model, { [field]: { $lt: before } }, limit);
    },
  };
}
