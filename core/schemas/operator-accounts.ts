import { z } from 'zod';
import { ADMIN_ROLES } from '../access/admin-roles';
import { email, line } from '../shared/schemas/fields';

const MIN_PASSWORD = 12;
const MAX_PASSWORD = 256;

/** A person's name, as the audit log shows it. */
const name = line(64)
  .min(1)
  .refine((text) => text !== 'setting', 'is reserved for the key of ADMIN_API_KEY');
/** Length is what counts (NIST SP 800-63B section 3.1.1.2). */
const newPassword = z
  .string()
  .min(MIN_PASSWORD, `must have at least ${MIN_PASSWORD} characters`)
  .max(MAX_PASSWORD, `must have at most ${MAX_PASSWORD} characters`);
const givenPassword = z.string().min(1).max(MAX_PASSWORD);

const mail = z.boolean().default(true).describe('Whether the link is mailed too.');

/** Accounts are found by their address in lower case. */
const accountEmail = email.transform((address) => address.toLowerCase());

export const inviteOperatorBody = z.strictObject({
  email: accountEmail,
  name,
  role: z.enum(ADMIN_ROLES),
  mail,
});

export const newLinkBody = z.strictObject({ mail });

export const updateOperatorBody = z.strictObject({
  name: name.optional(),
  role: z.enum(ADMIN_ROLES).optional(),
});

export const passwordSignInBody = z.strictObject({ email: accountEmail, password: givenPassword });

export const linkSignInBody = z.strictObject({ token: z.string().min(1).max(100) });

/** Longest answer of a provider, in characters. Codes of some are over 1,500 long. */
const MAX_CALLBACK = 6000;

export const oidcSignInBody = z.strictObject({
  callback: z
    .string()
    .min(1)
    .max(MAX_CALLBACK)
    .describe('Query of the address to which the provider sent the browser back: `code=…&state=…`.'),
});

/** `current_password` may be absent if there is no password yet, or if a link signed in. */
export const setPasswordBody = z.strictObject({
  password: newPassword,
  current_password: givenPassword.optional(),
});
