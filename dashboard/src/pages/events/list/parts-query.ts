import { queryOptions } from '@tanstack/react-query';
import type { components } from '../../../../../generated/admin-openapi';
import { api } from '../../../api/client';
import type { Place } from '../../../layout/place';

export type Part = components['schemas']['Part'];

const PARTS = '/admin/v1/applications/{app}/parts/{environment}';

/** The layouts, partials and translations of an environment. */
export const partsQuery = (place: Place) =>
  queryOptions({
    queryKey: ['parts', place.app, place.environment],
    queryFn: async () => (await api.get(PARTS, place)).parts,
  });

/** The translations of an environment with their content, in one request. */
export const translationsQuery = (place: Place) =>
  queryOptions({
    queryKey: ['parts', place.app, place.environment, 'translations'],
    queryFn: async () =>
      (await api.get(PARTS, { ...place, content: 'translation' })).parts.filter(
        ({ kind }) => kind === 'translation',
      ),
  });

/** The content of one of them. */
export const contentQuery = (place: Place, { name, version }: Part) =>
  queryOptions({
    queryKey: ['part', place.app, place.environment, name, version],
    queryFn: async () => {
      const [folder = '', file = ''] = name.split('/');
      return (await api.get(`${PARTS}/{folder}/{file}`, { ...place, folder, file })).part.content;
    },
  });

/** Returns the language of its content. */
export const languageOf = ({ name }: Part) =>
  name.endsWith('.yaml') ? 'yaml' : name.endsWith('.txt') ? 'text' : 'html';
