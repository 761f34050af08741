import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import type { components } from '../../../../generated/admin-openapi';
import { api } from '../../api/client';
import { LIST_KEPT_MS } from '../../api/kept';
import type { Place } from '../../layout/place';

export type Contact = components['schemas']['Contact'];
export type Suppression = components['schemas']['Suppression'];

/** An address of a channel on which it can be suppressed. */
export interface Address {
  channel: Suppression['channel'];
  address: string;
}

const PAGE = 50;
/** The API skips no more than these. */
const FARTHEST = 10_000;
const NEWEST = 10;

const nextOffset = (offset: number): number | undefined =>
  offset + PAGE <= FARTHEST ? offset + PAGE : undefined;

/** Pages of contacts whose name or identifier begins with `search`, the newest first. */
export const contactsQuery = (place: Place, search: string) =>
  infiniteQueryOptions({
    queryKey: ['contacts', place, search],
    gcTime: LIST_KEPT_MS,
    initialPageParam: 0,
    queryFn: ({ pageParam: offset, signal }) =>
      api.get('/admin/v1/applications/{app}/contacts', {
        signal,
        ...place,
        search,
        limit: PAGE,
        offset,
      }),
    getNextPageParam: ({ total }, _pages, offset) => (offset + PAGE < total ? nextOffset(offset) : undefined),
  });

/** One contact, by its id or another identifier. */
export const contactQuery = ({ app, environment }: Place, identifier: string) =>
  queryOptions({
    queryKey: ['contact', { app, environment }, identifier],
    queryFn: async () =>
      (
        await api.get('/admin/v1/applications/{app}/contacts/{identifier}', {
          app,
          identifier,
          environment,
        })
      ).contact,
  });

/** The newest notifications of a contact. */
export const notificationsOfQuery = ({ app, environment }: Place, contact: string) =>
  queryOptions({
    queryKey: ['newest', { app, environment }, { contact }, NEWEST],
    queryFn: () =>
      api.get('/admin/v1/applications/{app}/notifications', {
        app,
        environment,
        to_contact: contact,
        limit: NEWEST,
      }),
  });

/** Pages of suppressions, the newest first. */
export const suppressionsQuery = ({ app, environment }: Place) =>
  infiniteQueryOptions({
    queryKey: ['suppressions', { app, environment }, 'list'],
    gcTime: LIST_KEPT_MS,
    initialPageParam: 0,
    queryFn: ({ pageParam: offset }) =>
      api.get('/admin/v1/applications/{app}/suppressions', { app, environment, limit: PAGE, offset }),
    getNextPageParam: ({ suppressions }, _pages, offset) =>
      suppressions.length === PAGE ? nextOffset(offset) : undefined,
  });

/** The suppression of an address. Null: messages go to it. */
export const suppressionQuery = ({ app, environment }: Place, { channel, address }: Address) =>
  queryOptions({
    queryKey: ['suppressions', { app, environment }, channel, address],
    queryFn: async () => {
      const { suppressions } = await api.get('/admin/v1/applications/{app}/suppressions', {
        app,
        environment,
        channel,
        address,
      });
      return suppressions[0] ?? null;
    },
  });
