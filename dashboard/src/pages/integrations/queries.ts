import { queryOptions } from '@tanstack/react-query';
import type { components } from '../../../../generated/admin-openapi';
import { api } from '../../api/client';

export type Provider = components['schemas']['Provider'];
export type ProviderSetting = Provider['settings'][number];

const EVERY_MS = 10_000;

/** The integrations of an application, with the health of each. */
export const integrationsQuery = (app: string) =>
  queryOptions({
    queryKey: ['integrations', app],
    refetchInterval: EVERY_MS,
    queryFn: () => api.get('/admin/v1/applications/{app}/integrations', { app }),
  });

/** The providers that can be connected to, with their settings. */
export const providersQuery = queryOptions({
  queryKey: ['providers'],
  staleTime: Infinity,
  queryFn: () => api.get('/admin/v1/providers'),
});
