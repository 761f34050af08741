import { TemplateError } from '../../core/events/templates/template-error';
import type { EventDefinition } from '../../core/events/definition';
import type { Application } from '../../store/accounts/applications';
import type { Contact } from '../../store/contacts/model';
import { type OpenNotification, openContent } from '../../store/notifications/content';
import type { Sending } from './sending';

export interface Sources {
  /** With its content in clear, which the notifications of one array share. */
  notification: OpenNotification;
  /** Null if the notification is for a channel of Slack, or if the contact is gone. */
  contact: Contact | null;
  application: Application | null;
  event: EventDefinition | null;
}

/**
 * Reads what a message is made of, as it is now: templates are read when their step runs, so that a change made just
 * before is used. Throws TemplateError if the shared payload is gone, and VaultError if a sealed one cannot be opened.
 */
export async function sourcesOf({ deps, notification }: Sending): Promise<Sources> {
  const { store, vault } = deps;
  const { contactId, applicationId, batchId } = notification;
  const [contact, application, event, batch] = await Promise.all([
    contactId === null ? null : store.contacts.get(contactId),
    store.applications.get(applicationId),
    store.events.get(notification, notification.event),
    batchId === null ? notification : store.batches.get(batchId),
  ]);
  if (!batch) throw new TemplateError('the payload of its array is gone');
  return { notification: { ...notification, ...openContent(vault, batch) }, contact, application, event };
}
