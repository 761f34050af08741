import type { SenderType } from './queries';

interface Words {
  label: string;
  /** What it lets the application send as. */
  about: string;
  example: string;
}

export const SENDER_TYPES = ['domain', 'email', 'phone', 'alphanumeric'] as const satisfies SenderType[];

/** What the types of senders are called. */
export const WORDS: Readonly<Record<SenderType, Words>> = {
  domain: { label: 'Domain', about: 'every e-mail address of the domain', example: 'example.com' },
  email: { label: 'E-mail address', about: 'this e-mail address', example: 'hello@example.com' },
  phone: { label: 'Phone number', about: 'this number, in SMS and WhatsApp', example: '+15005550006' },
  alphanumeric: { label: 'SMS sender name', about: 'this name, in SMS', example: 'MYSHOP' },
};
