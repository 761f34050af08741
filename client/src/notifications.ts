import { pages, queryOf } from './pages';
import { type Call, segment } from './request';
import type {
  ListNotificationsOptions,
  Notification,
  NotificationCancelled,
  NotificationFollowed,
  NotificationPage,
  NotificationRetried,
} from './types';

/** A cancel waits up to 10 seconds for a send that is in progress. */
export const CANCEL_SECONDS = 10;

export function createNotifications(call: <T>(one: Call) => Promise<T>) {
  const path = (id: string): string => `/v1/notifications/${segment('id', id)}`;
  const list = async (options: ListNotificationsOptions = {}): Promise<NotificationPage> =>
    call({ method: 'GET', path: `/v1/notifications${queryOf(options)}` });
  return {
    /** Returns a page of notifications, newest first. */
    list,

    /** Yields every notification that fits, newest first, page after page. */
    async *all(
      options: Omit<ListNotificationsOptions, 'after'> = {},
    ): AsyncGenerator<Notification, void, undefined> {
      for await (const { notifications } of pages((after) => list({ ...options, after })))
        yield* notifications;
    },

    /** Cancels a notification, and says whether it was stopped. */
    cancel: async (id: string): Promise<NotificationCancelled> =>
      call({ method: 'POST', path: `${path(id)}/cancel`, work: CANCEL_SECONDS }),

    /** Sends a failed notification again, as a new one. */
    retry: async (id: string): Promise<NotificationRetried> =>
      call({ method: 'POST', path: `${path(id)}/retry` }),

    /** Says that the recipient used the code of a notification, for the guard against SMS pumping. A repeat changes nothing. */
    followed: async (id: string): Promise<NotificationFollowed> =>
      call({ method: 'POST', path: `${path(id)}/followed` }),
  };
}
