import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import type { components } from '../../../../generated/admin-openapi';
import { api } from '../../api/client';
import type { Place } from '../../layout/place';

type Schemas = components['schemas'];
export type Broadcast = Schemas['Broadcast'];
export type BroadcastState = Broadcast['state'];
export type Audience = Schemas['Audience'];
export type BroadcastPreview = Schemas['BroadcastPreview'];
export type BroadcastContent = Schemas['BroadcastPreviewRequest'];

export const BROADCASTS = '/admin/v1/applications/{app}/broadcasts/{environment}';
export const BROADCAST = '/admin/v1/broadcasts/{id}';

const PAGE = 20;
/** Time between two looks at broadcasts that run, and at those that wait, milliseconds. */
const RUNNING_MS = 1000;
const WAITING_MS = 10_000;

/** All that is read of the broadcasts of an environment. */
export const broadcastsKey = ({ app, environment }: Place) => ['broadcasts', { app, environment }] as const;

/** Returns when to look again. Nothing changes by itself after the last one has ended. */
function lookAfter(states: readonly BroadcastState[]): number | false {
  if (states.includes('running')) return RUNNING_MS;
  return states.some((state) => state === 'scheduled' || state === 'paused') ? WAITING_MS : false;
}

/** Pages of broadcasts, the newest first. Only a short list is read again by itself. */
export const broadcastsQuery = (place: Place) =>
  infiniteQueryOptions({
    queryKey: [...broadcastsKey(place), 'list'],
    initialPageParam: undefined as string | undefined,
    queryFn: ({ pageParam: after, signal }) => api.get(BROADCASTS, { ...place, limit: PAGE, after, signal }),
    getNextPageParam: ({ next }) => next ?? undefined,
    refetchInterval: ({ state }) => {
      const [first, second] = state.data?.pages ?? [];
      return first && !second ? lookAfter(first.broadcasts.map((one) => one.state)) : false;
    },
  });

export const broadcastQuery = (place: Place, id: string) =>
  queryOptions({
    queryKey: [...broadcastsKey(place), 'one', id],
    queryFn: async ({ signal }) => (await api.get(BROADCAST, { id, signal })).broadcast,
    refetchInterval: ({ state }) => (state.data ? lookAfter([state.data.state]) : false),
  });

/** Whom a broadcast would reach. It is counted anew for other content only. */
export const previewQuery = (place: Place, content: BroadcastContent) =>
  queryOptions({
    queryKey: [...broadcastsKey(place), 'preview', content],
    queryFn: ({ signal }) => api.post(`${BROADCASTS}/preview`, { ...place, body: content, signal }),
    retry: false,
    ...{ staleTime: 30_000, refetchOnWindowFocus: false },
  });
