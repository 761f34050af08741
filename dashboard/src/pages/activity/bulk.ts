import { api } from '../../api/client';
import type { NotificationLine } from '../../api/types';
import type { Place } from '../../layout/place';
import { filtersOf } from './list';
import type { ActivitySearch } from './search';

export type BulkAction = 'retry' | 'cancel';

export const act: Record<BulkAction, (id: string) => Promise<unknown>> = {
  retry: (id) => api.post('/admin/v1/notifications/{id}/retry', { id, body: { again: false } }),
  cancel: (id) => api.post('/admin/v1/notifications/{id}/cancel', { id }),
};

const PAGE = 100;
/** Above this, filters have to be narrower, so that nobody waits for hours. */
export const MOST = 10_000;

/** What an action is for: failures are retried, and what has not ended is cancelled. */
const STATUSES: Record<BulkAction, readonly NotificationLine['status'][]> = {
  retry: ['failed'],
  cancel: ['running', 'waiting'],
};

/** Returns the ids that match the filters and that the action is for. What was retried before is left out. */
export async function idsMatching(
  action: BulkAction,
  place: Place,
  search: ActivitySearch,
  report: (found: number) => void,
): Promise<string[]> {
  const ids: string[] = [];
  const wanted = STATUSES[action].filter((status) => search.status === undefined || status === search.status);
  for (const status of wanted) {
    let after: string | undefined;
    do {
      const { notifications, next } = await api.get('/admin/v1/applications/{app}/notifications', {
        app: place.app,
        ...filtersOf(place, search),
        status,
        limit: PAGE,
        after,
      });
      ids.push(...notifications.filter(({ retried_as: as }) => as === null).map(({ id }) => id));
      report(ids.length);
      after = next ?? undefined;
    } while (after !== undefined && ids.length < MOST);
  }
  return ids.slice(0, MOST);
}
