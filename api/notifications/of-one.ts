import { isUuid } from '../../core/shared/ids';
import { findConfirmed } from '../../store/maintenance/find-confirmed';
import type { ApiDeps } from '../deps';
import { notificationNotFound } from '../http/api-error';
import type { PublicCall } from '../http/call';
import { uuid } from '../http/formats';
import { NOTIFICATION_ID } from './examples';

/** What all routes have that change one notification. */
export const ofOne = {
  tag: 'Notifications',
  method: 'post',
  scope: 'send',
  params: { id: uuid.describe('As the send answered it.').meta({ examples: [NOTIFICATION_ID] }) },
} as const;

/** Returns the id of the caller's notification that a path names. Throws a 404 if there is none (OUTAGE-6). */
export async function ownId(
  { caller, params }: Pick<PublicCall<{ id: string }, unknown, unknown>, 'caller' | 'params'>,
  { store }: ApiDeps,
): Promise<string> {
  const id = params.id.toLowerCase();
  if (!isUuid(id)) throw notificationNotFound();
  if (await findConfirmed(store, () => store.notifications.getInScope(id, caller.scope))) return id;
  throw notificationNotFound();
}
