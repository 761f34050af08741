import { z } from 'zod';
import { isEhloName } from '../../core/sending/ehlo-name';
import { flag, integer, loopback, portNumber, webAddress, words } from './values';

export const receipts = {
  PUBLIC_URL: webAddress
    .optional()
    .describe(
      'Address at which the production API is reached from outside, for example https://notify.example.com. Providers send receipts to <PUBLIC_URL>/receipts/…, and the signatures of receipts are checked against that address. Links of messages that unsubscribe lead to <PUBLIC_URL>/preferences/…, and e-mails in bulk need https there.',
    ),
  OPT_OUT_WORDS: words.describe(
    'Words that opt people out of SMS and WhatsApp messages, separated by commas, in addition to the built-in ones (STOP, ARRET, STOPP, BAJA and others: docs/guides/deliverability.md). Case, accents and punctuation do not matter. If it is not set, only the built-in ones count.',
  ),
  OPT_IN_WORDS: words.describe(
    'Words that opt people in again, separated by commas, in addition to START and UNSTOP. Case, accents and punctuation do not matter. If it is not set, only those two count.',
  ),
};

export const mail = {
  SMTP_URL: z
    .string()
    .regex(/^smtps?:\/\//, 'must start with smtp:// or smtps://')
    .optional()
    .describe(
      'SMTP server for e-mail, for example smtp://user:password@host:port. Without it, e-mail that no integration sends fails with NO_PROVIDER.',
    ),
  SMTP_ALLOW_PLAINTEXT: flag.describe(
    '`true` sends the password of SMTP_URL even to a server without TLS. `false` sends it without TLS only to this machine (localhost, 127.0.0.1).',
  ),
  SMTP_POOL_SIZE: integer(10, 1, 100).describe(
    'Maximum connections that one worker keeps open to the server of SMTP_URL.',
  ),
  SMTP_EHLO_NAME: z
    .string()
    .refine(isEhloName, 'must be a full domain name, for example mail.example.com, or an address in brackets')
    .optional()
    .describe(
      'Name that API and worker give SMTP servers in EHLO (RFC 5321). Some servers refuse a name that they do not know. An `smtp` integration can have its own. If it is not set, the full name of the host is used. If the host has none, the domain of the sender is used.',
    ),
  BOUNCE_DOMAIN: z
    .string()
    .toLowerCase()
    .max(189, 'must be 189 characters or fewer')
    .regex(
      /^(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+(?!\d+$)[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])$/,
      'must be a domain in ASCII, for example bounces.example.com (xn--… for others)',
    )
    .optional()
    .describe(
      'Domain that receives the bounces of e-mail sent over SMTP. Use it for nothing else. Each message gets its own return address there (docs/operations/bounces.md), and e-mails in bulk can be unsubscribed with a mail to it. It needs ENCRYPTION_KEY. If it is not set, bounces go to the sender.',
    ),
  BOUNCE_PORT: portNumber
    .optional()
    .describe(
      'Port on which the API accepts the mail of BOUNCE_DOMAIN. If it is not set, the API accepts no mail.',
    ),
  BOUNCE_HOST: loopback.describe(
    'Address on which the API accepts the mail of BOUNCE_DOMAIN. It has no TLS and no login, so only your own mail server may reach it.',
  ),
  BOUNCE_PROTOCOL: z
    .enum(['smtp', 'lmtp'])
    .default('smtp')
    .describe('Protocol in which your mail server delivers the mail of BOUNCE_DOMAIN: `smtp` or `lmtp`.'),
};
