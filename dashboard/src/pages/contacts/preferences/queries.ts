import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import type { components } from '../../../../../generated/admin-openapi';
import { api } from '../../../api/client';
import type { Place } from '../../../layout/place';

export type Preferences = components['schemas']['Preferences'];
export type PreferenceChange = components['schemas']['PreferenceChange'];
export type PreferencesInput = components['schemas']['PreferencesInput'];

const PREFERENCES = '/admin/v1/applications/{app}/contacts/{identifier}/preferences';
const PAGE = 10;

/** What a contact has chosen, and what follows from it. */
export const preferencesQuery = ({ app, environment }: Place, identifier: string) =>
  queryOptions({
    queryKey: ['preferences', { app, environment }, identifier],
    queryFn: async () => (await api.get(PREFERENCES, { app, environment, identifier })).preferences,
  });

/** The changes of a contact's preferences, the newest first. */
export const preferenceHistoryQuery = ({ app, environment }: Place, identifier: string) =>
  infiniteQueryOptions({
    queryKey: ['preferences', { app, environment }, identifier, 'history'],
    initialPageParam: undefined as string | undefined,
    queryFn: ({ pageParam: after, signal }) =>
      api.get(`${PREFERENCES}/history`, { app, environment, identifier, signal, limit: PAGE, after }),
    getNextPageParam: ({ next }) => next ?? undefined,
  });

export const changePreferences = ({ app, environment }: Place, identifier: string, body: PreferencesInput) =>
  api.patch(PREFERENCES, { app, environment, identifier, body });
