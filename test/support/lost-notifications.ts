import type { Notification } from '../../store/notifications/model';
import type { Stack } from './stack';

/** Takes a notification out of the database, as a server does that knows nothing of it; gives what was there. */
export async function lose({ store }: Pick<Stack, 'store'>, id: string): Promise<Notification> {
  const found = await store.notifications.get(id);
  if (!found) throw new Error(`no notification ${id}`);
  await store.notifications.remove([id]);
  return found;
}
