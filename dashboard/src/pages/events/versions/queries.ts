import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import type { components } from '../../../../../generated/admin-openapi';
import { api } from '../../../api/client';
import type { Place } from '../../../layout/place';

export type EventVersion = components['schemas']['EventVersion'];

const VERSIONS = '/admin/v1/applications/{app}/events/{environment}/{name}/versions';

/** The versions of an event, the newest first. */
export const versionsQuery = (place: Place, name: string) =>
  infiniteQueryOptions({
    queryKey: ['event-versions', place.app, place.environment, name],
    initialPageParam: undefined as string | undefined,
    queryFn: ({ pageParam }) => api.get(VERSIONS, { ...place, name, after: pageParam, limit: 30 }),
    getNextPageParam: ({ next }) => next ?? undefined,
  });

/** The file of a version, which never changes. */
export const versionQuery = (place: Place, name: string, version: number) =>
  queryOptions({
    queryKey: ['event-version', place.app, place.environment, name, version],
    staleTime: Infinity,
    queryFn: async () =>
      (
        await api.get(`${VERSIONS}/{version}`, {
          ...place,
          name,
          version: String(version),
        })
      ).version,
  });

/** The deleted events of an environment that can be restored. */
export const deletedQuery = (place: Place) =>
  infiniteQueryOptions({
    queryKey: ['deleted-events', place.app, place.environment],
    initialPageParam: undefined as string | undefined,
    queryFn: ({ pageParam }) =>
      api.get('/admin/v1/applications/{app}/deleted-events/{environment}', { ...place, after: pageParam }),
    getNextPageParam: ({ next }) => next ?? undefined,
  });

/** Pushes the file of a version again, if the event still has the version `expected`. Null: it is deleted. */
export const restoreVersion = (place: Place, name: string, version: number, expected: number | null) =>
  api.post(`${VERSIONS}/{version}/restore`, {
    ...place,
    name,
    version: String(version),
    body: { expected_version: expected },
  });
