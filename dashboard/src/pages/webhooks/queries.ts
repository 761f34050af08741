import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import type { components } from '../../../../generated/admin-openapi';
import { api } from '../../api/client';
import { ApiProblem } from '../../api/problem';
import type { Place } from '../../layout/place';
import type { EventStatus } from './search';

type Schemas = components['schemas'];
export type Endpoint = Schemas['WebhookEndpoint'];
export type Created = Schemas['WebhookEndpointCreated'];
export type EventLine = Schemas['WebhookEventLine'];
export type EventDetails = Schemas['WebhookEventDetails'];
export type EventType = EventLine['type'];

const PAGE = 50;
/** How often what is shown is read again. */
export const EVERY_MS = 10_000;

/** The webhook endpoint of an application and environment. Null: there is none. */
export const endpointQuery = (place: Place) =>
  queryOptions({
    queryKey: ['webhook', place],
    refetchInterval: EVERY_MS,
    queryFn: async () => {
      try {
        return (await api.get('/admin/v1/applications/{app}/webhooks/{environment}', place)).webhook;
      } catch (error) {
        if (error instanceof ApiProblem && error.code === 'WEBHOOK_NOT_FOUND') return null;
        throw error;
      }
    },
  });

/** Key of all queries about the events of an endpoint. */
export const eventsKey = (place: Place) => ['webhook-events', place] as const;

/** Pages of the events of an endpoint, the newest first. */
export const eventsQuery = (place: Place, status: EventStatus | undefined) =>
  infiniteQueryOptions({
    queryKey: [...eventsKey(place), 'list', status],
    initialPageParam: undefined as string | undefined,
    queryFn: ({ pageParam, signal }) =>
      api.get('/admin/v1/applications/{app}/webhooks/{environment}/events', {
        signal,
        ...place,
        status,
        limit: PAGE,
        after: pageParam,
      }),
    getNextPageParam: ({ next }) => next ?? undefined,
  });

/** One event, with its attempts. */
export const eventQuery = (place: Place, id: string) =>
  queryOptions({
    queryKey: [...eventsKey(place), 'one', id],
    refetchInterval: ({ state }) => (state.data?.event.status === 'pending' ? EVERY_MS : false),
    queryFn: () =>
      api.get('/admin/v1/applications/{app}/webhooks/{environment}/events/{id}', { ...place, id }),
  });
