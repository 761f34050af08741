import { queryOptions } from '@tanstack/react-query';
import { answerOf, api } from '../../api/client';

const LIVE_EVERY_MS = 2_000;

/** One notification with all that is known of it. It is read again while it is open. */
export const notificationQuery = (id: string) =>
  queryOptions({
    queryKey: ['notification', id],
    queryFn: async () => {
      const { notification } = await answerOf(
        api.GET('/admin/v1/notifications/{id}', { params: { path: { id } } }),
      );
      return notification;
    },
    refetchInterval: ({ state }) => (state.data && state.data.completed_at === null ? LIVE_EVERY_MS : false),
  });
