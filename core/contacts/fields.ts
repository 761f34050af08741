import type { Channel } from '../shared/channels';
import { joinTokens } from './push-tokens';

/** The part of a contact that routing and templates read. The newest address comes first. */
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

/** The fields of a contact that is not stored yet, or that was erased. */
export const EMPTY_FIELDS: ContactFields = {
  emails: [],
  phones: [],
  name: null,
  externalId: null,
  avatar: null,
  username: null,
  slack: null,
  telegram: null,
  discord: null,
  pushTokens: [],
  language: null,
  timezone: null,
};

/** Maximum number of e-mail addresses, and of phone numbers, of one contact. */
export const MAX_ADDRESSES = 50;

/** Maximum number of push tokens of one contact. */
export const MAX_PUSH_TOKENS = 100;

/** Returns the address of a contact on a channel (CHANNEL-4); null if it has none. */
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

/** Splits a name: the first word is the first name, the others are the last name (CONTACT-7). */
export function splitName(name: string | null): { firstName: string | null; lastName: string | null } {
  const [first, ...rest] = (name ?? '').trim().split(/\s+/);
  return { firstName: first || null, lastName: rest.length > 0 ? rest.join(' ') : null };
}
