import { client } from '../../api/client';
import { askedOf, type Range, type Span } from '../../api/statistics';
import type { Place } from '../../layout/place';

/** Returns the numbers of an application over time as the API writes them as CSV. */
export async function csvOf(path: Place, range: Range | Span): Promise<string> {
  const { data = '' } = await client.GET('/admin/v1/applications/{app}/statistics/{environment}', {
    ...{ params: { path, query: askedOf(range) }, headers: { Accept: 'text/csv' } },
    parseAs: 'text',
  });
  return data;
}
