import { queryOptions } from '@tanstack/react-query';
import type { components } from '../../../../generated/admin-openapi';
import { api } from '../../api/client';
import type { Place } from '../../layout/place';

export type Schedule = components['schemas']['Schedule'];

/** The recurring sends of an environment, with their next and last runs. */
export const schedulesQuery = (place: Place) =>
  queryOptions({
    queryKey: ['schedules', place.app, place.environment],
    refetchInterval: 15_000,
    queryFn: async () =>
      (await api.get('/admin/v1/applications/{app}/schedules/{environment}', place)).schedules,
  });
