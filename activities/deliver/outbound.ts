import type { OutboundMessage } from '../../channels/provider';
import { overridesOf } from '../../core/sending/overrides';
import type { RichContent } from '../../core/sending/rich-content';
import type { OpenNotification } from '../../store/notifications/content';
import type { Message, Rendered } from '../../store/notifications/model';
import type { Copies } from './copies';

/** Returns the message as its provider gets it in one attempt. */
export function toOutbound(
  notification: OpenNotification,
  message: Message,
  rendered: Rendered,
  { copies, attemptId }: { copies: Copies['sent']; attemptId: string },
): OutboundMessage {
  const { from, language: _language, rich, ...plain } = filled(rendered);
  const content = { ...(rich !== undefined && (JSON.parse(rich) as RichContent)), ...plain };
  const email = message.channel === 'email' ? overridesOf(notification).email : undefined;
  return {
    id: message.id,
    notificationId: notification._id,
    attemptId,
    contactId: notification.contactId,
    to: message.address ?? '',
    toName: notification.contact.name ?? undefined,
    from,
    content,
    ...(notification.sensitive && { sensitive: true }),
    replyTo: listOf(email?.reply_to),
    ...copies,
  };
}

/** MongoDB returns null for a field that was stored as undefined. A repeated request must be the same as the first. */
const filled = (rendered: Rendered): Rendered =>
  Object.fromEntries(Object.entries(rendered).filter(([, value]) => (value ?? null) !== null)) as Rendered &
    Record<string, string>;

const listOf = (value: string | string[] | undefined): string[] | undefined =>
  value === undefined ? undefined : [value].flat();
