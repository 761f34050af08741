import { type InfiniteData, infiniteQueryOptions, type QueryClient } from '@tanstack/react-query';
import { api } from '../../api/client';
import { LIST_KEPT_MS } from '../../api/kept';
import type { Place } from '../../layout/place';
import { codeOf } from './codes';
import type { ActivitySearch } from './search';

const PAGE = 100;
const LISTS = ['notifications'];
/** Key of the totals. They have no pages. */
export const TOTALS = ['notification-totals'];

/** The filters, as the API names them. */
export const filtersOf = ({ environment }: Place, search: ActivitySearch) => ({
  environment,
  event: search.event,
  channel: search.channel,
  message_status: search.message,
  status: search.status,
  provider: search.provider,
  error_code: codeOf(search.code),
  to_contact: search.contact,
  failing_at: search.failing,
  broadcast: search.broadcast,
  from: search.from,
  to: search.to,
});

type Pages = InfiniteData<unknown> | undefined;

/** Whether a query may be read again by itself: it would read all its pages, one after the other. */
const isShort = ({ state }: { state: { data: Pages } }): boolean => (state.data?.pages.length ?? 0) <= 1;

/** Pages of notifications, the newest first. */
export const activityQuery = (place: Place, search: ActivitySearch) =>
  infiniteQueryOptions({
    queryKey: [...LISTS, place, search],
    initialPageParam: undefined as string | undefined,
    queryFn: ({ pageParam, signal }) =>
      api.get('/admin/v1/applications/{app}/notifications', {
        signal,
        app: place.app,
        ...filtersOf(place, search),
        limit: PAGE,
        after: pageParam,
      }),
    gcTime: LIST_KEPT_MS,
    getNextPageParam: ({ next }) => next ?? undefined,
    ...{ refetchOnWindowFocus: isShort, refetchOnReconnect: isShort, refetchOnMount: isShort },
  });

const firstPage = <Data extends Pages>(data: Data): Data =>
  data && { ...data, pages: data.pages.slice(0, 1), pageParams: data.pageParams.slice(0, 1) };

/** Forgets all but the first page of the lists, which are then read again quickly. */
export const keepFirstPages = (queries: QueryClient): unknown =>
  queries.setQueriesData<InfiniteData<unknown>>({ queryKey: LISTS }, firstPage);

/** Reads the lists again, from their first pages. */
export async function refreshLists(queries: QueryClient): Promise<void> {
  keepFirstPages(queries);
  await Promise.all([LISTS, TOTALS].map((queryKey) => queries.invalidateQueries({ queryKey })));
}
