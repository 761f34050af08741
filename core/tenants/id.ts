import { z } from 'zod';

/** Id of a tenant (TENANT-1). */
export const tenantId = z
  .string()
  .max(64)
  .regex(
    /^[a-z0-9](?:[a-z0-9._-]*[a-z0-9])?$/,
    'must be 1 to 64 lower-case letters, digits, dots, dashes and underscores, with a letter or digit at both ends',
  );
