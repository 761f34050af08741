import { z } from 'zod';
import { defineProvider } from '../definition';
import { createSmtpProvider } from './smtp';

/** Any SMTP server (RFC 5321, RFC 6409). */
export const smtp = defineProvider({
  name: 'smtp',
  channels: ['email'],
  settings: z.strictObject({
    url: z
      .string()
      .max(2048)
      .regex(/^smtps?:\/\//, 'must start with smtp:// or smtps://')
      .describe('smtp://user:password@host:587 (STARTTLS where offered) or smtps://… (TLS from the start).'),
    pool_size: z.coerce
      .number()
      .int()
      .min(1)
      .max(100)
      .default(10)
      .describe('Connections that one worker keeps open.'),
  }),
  // The whole address: a password stands in it.
  secrets: ['url'],
  open: ({ url, pool_size }, { returnPath }) => createSmtpProvider({ url, poolSize: pool_size, returnPath }),
});
