import { type Failure, failure } from '../http/verdict';
import type { OutboundMessage } from '../provider';

/** What a push message shows, and what it carries for the app. */
export interface Alert {
  title?: string;
  body?: string;
  /** https. */
  image?: string;
  /** https. */
  link?: string;
  badge?: number;
  /** For the app: the template's data, the link, and our ids, so that an app can report what was opened. */
  data: Record<string, string>;
}

/** Returns the alert of a message, or a refusal if there is nothing to show or an address cannot be used. */
export function alertOf({ id, notificationId, content }: OutboundMessage): Alert | Failure {
  const { title, text, image, link, badge, data } = content;
  if (!title && !text) return failure('message', 'the template renders neither title nor text');
  for (const [field, address] of Object.entries({ image, link })) {
    if (address && !isHttps(address)) return failure('message', `${field} is not an https address`);
  }
  if (badge !== undefined && !(Number.isInteger(badge) && badge >= 0))
    return failure('message', 'badge is not a number of at least 0');
  return {
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
  };
}

/** Returns the minimum number of bytes of a message in any encoding. */
export const leastBytes = ({ title = '', body = '', data }: Alert): number =>
  Buffer.byteLength(title + body + Object.entries(data).flat().join(''));

const isHttps = (address: string): boolean => URL.canParse(address) && new URL(address).protocol === 'https:';
