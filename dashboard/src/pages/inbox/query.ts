import { queryOptions } from '@tanstack/react-query';
import { api } from '../../api/client';

const EVERY_MS = 2_000;
const NEWEST = 50;

/** The newest notifications of the sandbox, whose messages were captured. */
export const inboxQuery = (app: string) =>
  queryOptions({
    queryKey: ['inbox', app],
    refetchInterval: EVERY_MS,
    queryFn: async () => {
      const { notifications } = await api.get('/admin/v1/applications/{app}/notifications', {
        app,
        environment: 'sandbox',
        limit: NEWEST,
      });
      return notifications.filter(({ messages }) => messages.length > 0);
    },
  });
