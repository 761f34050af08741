import { z } from 'zod';
import { isEhloName } from '../../../core/sending/ehlo-name';
import { defineProvider } from '../../definition';
import { createSmtpProvider } from './client';
import { smtpRecords } from './records';

/** Any SMTP server (RFC 5321, RFC 6409). */
export const smtp = defineProvider({
  name: 'smtp',
  channels: ['email'],
  settings: z.strictObject({
    url: z
      .string()
      .max(2048)
      .regex(/^smtps?:\/\//, 'must start with smtp:// or smtps://')
      .describe(
        'smtp://user:password@host:587 (STARTTLS, required with a password) or smtps://… (TLS from the start).',
      ),
    pool_size: z.coerce
      .number()
      .int()
      .min(1)
      .max(100)
      .default(10)
      .describe('Maximum connections that one worker keeps open.'),
    allow_plaintext: z
      .union([z.boolean(), z.stringbool()])
      .default(false)
      .describe('Whether the password may be sent without TLS to a server on another machine.'),
    ehlo_name: z
      .string()
      .refine(
        isEhloName,
        'must be a full domain name, for example mail.example.com, or an address in brackets',
      )
      .optional()
      .describe(
        "Name of this host in EHLO. Without it: SMTP_EHLO_NAME, else the host's full name, else the sender's domain.",
      ),
  }),
  // The whole address: a password stands in it.
  secrets: ['url'],
  addresses: ({ url }) => ({ url }),
  destination: ['allow_plaintext'],
  records: smtpRecords,
  open: ({ url, pool_size, allow_plaintext, ehlo_name }, { ehloName, returnPath, dialer }) =>
    createSmtpProvider({
      url,
      poolSize: pool_size,
      allowPlaintext: allow_plaintext,
      ehloName: ehlo_name ?? ehloName,
      returnPath,
      dialer,
    }),
});
