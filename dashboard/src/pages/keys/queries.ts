import { queryOptions } from '@tanstack/react-query';
import type { components } from '../../../../generated/admin-openapi';
import { api } from '../../api/client';

export type ApiKey = components['schemas']['ApiKey'];
export type AdminKey = components['schemas']['AdminKey'];

/** The API keys of an application, of both environments. */
export const apiKeysQuery = (app: string) =>
  queryOptions({
    queryKey: ['api-keys', app],
    queryFn: async () => (await api.get('/admin/v1/applications/{app}/keys', { app })).keys,
  });

/** The admin keys of the service. Only owners may read them. */
export const adminKeysQuery = queryOptions({
  queryKey: ['admin-keys'],
  queryFn: async () => (await api.get('/admin/v1/admin-keys')).keys,
});
