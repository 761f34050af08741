import { addressFieldOf, type ContactFields, readBy } from '../core/contacts/fields';
import type { EventDefinition, Template } from '../core/events/definition';
import { isUnsubscribeUrl, LINK_VARIABLES, type Links, mentionsLink } from '../core/preferences/links';
import { pickTemplate } from '../core/events/templates/pick-template';
import type { MadeMessage, MessageJob } from '../core/events/templates/render-message';
import { TemplateError } from '../core/events/templates/template-error';
import { isKnownZone } from '../core/sequences/clock';
import { brandOf } from '../core/sending/brand';
import type { BrandField } from '../core/sending/brand-fields';
import type { Brand } from '../core/sending/brand-shape';
import { overridesOf } from '../core/sending/overrides';
import { formatMailbox, requestedSender, resolveSender, type SenderSettings } from '../core/sending/sender';
import type { Origin } from '../core/sending/origin';
import type { RichContent } from '../core/sending/rich-content';
import { type SmsPrices, smsPrice } from '../core/sending/sms-prices';
import { smsSegments } from '../core/sending/sms-segments';
import type { Channel } from '../core/shared/channels';
import { type Tenant, tenantSender } from '../core/tenants/tenant';
import type { Renderer } from './renderer';

/** What a message is rendered from. */
interface Ingredients {
  application: SenderSettings &
    Required<Pick<MessageJob, 'otpDomain'>> & { _id: string; brand: Brand; smsPrices?: SmsPrices | null };
  event: EventDefinition;
  notification: {
    _id: string;
    language: string | null;
    from: string | null;
    /** JSON text. */
    payload: string | null;
    overrides: string | null;
    contact: { name: string | null };
    /** Addresses of the request, which come before the contact's. */
    to: Partial<Record<Channel, string>>;
  };
  message: { channel: Channel; step: string; address: string | null };
  /** `meta` is JSON text. Null: a Slack channel. */
  contact: (ContactFields & { meta: string }) | null;
  digest?: MessageJob['digest'];
  /** Absent: the notification has none. */
  tenant?: Tenant | null;
  links?: LinkSource;
}

/** The links of a message to its recipient. They are made if the message has a place for them. */
export interface LinkSource {
  /** Whether an e-mail has them in its headers. */
  isOneClick: boolean;
  /** Null: there are none, because PUBLIC_URL is not set or the message has no contact. */
  make(channel: Channel): Promise<Links | null>;
}

/** Where the sender and each value of the brand come from (TENANT-2). */
export interface MessageOrigins {
  sender: Origin;
  brand: Partial<Record<BrandField, Origin>>;
}

/** A message with its sender and the language of its template. */
interface Composed extends MadeMessage {
  from?: string;
  language: string;
  origins: MessageOrigins;
}

/** Renders a message. Throws TemplateError if its template cannot be used, and BusyError if no thread was free for it. */
export async function composeMessage(
  renderer: Renderer,
  { notification, message, application, event, contact, digest, tenant = null, links }: Ingredients,
): Promise<Composed> {
  const { channel, step } = message;
  const overrides = overridesOf(notification);
  const picked = pickTemplate(event, step, channel, [notification.language, contact?.language]);
  if (!picked) throw new TemplateError(`event ${event.name} has no template for ${channel} any more`);
  const requested = requestedSender(channel, { from: notification.from, overrides });
  const named = { requested, tenant: tenantSender(tenant, channel), event: event.from };
  const resolved = resolveSender(application, channel, named);
  if (!resolved.ok) throw new TemplateError(resolved.message);
  const brand = brandOf(picked.language, [
    { origin: 'send', brand: overrides.brand },
    { origin: 'tenant', brand: tenant?.brand },
    { origin: 'application', brand: application.brand },
  ]);
  const payload = notification.payload ?? '{}';
  const used = links && (await linksIn({ template: picked.template, payload, event, channel }, links));
  const { subject, ...made } = await renderer.message(application._id, {
    channel,
    template: picked.template,
    language: picked.language,
    timezone: contact?.timezone && isKnownZone(contact.timezone) ? contact.timezone : null,
    payload,
    contact: contactVariables({ contact, message, notification }),
    brand: brand.values,
    app: { name: application.name },
    sender: resolved.sender,
    event: event.name,
    notificationId: notification._id,
    digest,
    ...(tenant && { tenant: { id: tenant.id, name: tenant.name, variables: tenant.variables } }),
    ...used,
    ...(channel === 'sms' && { otpDomain: application.otpDomain }),
  });
  if (channel === 'sms') refuseLonger(event, made.text ?? '');
  return {
    subject: channel === 'email' ? subjectOf(overrides.email?.subject, subject, application.name) : subject,
    ...made,
    ...(channel === 'sms' && application.smsPrices && priced(made, application.smsPrices, message.address)),
    from: formatMailbox(resolved.sender) ?? resolved.sender.phone ?? undefined,
    language: picked.language,
    origins: { sender: resolved.origin, brand: brand.origins },
  };
}

const [UNSUBSCRIBE] = LINK_VARIABLES;

/**
 * Returns what a message is rendered with to unsubscribe from it (PREFERENCE-32, PREFERENCE-33). Throws a TemplateError for an
 * e-mail in bulk that nobody could unsubscribe from.
 */
async function linksIn(
  { template, payload, event, channel }: LinkPlace,
  { isOneClick, make }: LinkSource,
): Promise<Pick<MessageJob, 'unsubscribeUrl' | 'oneClick' | 'links'>> {
  const text = JSON.stringify(template);
  const mentioned = LINK_VARIABLES.filter((name) => mentionsLink(text, [name]));
  const given = mentioned.length > 0 ? (JSON.parse(payload) as Record<string, unknown>) : {};
  const wanted = mentioned.filter((name) => !Object.hasOwn(given, name));
  const own = event.unsubscribeUrl;
  const inHeaders = channel === 'email' && isOneClick;
  const ours = inHeaders || wanted.some((name) => name !== UNSUBSCRIBE || own === undefined);
  const links = ours ? await make(channel) : null;
  if (inHeaders && !isUnsubscribeUrl(links?.unsubscribeUrl ?? '')) throw new TemplateError(NEEDS_PUBLIC_URL);
  const hasOwn = own !== undefined && (channel === 'email' || wanted.includes(UNSUBSCRIBE));
  return {
    ...(hasOwn && { unsubscribeUrl: own }),
    ...(inHeaders && { oneClick: true }),
    ...(links && { links }),
  };
}

interface LinkPlace {
  template: Template;
  payload: string;
  event: EventDefinition;
  channel: Channel;
}

const NEEDS_PUBLIC_URL =
  'An e-mail in bulk needs an address that unsubscribes, and PUBLIC_URL is not an https address. Set PUBLIC_URL for API and worker, restart them, and retry the notification.';

/** Returns the rich content of an SMS with what it is expected to cost. */
function priced({ rich }: MadeMessage, prices: SmsPrices, number: string | null): Pick<MadeMessage, 'rich'> {
  const content = JSON.parse(rich ?? '{}') as RichContent;
  const price = content.segments && smsPrice(prices, number ?? '', content.segments.count);
  return { rich: price ? JSON.stringify({ ...content, price }) : rich };
}

/** Throws a TemplateError for an SMS of more segments than its event allows. Each segment is paid for. */
function refuseLonger({ maxSegments }: EventDefinition, text: string): void {
  if (maxSegments === undefined) return;
  const { count, encoding } = smsSegments(text);
  if (count <= maxSegments) return;
  const most = maxSegments === 1 ? '1 segment' : `${maxSegments} segments`;
  const why = `The SMS takes ${count} segments in ${encoding}, and its event allows ${most} (sms.max_segments).`;
  throw new TemplateError(`${why} Shorten the template or the values of the payload.`);
}

/** Returns the first that is not blank: many mail servers and providers take no e-mail without a subject. */
const subjectOf = (...subjects: (string | undefined)[]): string | undefined =>
  subjects.find((subject) => subject?.trim());

function contactVariables({
  contact,
  message,
  notification,
}: Pick<Ingredients, 'contact' | 'message' | 'notification'>) {
  if (!contact) return { name: notification.contact.name, meta: '{}' };
  const read = readBy('template', contact);
  // Addresses of the request come before the contact's, and the one that the message goes to comes before both.
  const used = [...Object.entries(notification.to), [message.channel, message.address] as const];
  for (const [channel, address] of used) {
    const { one } = addressFieldOf(channel as Channel);
    if (one in read) read[one] = address;
  }
  return { ...read, meta: contact.meta };
}
