import { infiniteQueryOptions } from '@tanstack/react-query';
import type { paths } from '../../../../client/src/admin-openapi';
import { answerOf, api } from '../../api/client';
import type { Place } from '../../layout/place';
import type { ActivitySearch } from './search';

type ListQuery = NonNullable<
  paths['/admin/v1/applications/{app}/notifications']['get']['parameters']['query']
>;

const PAGE = 100;

/** The filters, as the API names them. */
export const filtersOf = ({ environment }: Place, search: ActivitySearch) => ({
  environment,
  event: search.event,
  channel: search.channel,
  status: search.status,
  provider: search.provider,
  error_code: search.code as ListQuery['error_code'],
  to_contact: search.contact,
  from: search.from,
  to: search.to,
});

/** Pages of notifications, the newest first. */
export const activityQuery = (place: Place, search: ActivitySearch) =>
  infiniteQueryOptions({
    queryKey: ['notifications', place, search],
    initialPageParam: undefined as string | undefined,
    queryFn: ({ pageParam, signal }) =>
      answerOf(
        api.GET('/admin/v1/applications/{app}/notifications', {
          signal,
          params: {
            path: { app: place.app },
            query: { ...filtersOf(place, search), limit: PAGE, after: pageParam },
          },
        }),
      ),
    getNextPageParam: ({ next }) => next ?? undefined,
  });
