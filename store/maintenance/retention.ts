import type mongoose from 'mongoose';
import { CLOSED_STATUSES } from '../../core/shared/statuses';
import { isLive } from '../../core/broadcasts/broadcast';
import type { Broadcast } from '../broadcasts/broadcasts';
import type { Batch } from '../notifications/batches';
import type { DigestWindow } from '../digests/digests';
import type { InboxEntry } from '../sending/inbox';
import type { Notification } from '../notifications/model';
import { BY_ID, forSome, removeSome } from './remove-some';
import type { WebhookDelivery } from '../webhooks/deliveries';

export type Expiring = 'reservations' | 'quotas' | 'rate_limits';

interface Expires {
  _id: string;
  expiresAt: Date;
  expire: Date;
}

/** Ended, and with nothing left that the sweep has to deliver to Temporal or an endpoint. */
const over = {
  status: { $in: [...CLOSED_STATUSES] },
  untoldSince: { $exists: false },
  cancelPending: { $exists: false },
};

/** Removes what has been kept long enough, a limited number at a time. Needs the models of all other repositories. */
export function createRetentionStore(connection: mongoose.Connection) {
  const notifications = connection.model<Notification>('Notification');
  const inbox = connection.model<InboxEntry & { _id: string }>('InboxEntry');
  const batches = connection.model<Batch>('Batch');
  const broadcasts = connection.model<Broadcast>('Broadcast');
  const deliveries = connection.model<WebhookDelivery>('WebhookDelivery');
  const digests = connection.model<DigestWindow>('Digest');
  const expiring = {
    reservations: { model: connection.model<Expires>('Reservation'), field: 'expiresAt' },
    quotas: { model: connection.model<Expires>('Quota'), field: 'expiresAt' },
    rate_limits: { model: connection.model<Expires>('RateLimit'), field: 'expire' },
  };

  return {
    /** Removes the content of notifications that ended before `before`: payload, rendered and captured. Returns how many there were. */
    removeContent: (applicationId: string, before: Date, limit: number) => {
      const filter = { applicationId, contentRemoved: null, completedAt: { $lt: before }, ...over };
      return forSome(
        notifications,
        { filter, limit, projection: { 'messages.id': 1 } },
        async (slice, same) => {
          // The notification comes last, so that the next pass finds it again after an error.
          const messageIds = slice.flatMap(({ messages }) => messages.map(({ id }) => id));
          await inbox.deleteMany({ _id: { $in: messageIds } });
          const removed = {
            contentRemoved: true,
            payload: null,
            overrides: null,
            'messages.$[].rendered': null,
          };
          await notifications.updateMany(same, { $set: removed }, BY_ID);
        },
      );
    },
    /** Removes notifications without content that ended before `before`, and their webhook deliveries. Returns how many. */
    removeNotifications: (applicationId: string, before: Date, limit: number) => {
      const filter = { applicationId, contentRemoved: true as const, completedAt: { $lt: before }, ...over };
      return removeSome(notifications, filter, limit, (ids) =>
        deliveries.deleteMany({ notificationId: { $in: ids } }),
      );
    },
    /**
     * Removes batches made between `after` and `before` that no notification and no broadcast needs. `looked` is the number of batches that
     * were checked, `last` the time of the last of them.
     */
    removeBatches: async (
      applicationId: string,
      { after, before }: { after: Date; before: Date },
      limit: number,
    ) => {
      const found = await batches
        .find({ applicationId, createdAt: { $gt: after, $lt: before } }, { createdAt: 1 })
        .sort({ createdAt: 1 })
        .limit(limit)
        .lean<Batch[]>()
        .exec();
      const ids = found.map(({ _id }) => _id);
      const made = await broadcasts
        .find({ _id: { $in: ids } }, { state: 1 })
        .lean<Pick<Broadcast, '_id' | 'state'>[]>();
      const ofBroadcasts = new Set(made.map(({ _id }) => _id));
      const batchId = { $in: ids.filter((id) => !ofBroadcasts.has(id)) };
      const used = new Set(await notifications.distinct('batchId', { batchId, contentRemoved: null }));
      for (const { _id, state } of made) {
        // One notification with content is enough. A broadcast may have a million.
        const ofOne = { batchId: _id, contentRemoved: null };
        if (isLive(state) || (await notifications.exists(ofOne)) !== null) used.add(_id);
      }
      const unused = found.filter(({ _id }) => !used.has(_id)).map(({ _id }) => _id);
      if (unused.length > 0) await batches.deleteMany({ _id: { $in: unused } });
      return { removed: unused.length, looked: found.length, last: found.at(-1)?.createdAt ?? before };
    },
    /** Removes ended webhook deliveries of events from before `before`. */
    removeWebhookDeliveries: (before: Date, limit: number) =>
      removeSome(deliveries, { createdAt: { $lt: before }, status: { $ne: 'pending' } }, limit),
    /** Removes windows of digests that closed before `before`. */
    removeDigests: (before: Date, limit: number) => removeSome(digests, { closesAt: { $lt: before } }, limit),
    /** Removes idempotency reservations, quota counters or rate limit counters that expired before `before`. */
    removeExpired: (what: Expiring, before: Date, limit: number) => {
      const { model, field } = expiring[what];
      return removeSome(model, { [field]: { $lt: before } }, limit);
    },
  };
}
