import type { Notification, NotificationModel } from '../notifications/model';
import { lookup } from '../queries';
import type { WebhookDelivery } from './deliveries';
import type { WebhookEndpoint } from './endpoints';

/** What an event and its body are made from. */
export type EventNotification = Pick<
  Notification,
  | '_id'
  | 'applicationId'
  | 'environment'
  | 'event'
  | 'contactId'
  | 'metadata'
  | 'reference'
  | 'tenant'
  | 'untold'
  | 'messages'
>;

/** What an attempt at the event of a notification needs, as it is now. */
export interface EventSources {
  notification: EventNotification;
  /** Null: nothing was attempted yet. */
  delivery: WebhookDelivery | null;
  /** The endpoint that the notification's scope has now. */
  endpoint: WebhookEndpoint | null;
}

/** Reads the sources of webhook events. */
export function createEventSourceStore(model: NotificationModel) {
  return {
    /** Returns the sources of an event in one operation; null if its notification is gone, or it never had one. */
    of: async (notificationId: string, eventId: string): Promise<EventSources | null> => {
      const [found] = await model.collection
        .aggregate<EventNotification & { delivery: WebhookDelivery[]; endpoint: WebhookEndpoint[] }>([
          { $match: { _id: notificationId } },
          {
            $project: {
              ...SHOWN,
              eventId: { $literal: eventId },
              scope: { $concat: ['$applicationId', ':', '$environment'] },
            },
          },
          lookup('webhookdeliveries', ['eventId', '_id'], 'delivery'),
          lookup('webhooks', ['scope', 'scope'], 'endpoint'),
        ])
        .toArray();
      if (!found) return null;
      const { delivery, endpoint, ...notification } = found;
      return { notification, delivery: delivery[0] ?? null, endpoint: endpoint[0] ?? null };
    },
  };
}

const SHOWN = {
  ...{ applicationId: 1, environment: 1, event: 1, contactId: 1 },
  ...{ metadata: 1, reference: 1, tenant: 1, untold: 1, messages: 1 },
};
