import type { Channel } from '../shared/channels';
import { joinTokens } from './push-tokens';

/** The part of a contact that routing and templates read; the newest address is first. */
export interface ContactFields {
  emails: string[];
  phones: string[];
  name: string | null;
  externalId: string | null;
  avatar: string | null;
  username: string | null;
  slack: string | null;
  telegram: string | null;
  discord: string | null;
  pushTokens: string[];
  language: string | null;
  timezone: string | null;
}

/** E-mail addresses, and as many phone numbers, of one contact: more than anybody has. */
export const MAX_ADDRESSES = 50;

/** Push tokens of one contact: more than anybody has devices. */
export const MAX_PUSH_TOKENS = 100;

/** Where a contact can be reached over a channel (CHANNEL-4), null where it cannot. */
export function addressOf(contact: ContactFields, channel: Channel): string | null {
  switch (channel) {
    case 'email':
      return contact.emails[0] ?? null;
    case 'sms':
    case 'whatsapp':
      return contact.phones[0] ?? null;
    case 'slack':
      return contact.slack;
    case 'telegram':
      return contact.telegram;
    case 'discord':
      return contact.discord;
    case 'push':
      return joinTokens(contact.pushTokens);
  }
}

/** The first word is the first name, the rest the last (CONTACT-7). */
export function splitName(name: string | null): { firstName: string | null; lastName: string | null } {
  const [first, ...rest] = (name ?? '').trim().split(/\s+/);
  return { firstName: first || null, lastName: rest.length > 0 ? rest.join(' ') : null };
}
