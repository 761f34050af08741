import type { Channel } from '../../shared/channels';
import type { Template } from '../definition';
import type { RichContent } from '../../sending/rich-content';
import { smsSegments } from '../../sending/sms-segments';
import type { Place } from './fill';
import { withOriginBoundCode } from './origin-bound-code';
import { renderAddress } from './render-address';
import { renderTemplate } from './render-template';
import { isSmallJob } from './small-job';
import { buildVariables, type TemplateVariables, type VariableSources } from './variables';

/** All that one message is made from. What callers sent is JSON text: to read it is a part of the work. */
export interface MessageJob extends Pick<
  VariableSources,
  'brand' | 'app' | 'sender' | 'event' | 'notificationId'
> {
  channel: Channel;
  template: Template;
  /** Language of the template. */
  language: string;
  /** IANA zone of the recipient; null: UTC. */
  timezone: string | null;
  payload: string;
  contact: Omit<VariableSources['contact'], 'meta'> & { meta: string };
  digest?: { count: number; items: { id: string; payload: string }[] };
  /** E-mail in bulk: template of the address that unsubscribes. */
  unsubscribeUrl?: string;
  /** SMS: domain of the application's one-time codes. */
  otpDomain?: string | null;
}

/** What is made of it. */
export interface MadeMessage {
  subject?: string;
  html?: string;
  text?: string;
  /** JSON text of what else it shows (`core/rich-content`). */
  rich?: string;
}

/** Makes a message; TemplateError where its template cannot be used. `onPlace` is told each place before it is filled. */
export function renderMessage(
  job: MessageJob,
  onPlace?: (place: Place) => void,
  variables: TemplateVariables = variablesOf(job),
): MadeMessage {
  const { channel, language, timezone, unsubscribeUrl: address } = job;
  const options = { language, timezone, onPlace };
  const content = renderTemplate(channel, job.template, variables, options);
  const unsubscribeUrl =
    address === undefined ? undefined : renderAddress('unsubscribe_url', address, variables, options);
  const text =
    channel === 'sms'
      ? withOriginBoundCode(content.text ?? '', variables.payload as Record<string, unknown>, job.otpDomain)
      : content.text;
  const rich: RichContent = {
    ...content.rich,
    ...(unsubscribeUrl !== undefined && { unsubscribeUrl }),
    // What an SMS costs, for the operator who looks at it.
    ...(channel === 'sms' && { segments: smsSegments(text ?? '') }),
  };
  return {
    subject: content.subject,
    html: content.html,
    text,
    ...(Object.keys(rich).length > 0 && { rich: JSON.stringify(rich) }),
  };
}

/** Characters of JSON past which a message is not read to find out whether it is small. */
const MOST_JSON = 16_384;

/** The message, where it is certain to be made in a few milliseconds (`isSmallJob`); else null. TemplateError as above. */
export function renderIfSmall(job: MessageJob): MadeMessage | null {
  const { template, unsubscribeUrl: address, payload, contact, digest } = job;
  if (digest !== undefined || payload.length + contact.meta.length > MOST_JSON) return null;
  const variables = variablesOf(job);
  return isSmallJob({ template, address }, variables) ? renderMessage(job, undefined, variables) : null;
}

function variablesOf({ payload, contact, digest, ...sources }: MessageJob): TemplateVariables {
  return buildVariables({
    ...sources,
    payload: read(payload),
    contact: { ...contact, meta: read(contact.meta) },
    digest: digest && {
      count: digest.count,
      items: digest.items.map(({ id, payload: own }) => {
        const values = read(own);
        return { ...values, payload: values, notification: { id } };
      }),
    },
  });
}

const read = (json: string): Record<string, unknown> => JSON.parse(json) as Record<string, unknown>;
