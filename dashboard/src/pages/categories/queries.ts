import { queryOptions } from '@tanstack/react-query';
import type { components } from '../../../../generated/admin-openapi';
import { api } from '../../api/client';
import type { Place } from '../../layout/place';

export type Category = components['schemas']['Category'];
export type CategoryRequest = components['schemas']['CategoryRequest'];

export const CATEGORIES = '/admin/v1/applications/{app}/categories/{environment}';

/** The categories of an environment, in their order. */
export const categoriesQuery = ({ app, environment }: Place) =>
  queryOptions({
    queryKey: ['categories', { app, environment }],
    queryFn: async () => (await api.get(CATEGORIES, { app, environment })).categories,
  });
