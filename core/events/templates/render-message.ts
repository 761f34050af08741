import type { Channel } from '../../shared/channels';
import type { Template } from '../definition';
import type { RichContent } from '../../sending/rich-content';
import { LINK_VARIABLES, type Links, mentionsLink } from '../../preferences/links';
import type { Place } from './fill';
import { renderAddress } from './render-address';
import { CONTENTS, renderTemplate } from './render-template';
import { isSmallJob } from './small-job';
import { buildVariables, type TemplateVariables, type VariableSources } from './variables';

/** The input of one message. Data of callers is JSON text, because parsing it is a part of the work. */
export interface MessageJob extends Pick<
  VariableSources,
  'brand' | 'app' | 'sender' | 'event' | 'notificationId' | 'links'
> {
  channel: Channel;
  template: Template;
  /** Language of the template. */
  language: string;
  /** IANA zone of the recipient; null: UTC. */
  timezone: string | null;
  payload: string;
  contact: Omit<VariableSources['contact'], 'meta'> & { meta: string };
  digest?: { count: number; key?: string | null; items: { id: string; payload: string }[] };
  /** `tenant.*`; absent: the notification has no tenant. */
  tenant?: { id: string; name: string; variables: string };
  /** Template of the event's own address that unsubscribes. E-mails have it in their headers. */
  unsubscribeUrl?: string;
  /** An e-mail in bulk without such an address has that of `links` in its headers. */
  oneClick?: true;
  /** SMS: domain of the application's one-time codes. */
  otpDomain?: string | null;
}

/** The rendered message. */
export interface MadeMessage {
  subject?: string;
  html?: string;
  text?: string;
  /** JSON text of its other content (core/sending/rich-content.ts). */
  rich?: string;
}

/** Renders a message. TemplateError if its template cannot be used. Calls `onPlace` with each place before it is filled. */
export function renderMessage(
  job: MessageJob,
  onPlace?: (place: Place) => void,
  variables: TemplateVariables = variablesOf(job),
): MadeMessage {
  const { channel, language, timezone, unsubscribeUrl: address, oneClick, links } = job;
  const options = { language, timezone, onPlace };
  const own = address && renderAddress('unsubscribe_url', address, variables, options);
  const isGiven = Object.hasOwn(variables.payload as object, UNSUBSCRIBE);
  const all = own && !isGiven ? { ...variables, [UNSUBSCRIBE]: own } : variables;
  const content = renderTemplate(channel, job.template, all, options);
  const completed = CONTENTS[channel].complete?.(content.text ?? '', {
    payload: variables.payload as Record<string, unknown>,
    otpDomain: job.otpDomain,
  });
  const rich: RichContent = {
    ...content.rich,
    ...(channel === 'email' && (own ? { unsubscribeUrl: own } : oneClick && headersOf(links))),
    ...completed?.rich,
  };
  return {
    subject: content.subject,
    html: content.html,
    text: completed?.text ?? content.text,
    ...(Object.keys(rich).length > 0 && { rich: JSON.stringify(rich) }),
  };
}

const [UNSUBSCRIBE] = LINK_VARIABLES;

/** Returns what the headers of an e-mail in bulk are made of. */
const headersOf = (links: Links | undefined): RichContent =>
  links
    ? {
        unsubscribeUrl: links.unsubscribeUrl,
        ...(links.unsubscribeMail !== undefined && { unsubscribeMail: links.unsubscribeMail }),
      }
    : {};

/** Maximum number of characters of JSON for which a message is checked to be small. */
const MOST_JSON = 16_384;

/** Renders a message if that is certain to take a few milliseconds (`isSmallJob`); else null. TemplateError as above. */
export function renderIfSmall(job: MessageJob): MadeMessage | null {
  const { template, unsubscribeUrl: address, payload, contact, digest, tenant } = job;
  const json = payload.length + contact.meta.length + (tenant?.variables.length ?? 0);
  if (digest !== undefined || json > MOST_JSON) return null;
  // How long the rendered address is, is not known.
  if (address !== undefined && mentionsLink(JSON.stringify(template), [UNSUBSCRIBE])) return null;
  const variables = variablesOf(job);
  return isSmallJob({ template, address }, variables) ? renderMessage(job, undefined, variables) : null;
}

function variablesOf({ payload, contact, digest, tenant, ...sources }: MessageJob): TemplateVariables {
  return buildVariables({
    ...sources,
    payload: read(payload),
    contact: { ...contact, meta: read(contact.meta) },
    tenant: tenant && { ...read(tenant.variables), id: tenant.id, name: tenant.name },
    digest: digest && {
      count: digest.count,
      ...(digest.key !== undefined && { key: digest.key }),
      items: digest.items.map(({ id, payload: own }) => {
        const values = read(own);
        return { ...values, payload: values, notification: { id } };
      }),
    },
  });
}

const read = (json: string): Record<string, unknown> => JSON.parse(json) as Record<string, unknown>;
