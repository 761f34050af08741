import { z } from 'zod';
import { parseSenderMailbox } from '../../core/contacts/email-address';
import { parseSubnets } from '../../core/access/subnets';
import { readBy } from './values';

export const webhooks = {
  WEBHOOK_BRAND: z
    .string()
    .regex(/^[A-Za-z][A-Za-z0-9]{0,31}$/, 'must be 1 to 32 letters or digits')
    .default('Service')
    .describe(
      'Brand in the webhook headers X-<brand>-Signature and X-<brand>-Webhook-Id and in the User-Agent.',
    ),
  WEBHOOK_DISABLE_AFTER_DAYS: z.coerce
    .number()
    .positive()
    .max(365)
    .default(5)
    .describe(
      'Days without a success after which a failing webhook endpoint is disabled. Fractions are allowed. The owner of its application is notified.',
    ),
  NOTICE_FROM: z
    .string()
    .refine(
      (text) => parseSenderMailbox(text) !== null,
      'must be an address in ASCII before the @, or Name <address>',
    )
    .default('Heliograph <heliograph@localhost.localdomain>')
    .describe(
      'Sender of the e-mails that the service itself sends to the owners of applications over SMTP_URL. Use an address that your SMTP server may send from.',
    ),
  WEBHOOK_ALLOWED_SUBNETS: readBy(parseSubnets).describe(
    'Networks that webhook endpoints may be in although they are not public, in CIDR notation and separated by commas, for example 10.20.0.0/16,fd00:1234::/32. Names such as *.internal and *.local are then allowed if their addresses are. Metadata services of clouds are always refused. API and worker need the same value. If it is not set, only public addresses are allowed.',
  ),
};
