import { queryOptions } from '@tanstack/react-query';
import { api } from '../../api/client';
import type { Place } from '../place';

const EVERY_MS = 30_000;

/** What is wrong now. It is read again while the page is visible. */
export const incidentsQuery = ({ app, environment }: Place) =>
  queryOptions({
    queryKey: ['incidents', app, environment],
    queryFn: () => api.get('/admin/v1/applications/{app}/incidents/{environment}', { app, environment }),
    enabled: app !== '',
    refetchInterval: EVERY_MS,
    refetchIntervalInBackground: false,
    refetchOnWindowFocus: true,
    // A page that cannot reach the API says so itself.
    retry: false,
  });
