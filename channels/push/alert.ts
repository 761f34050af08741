import type { OutboundMessage, SendResult } from '../provider';
import { failure } from '../http/verdict';

/** What a push message shows, and what it carries for the app. */
export interface Alert {
  title?: string;
  body?: string;
  /** https. */
  image?: string;
  /** https. */
  link?: string;
  badge?: number;
  /** For the app: the template's data, the link, and our ids, so that an app can say what was opened. */
  data: Record<string, string>;
}

export type AlertOrRefusal = { ok: true; alert: Alert } | { ok: false; refusal: SendResult };

/** The alert of a message; a refusal where there is nothing to show or an address cannot be used. */
export function alertOf({ id, notificationId, content }: OutboundMessage): AlertOrRefusal {
  const { title, text, image, link, badge, data } = content;
  if (!title && !text) return no('the template made neither title nor text');
  for (const [field, address] of Object.entries({ image, link })) {
    if (address && !isHttps(address)) return no(`${field} is not an https address`);
  }
  if (badge !== undefined && !(Number.isInteger(badge) && badge >= 0))
    return no('badge is not a number from 0');
  return {
    ok: true,
    alert: {
      ...(title && { title }),
      ...(text && { body: text }),
      ...(image && { image }),
      ...(link && { link }),
      ...(badge !== undefined && { badge }),
      data: {
        ...data,
        ...(link && { link }),
        heliograph_message_id: id,
        heliograph_notification_id: notificationId,
      },
    },
  };
}

/** Refusal of a message that is larger than its service takes, null where it is not. */
export function refuseLarge(bytes: number, limit: number): SendResult | null {
  if (bytes <= limit) return null;
  return failure('message', `the message has ${bytes} bytes, of which the service takes ${limit}`);
}

/** Bytes that a message has at the least, however it is packed. */
export const leastBytes = ({ title = '', body = '', data }: Alert): number =>
  Buffer.byteLength(title + body + Object.entries(data).flat().join(''));

const isHttps = (address: string): boolean => URL.canParse(address) && new URL(address).protocol === 'https:';

const no = (why: string): AlertOrRefusal => ({ ok: false, refusal: failure('message', why) });
