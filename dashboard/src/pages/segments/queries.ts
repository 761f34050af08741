import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import type { components } from '../../../../generated/admin-openapi';
import { api } from '../../api/client';
import type { Place } from '../../layout/place';

export type Segment = components['schemas']['Segment'];
export type SegmentFilter = components['schemas']['SegmentFilter'];

const COUNTS = '/admin/v1/applications/{app}/segment-counts/{environment}';
export const SEGMENTS = '/admin/v1/applications/{app}/segments/{environment}';
export const SEGMENT = `${SEGMENTS}/{segment}` as const;

const PAGE = 50;

/** All that is read of the segments of an environment. */
export const segmentsKey = ({ app, environment }: Place) => ['segments', { app, environment }] as const;

export const segmentsQuery = (place: Place) =>
  infiniteQueryOptions({
    queryKey: [...segmentsKey(place), 'list'],
    initialPageParam: undefined as string | undefined,
    queryFn: ({ pageParam: after, signal }) => api.get(SEGMENTS, { ...place, limit: PAGE, after, signal }),
    getNextPageParam: ({ next }) => next ?? undefined,
  });

export const segmentQuery = (place: Place, segment: string) =>
  queryOptions({
    queryKey: [...segmentsKey(place), 'one', segment],
    queryFn: ({ signal }) => api.get(SEGMENT, { ...place, segment, signal }),
  });

export const membersQuery = (place: Place, segment: string) =>
  infiniteQueryOptions({
    queryKey: [...segmentsKey(place), 'one', segment, 'contacts'],
    initialPageParam: undefined as string | undefined,
    queryFn: ({ pageParam: after, signal }) =>
      api.get(`${SEGMENT}/contacts`, { ...place, segment, limit: PAGE, after, signal }),
    getNextPageParam: ({ next }) => next ?? undefined,
  });

/** How many contacts a filter has that is not saved. */
export const countQuery = (place: Place, filter: SegmentFilter) =>
  queryOptions({
    queryKey: ['segment count', place, filter],
    queryFn: ({ signal }) => api.post(COUNTS, { ...place, body: { filter }, signal }),
    retry: false,
    placeholderData: (before) => before,
  });
