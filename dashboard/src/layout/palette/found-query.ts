import { queryOptions } from '@tanstack/react-query';
import { api } from '../../api/client';
import type { Place } from '../place';

/** The shortest text that the API searches. */
const SHORTEST = 2;

/** What a text may mean in the application and environment. */
export const foundQuery = (place: Place, text: string) =>
  queryOptions({
    queryKey: ['search', place, text],
    enabled: text.length >= SHORTEST,
    queryFn: ({ signal }) => api.get('/admin/v1/applications/{app}/search', { ...place, q: text, signal }),
  });
