import { TemplateError } from '../../core/events/templates/template-error';
import { type OpenNotification, openContent } from '../../store/notifications/content';
import type { Sending } from './sending';

export type Sources = Awaited<ReturnType<typeof sourcesOf>>;

/**
 * Reads what a message is made of, as it is now: templates are read when their step runs, so that a change made just
 * before is used. The content of the notification is decrypted. The contact is null if the recipient is a Slack channel, or if
 * the contact is gone. Throws TemplateError if the shared payload is gone, and VaultError if a sealed one cannot be opened.
 */
export async function sourcesOf({ deps, notification }: Sending) {
  const { store, vault } = deps;
  const { contactId, applicationId, batchId } = notification;
  const [contact, application, event, batch] = await Promise.all([
    contactId === null ? null : store.contacts.get(contactId),
    store.applications.get(applicationId),
    store.events.get(notification, notification.event),
    batchId === null ? notification : store.batches.get(batchId),
  ]);
  if (!batch) throw new TemplateError('the payload of its array is gone');
  const open: OpenNotification = { ...notification, ...openContent(vault, batch) };
  return { notification: open, contact, application, event };
}
