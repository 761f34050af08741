import type { OutboundMessage } from '../../channels/provider';
import { splitName } from '../../core/contacts/fields';
import type { EventDefinition } from '../../core/events/definition';
import type { RichContent } from '../../core/sending/rich-content';
import { formatMailbox, requestedSender, resolveSender } from '../../core/sending/sender';
import { pickTemplate } from '../../core/events/templates/pick-template';
import type { MessageJob } from '../../core/events/templates/render-message';
import { TemplateError } from '../../core/events/templates/template-error';
import { overridesOf } from '../../core/sending/overrides';
import type { Renderer } from '../../rendering/renderer';
import type { Application } from '../../store/accounts/applications';
import type { OpenNotification } from '../../store/notifications/content';
import type { Contact } from '../../store/contacts/model';
import type { Message, Notification, Rendered } from '../../store/notifications/model';
import type { Copies } from './copies';
import type { Sources } from './sources';

/** What a message is rendered from. */
interface Ingredients extends Sources {
  message: Message;
  application: Application;
  event: EventDefinition;
  digest?: MessageJob['digest'];
}

/** Renders a message. Throws TemplateError if its template cannot be used, and BusyError if no thread was free for it. */
export async function render(
  renderer: Renderer,
  { notification, message, application, event, contact, digest }: Ingredients,
): Promise<Rendered> {
  const { channel, step } = message;
  const overrides = overridesOf(notification);
  const picked = pickTemplate(event, step, channel, [notification.language, contact?.language]);
  if (!picked) throw new TemplateError(`event ${event.name} has no template for ${channel} any more`);
  const requested = requestedSender(channel, { from: notification.from, overrides });
  const named = { requested, event: event.from };
  const resolved = resolveSender(application, channel, named);
  if (!resolved.ok) throw new TemplateError(resolved.message);
  const { subject, ...made } = await renderer.message(application._id, {
    channel,
    template: picked.template,
    language: picked.language,
    timezone: contact?.timezone ?? null,
    payload: notification.payload ?? '{}',
    contact: contactVariables(contact, message, notification),
    brand: { ...application.brand, ...overrides.brand },
    app: { name: application.name },
    sender: resolved.sender,
    event: event.name,
    notificationId: notification._id,
    digest,
    ...(channel === 'email' && { unsubscribeUrl: event.unsubscribeUrl }),
    ...(channel === 'sms' && { otpDomain: application.otpDomain }),
  });
  return {
    subject: channel === 'email' ? subjectOf(overrides.email?.subject, subject, application.name) : subject,
    ...made,
    from: channel === 'email' ? formatMailbox(resolved.sender) : (resolved.sender.phone ?? undefined),
    language: picked.language,
  };
}

/** Returns the first that is not blank: many mail servers and providers take no e-mail without a subject. */
const subjectOf = (...subjects: (string | undefined)[]): string | undefined =>
  subjects.find((subject) => subject?.trim());

/** Returns the message as its provider gets it. */
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

function contactVariables(contact: Contact | null, message: Message, notification: Notification) {
  if (!contact) return { name: notification.contact.name, meta: '{}' };
  return {
    name: contact.name,
    ...splitName(contact.name),
    email: message.channel === 'email' ? message.address : (contact.emails[0] ?? null),
    phone: message.channel === 'sms' ? message.address : (contact.phones[0] ?? null),
    externalId: contact.externalId,
    avatar: contact.avatar,
    username: contact.username,
    language: contact.language,
    meta: contact.meta,
  };
}
