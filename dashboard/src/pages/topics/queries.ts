import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import type { components } from '../../../../generated/admin-openapi';
import { api, client } from '../../api/client';
import type { Place } from '../../layout/place';

type Schemas = components['schemas'];
export type Topic = Schemas['Topic'];
export type TopicImport = Schemas['TopicImport'];
export type Subscription = Schemas['TopicSubscription'];

export const TOPICS = '/admin/v1/applications/{app}/topics/{environment}';
export const TOPIC = `${TOPICS}/{topic}` as const;
export const IMPORTS = `${TOPIC}/imports` as const;

const PAGE = 50;
const LAST = 5;
/** Time between two looks at imports that run, and at others, milliseconds. */
const RUNNING_MS = 1000;
const QUIET_MS = 30_000;

/** All that is read of the topics of an environment. */
export const topicsKey = ({ app, environment }: Place) => ['topics', { app, environment }] as const;

export const topicsQuery = (place: Place) =>
  infiniteQueryOptions({
    queryKey: [...topicsKey(place), 'list'],
    initialPageParam: undefined as string | undefined,
    queryFn: ({ pageParam: after, signal }) => api.get(TOPICS, { ...place, limit: PAGE, after, signal }),
    getNextPageParam: ({ next }) => next ?? undefined,
  });

export const topicQuery = (place: Place, topic: string) =>
  queryOptions({
    queryKey: [...topicsKey(place), 'one', topic],
    queryFn: async ({ signal }) => (await api.get(TOPIC, { ...place, topic, signal })).topic,
  });

export const subscriptionsQuery = (place: Place, topic: string) =>
  infiniteQueryOptions({
    queryKey: [...topicsKey(place), 'one', topic, 'subscriptions'],
    initialPageParam: undefined as string | undefined,
    queryFn: ({ pageParam: after, signal }) =>
      api.get(`${TOPIC}/subscriptions`, { ...place, topic, limit: PAGE, after, signal }),
    getNextPageParam: ({ next }) => next ?? undefined,
  });

export const importsKey = (place: Place, topic: string) => [...topicsKey(place), 'imports', topic] as const;

export const isUnderWay = (state: TopicImport['state']): boolean =>
  state === 'running' || state === 'receiving';

/** The last imports of a topic. */
export const importsQuery = (place: Place, topic: string) =>
  queryOptions({
    queryKey: importsKey(place, topic),
    queryFn: async ({ signal }) => (await api.get(IMPORTS, { ...place, topic, limit: LAST, signal })).imports,
    refetchInterval: ({ state: { data } }) =>
      data?.some(({ state }) => isUnderWay(state)) ? RUNNING_MS : QUIET_MS,
  });

/** Sends a file to import. */
export async function importFile(place: Place, topic: string, file: File): Promise<TopicImport> {
  const type = file.name.toLowerCase().endsWith('.csv') ? 'text/csv' : 'application/x-ndjson';
  const { data } = await client.request('post', IMPORTS, {
    params: { path: { ...place, topic } },
    body: file as never,
    bodySerializer: (body: unknown) => body as Blob,
    headers: { 'Content-Type': type },
  } as never);
  return (data as unknown as Schemas['TopicImportAnswer']).import;
}

/** Returns the rows that were not imported, as CSV. */
export async function rejectsOf(place: Place, topic: string, id: string): Promise<string> {
  const { data = '' } = await client.GET(`${IMPORTS}/{id}/rejects`, {
    params: { path: { ...place, topic, id } },
    parseAs: 'text',
  });
  return data;
}
