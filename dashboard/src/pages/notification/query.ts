import { queryOptions } from '@tanstack/react-query';
import { api } from '../../api/client';

const LIVE_EVERY_MS = 2_000;

/** One notification with all that is known of it. It is read again while it is open. */
export const notificationQuery = (id: string) =>
  queryOptions({
    queryKey: ['notification', id],
    queryFn: async () => (await api.get('/admin/v1/notifications/{id}', { id })).notification,
    refetchInterval: ({ state }) => (state.data && state.data.completed_at === null ? LIVE_EVERY_MS : false),
  });
