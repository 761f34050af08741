import type { OutboundMessage } from '../channels/provider';
import { splitName } from '../core/contact-fields';
import type { EventDefinition } from '../core/event-definition';
import type { RichContent } from '../core/rich-content';
import { formatMailbox, requestedSender, resolveSender } from '../core/sender';
import { smsSegments } from '../core/sms-segments';
import { withOriginBoundCode } from '../core/templates/origin-bound-code';
import { pickTemplate } from '../core/templates/pick-template';
import { renderAddress } from '../core/templates/render-address';
import { renderTemplate } from '../core/templates/render-template';
import { TemplateError } from '../core/templates/template-error';
import type { DigestVariables } from '../core/templates/variables';
import { buildVariables } from '../core/templates/variables';
import { overridesOf } from '../core/overrides';
import type { Application } from '../store/applications';
import type { OpenNotification } from '../store/content';
import type { Contact } from '../store/contact-model';
import type { Message, Notification, Rendered } from '../store/notification-model';
import type { Copies } from './copies';

export interface Sources {
  notification: OpenNotification;
  message: Message;
  application: Application;
  event: EventDefinition;
  /** Null for a Slack channel. */
  contact: Contact | null;
  digest?: DigestVariables;
}

/** Renders a message; TemplateError when its template cannot be used. */
export function render({ notification, message, application, event, contact, digest }: Sources): Rendered {
  const { channel, step } = message;
  const overrides = overridesOf(notification);
  const picked = pickTemplate(event, step, channel, [notification.language, contact?.language]);
  if (!picked) throw new TemplateError(`event ${event.name} has no template for ${channel} any more`);
  const requested = requestedSender(channel, { from: notification.from, overrides });
  const named = { requested, event: event.from };
  const resolved = resolveSender(application, channel, named);
  if (!resolved.ok) throw new TemplateError(resolved.message);
  const payload = JSON.parse(notification.payload ?? '{}') as Record<string, unknown>;
  const variables = buildVariables({
    payload,
    contact: contactVariables(contact, message, notification),
    brand: { ...application.brand, ...overrides.brand },
    app: { name: application.name },
    sender: resolved.sender,
    event: event.name,
    notificationId: notification._id,
    digest,
  });
  const options = { language: picked.language, timezone: contact?.timezone };
  const content = renderTemplate(channel, picked.template, variables, options);
  const unsubscribeUrl =
    channel === 'email' && event.unsubscribeUrl !== undefined
      ? renderAddress('unsubscribe_url', event.unsubscribeUrl, variables, options)
      : undefined;
  const subject = channel === 'email' ? (overrides.email?.subject ?? content.subject) : content.subject;
  const text =
    channel === 'sms'
      ? withOriginBoundCode(content.text ?? '', payload, application.otpDomain)
      : content.text;
  const rich: RichContent = {
    ...content.rich,
    ...(unsubscribeUrl !== undefined && { unsubscribeUrl }),
    // What an SMS costs, for the operator who looks at it.
    ...(channel === 'sms' && { segments: smsSegments(text ?? '') }),
  };
  const from = channel === 'email' ? formatMailbox(resolved.sender) : (resolved.sender.phone ?? undefined);
  return {
    subject,
    html: content.html,
    text,
    ...(Object.keys(rich).length > 0 && { rich: JSON.stringify(rich) }),
    from,
    language: picked.language,
  };
}

/** The message as its provider is handed it. */
export function toOutbound(
  notification: OpenNotification,
  message: Message,
  rendered: Rendered,
  copies: Copies['sent'],
): OutboundMessage {
  const { from, language: _language, rich, ...plain } = filled(rendered);
  const content = { ...(rich !== undefined && (JSON.parse(rich) as RichContent)), ...plain };
  const email = message.channel === 'email' ? overridesOf(notification).email : undefined;
  return {
    id: message.id,
    notificationId: notification._id,
    contactId: notification.contactId,
    to: message.address ?? '',
    toName: notification.contact.name ?? undefined,
    from,
    content,
    replyTo: listOf(email?.reply_to),
    ...copies,
  };
}

/** MongoDB gives a field back as null that was undefined when it was stored; a repeat must be the same request. */
const filled = (rendered: Rendered): Rendered =>
  Object.fromEntries(Object.entries(rendered).filter(([, value]) => (value ?? null) !== null)) as Rendered &
    Record<string, string>;

const listOf = (value: string | string[] | undefined): string[] | undefined =>
  value === undefined ? undefined : [value].flat();

function contactVariables(contact: Contact | null, message: Message, notification: Notification) {
  if (!contact) return { name: notification.contact.name };
  return {
    name: contact.name,
    ...splitName(contact.name),
    email: message.channel === 'email' ? message.address : (contact.emails[0] ?? null),
    phone: message.channel === 'sms' ? message.address : (contact.phones[0] ?? null),
    externalId: contact.externalId,
    avatar: contact.avatar,
    username: contact.username,
    language: contact.language,
    meta: JSON.parse(contact.meta) as Record<string, unknown>,
  };
}
