import type { Broadcast } from '../../../store/broadcasts/broadcasts';
import type { Notification } from '../../../store/notifications/model';
import type { Store } from '../../../store/store';

/** Why a broadcast has reached a contact: to whom it went, and since when the contact is in the topic. */
export interface AudienceFacts {
  /** In words, such as `the topic news`. */
  name: string;
  /** Absent: the audience is no topic, or the contact is not in it any more. */
  subscription?: { at: Date; importId: string | null };
}

/** Returns why a notification of a broadcast was made; null if it is of none, or the broadcast is gone. */
export async function audienceOf(
  { subscriptions }: Pick<Store, 'subscriptions'>,
  broadcast: Promise<Broadcast | null> | null,
  { contactId }: Pick<Notification, 'contactId'>,
): Promise<AudienceFacts | null> {
  const its = await broadcast;
  if (!its) return null;
  const { audience, startedAt } = its;
  if ('segment' in audience)
    return { name: `the segment ${audience.segment}, whose filter the contact satisfied` };
  if ('all' in audience) return { name: 'all contacts' };
  const name = `the topic ${audience.topic ?? audience.topicId}`;
  const found = contactId === null ? null : await subscriptions.get(audience.topicId, contactId);
  if (!found) return { name: `${name}, in which the contact is not any more` };
  if (startedAt && found.at > startedAt)
    return { name: `${name}, which the contact has left and joined again since` };
  // The page of an import: its id, and the number of the page.
  return { name, subscription: { at: found.at, importId: found.by?.split(':')[0] ?? null } };
}
