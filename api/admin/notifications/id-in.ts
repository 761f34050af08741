import { isIdStart, isUuid } from '../../../core/shared/ids';
import type { Store } from '../../../store/store';
import { ApiError, invalid, notificationNotFound } from '../../http/api-error';

export const NOTIFICATION = '/admin/v1/notifications/:id';

export const missingNotification = ['NOTIFICATION_NOT_FOUND', 'NOTIFICATION_STATE'] as const;

/** Ids that an error names. */
const NAMED = 5;
const TOO_SHORT =
  'There is no notification with this id. Send the complete id, or at least its first eight characters.';

/**
 * Returns the id of the notification that a path names by its id, or by the first eight or more characters of it. The
 * path's parameter becomes the whole id, which the audit record then has. Throws an ApiError if no id begins like this, or
 * if several do.
 */
export async function idIn(store: Store, { params }: { params: { id: string } }): Promise<string> {
  const given = params.id.toLowerCase();
  if (/^[0-9a-f]{1,7}$/.test(given)) throw new ApiError('NOTIFICATION_NOT_FOUND', TOO_SHORT);
  const id = isIdStart(given) && !isUuid(given) ? await idStartingWith(store, given) : given;
  params.id = id;
  return id;
}

async function idStartingWith(store: Store, start: string): Promise<string> {
  const [found, ...others] = await store.notifications.startingWith(start, NAMED + 1);
  if (!found) throw notificationNotFound();
  if (others.length === 0) return found._id;
  const ids = [found, ...others].slice(0, NAMED).map(({ _id }) => _id);
  const more = others.length === NAMED ? ', …' : '';
  throw invalid(
    'id',
    `${start} is the beginning of several ids (${ids.join(', ')}${more}). Send more characters`,
  );
}
