import { z } from 'zod';
import { needsSmtpUtf8 } from '../contacts/email-address';
import { brand } from './brand-shape';
import { choice } from '../events/file/choice';
import { email, line, smsSender } from '../shared/schemas/fields';

const list = z.array(email).max(50);
const addresses = choice([email, list], (given) => (Array.isArray(given) ? list : email)).meta({
  id: 'Addresses',
  description: 'One e-mail address, or an array of them.',
});

/** Not only blanks, because many servers refuse an e-mail without a subject. */
const subject = line(998)
  .min(1, 'must not be empty')
  .refine((text) => text.trim() !== '', 'must not be blank');

const emailOverrides = z
  .strictObject({
    subject: subject.optional().describe('Replaces the subject of the template.'),
    reply_to: addresses.optional(),
    cc: addresses.optional(),
    bcc: addresses.optional(),
  })
  // Everybody who gets the message must be able to answer, also over servers without SMTPUTF8.
  .refine(({ reply_to }) => ![reply_to ?? []].flat().some(needsSmtpUtf8), {
    path: ['reply_to'],
    message: 'must be in ASCII before the @, because not every mail server accepts other addresses',
  })
  .refine(({ reply_to, cc, bcc }) => [reply_to ?? [], cc ?? [], bcc ?? []].flat().length <= 50, {
    message: 'must have at most 50 addresses in reply_to, cc and bcc together',
  })
  .describe('`reply_to`, `cc` and `bcc` have 50 addresses at most together.');

/** `overrides` of a send (OVERRIDE-1 to OVERRIDE-8). */
export const overrides = z.strictObject({
  email: emailOverrides.optional(),
  sms: z
    .strictObject({
      sender_id: smsSender
        .optional()
        .describe('Sender of the SMS: a verified number or alphanumeric sender ID.'),
    })
    .optional(),
  brand: brand.describe("In templates `brand.*`, over the application's own."),
});
