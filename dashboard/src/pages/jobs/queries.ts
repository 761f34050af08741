import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { api } from '../../api/client';
import type { Job, JobResult } from '../../api/types';
import type { Place } from '../../layout/place';

const PAGE = 50;
const LAST = 5;
/** Time between two looks at jobs that run, and at others, milliseconds. */
const RUNNING_MS = 1000;
const QUIET_MS = 15_000;

export const jobsKey = (place: Place) => ['jobs', place] as const;
const lookAfter = (jobs: readonly Job[] | undefined): number =>
  jobs?.some(({ state }) => state === 'running') ? RUNNING_MS : QUIET_MS;

/** The last jobs of an environment. */
export const jobsQuery = (place: Place) =>
  queryOptions({
    queryKey: jobsKey(place),
    queryFn: async ({ signal }) => {
      const { app, environment } = place;
      const query = { app, environment, limit: LAST, signal };
      return (await api.get('/admin/v1/applications/{app}/jobs', query)).jobs;
    },
    refetchInterval: ({ state }) => lookAfter(state.data),
  });

export const jobQuery = (place: Place, id: string) =>
  queryOptions({
    queryKey: [...jobsKey(place), id],
    queryFn: async ({ signal }) => (await api.get('/admin/v1/jobs/{id}', { id, signal })).job,
    refetchInterval: ({ state }) => lookAfter(state.data && [state.data]),
  });

/** What a job did, by notification. `seen` is how many there were: with more, the list is read again. */
export const resultsQuery = (
  place: Place,
  { id, result, seen }: { id: string; result: JobResult['result'] | undefined; seen: number },
) =>
  infiniteQueryOptions({
    queryKey: [...jobsKey(place), id, 'results', result, seen],
    initialPageParam: undefined as string | undefined,
    queryFn: ({ pageParam: after, signal }) =>
      api.get('/admin/v1/jobs/{id}/results', { id, signal, result, limit: PAGE, after }),
    getNextPageParam: ({ next }) => next ?? undefined,
    placeholderData: (before) => before,
  });
