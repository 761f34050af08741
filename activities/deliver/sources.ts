import { TemplateError } from '../../core/events/templates/template-error';
import { contentOf, type OpenNotification } from '../../store/notifications/content';
import type { Sending } from './sending';

/**
 * Reads what a message is made of, as it is now: templates are read when their step runs, so that a change made just
 * before is used. The content of the notification is decrypted. Throws TemplateError if the shared payload is gone, and
 * VaultError if a sealed one cannot be opened.
 */
export async function sourcesOf({ deps, notification }: Sending) {
  const { store, vault } = deps;
  const { batchId } = notification;
  const [sources, batch] = await Promise.all([
    store.sources.of(notification),
    batchId === null ? null : store.batches.get(batchId),
  ]);
  if (batchId !== null && !batch) throw new TemplateError('the payload of its array is gone');
  const open: OpenNotification = { ...notification, ...contentOf(vault, notification, batch) };
  return { ...sources, notification: open };
}
