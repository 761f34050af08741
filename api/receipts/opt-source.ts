import { categoryToLeave } from '../../core/preferences/opt-changes';
import { categoriesIn } from '../../core/preferences/wish';
import type { OptChange } from '../../core/receipts/receipt';
import type { Environment } from '../../core/shared/channels';
import type { Application } from '../../store/accounts/applications';
import type { ApiDeps } from '../deps';

/** The message that somebody opted out from. */
export interface Source {
  environment: Environment;
  notificationId: string;
  /** The category that its event names now. Null: none, or one that nobody can switch off. */
  category: string | null;
}

/** Returns the message of this application that a change names; null: it names none, or it was removed. */
export async function sourceOf(
  { store }: Pick<ApiDeps, 'store'>,
  application: Application,
  { message }: Pick<OptChange, 'message'>,
): Promise<Source | null> {
  if (!message) return null;
  const { notificationId, messageId } = message;
  const notification = await store.notifications.get(notificationId);
  if (notification?.applicationId !== application._id) return null;
  if (!notification.messages.some(({ id }) => id === messageId)) return null;
  const event = await store.events.get(notification, notification.event);
  const category = categoryToLeave(event, categoriesIn(application, notification));
  return { environment: notification.environment, notificationId, category };
}
