import { infiniteQueryOptions } from '@tanstack/react-query';
import type { components } from '../../../../generated/admin-openapi';
import { api } from '../../api/client';

export type Tenant = components['schemas']['Tenant'];
export type TenantRequest = components['schemas']['TenantRequest'];

const PAGE = 50;

/** The tenants of an application, in the order of their ids. */
export const tenantsQuery = (app: string) =>
  infiniteQueryOptions({
    queryKey: ['tenants', app],
    initialPageParam: undefined as string | undefined,
    queryFn: ({ pageParam: after, signal }) =>
      api.get('/admin/v1/applications/{app}/tenants', { app, signal, limit: PAGE, after }),
    getNextPageParam: ({ next }) => next ?? undefined,
  });
