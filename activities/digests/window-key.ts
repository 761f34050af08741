import { createHash } from 'node:crypto';
import type { Notification } from '../../store/notifications/model';

/**
 * Key of a window: it gathers the notifications of one event to one recipient, with the same forced channel if there is one, and
 * the same value of the digest's own key if it has one.
 * Sensitive notifications have windows of their own, because a carrier that is not sensitive would store their content. So has
 * each tenant, because a message has one brand and one sender (TENANT-10).
 */
export function windowKeyOf(
  notification: Omit<Notification, 'payload' | 'overrides'>,
  own: string | null,
): string {
  const { applicationId, environment, event, recipient, forcedChannel, sensitive, tenant } = notification;
  const parts = [applicationId, environment, event, forcedChannel ?? '', recipient];
  // Hashed, because it is content of the payload.
  const ofKey = own === null ? [] : ['key', createHash('sha256').update(own).digest('base64url')];
  const apart = [...(sensitive ? ['sensitive'] : []), ...(tenant === undefined ? [] : [`tenant=${tenant}`])];
  return [...apart, ...ofKey, ...parts].join(':');
}
