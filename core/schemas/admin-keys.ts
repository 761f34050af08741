import { z } from 'zod';
import { ADMIN_ROLES } from '../access/admin-roles';
import { expiry } from './admin';

export const createAdminKeyBody = z.strictObject({
  name: z
    .string()
    .regex(
      /^[a-z0-9][a-z0-9._@-]{0,63}$/i,
      'must be 1 to 64 letters, digits, dots, dashes, underscores or "@"',
    )
    .refine((name) => name !== 'setting', 'is reserved for the key of ADMIN_API_KEY'),
  role: z.enum(ADMIN_ROLES),
  expires_at: expiry,
});

/** Hours for which the old key stays valid, 30 days at most. */
export const rotateAdminKeyBody = z.strictObject({
  overlap_hours: z.number().min(0).max(720).default(24),
});
