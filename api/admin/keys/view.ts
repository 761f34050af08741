import { z } from 'zod';
import { ADMIN_ROLES } from '../../../core/access/admin-roles';
import { KEY_SCOPES } from '../../../core/access/key-scopes';
import { ENVIRONMENTS } from '../../../core/shared/channels';
import type { AdminKey } from '../../../store/accounts/admin-keys';
import type { ApiKey } from '../../../store/accounts/api-keys';
import { invalid } from '../../http/api-error';
import { timestamp, uuid } from '../../http/formats';

const use = {
  prefix: z.string().describe('Beginning of the key, to tell keys apart.'),
  expires_at: timestamp.nullable().describe('Null: never.'),
  last_used_at: timestamp.nullable().describe('Up to a minute old. Null: never used.'),
  created_at: timestamp,
  revoked_at: timestamp.nullable(),
};

export const apiKeySchema = z.object({
  id: uuid,
  ...use,
  environment: z.enum(ENVIRONMENTS),
  label: z.string().nullable(),
  rate_limit: z.int().nullable().describe('Requests per second. Null: the default of the environment.'),
  scopes: z.array(z.enum(KEY_SCOPES)),
});

export const apiKeyView = (key: ApiKey): z.output<typeof apiKeySchema> => ({
  id: key.id,
  prefix: key.prefix,
  environment: key.environment,
  label: key.label,
  rate_limit: key.rateLimit ?? null,
  scopes: key.scopes ?? [...KEY_SCOPES],
  expires_at: key.expiresAt?.toISOString() ?? null,
  last_used_at: key.lastUsedAt?.toISOString() ?? null,
  created_at: key.createdAt.toISOString(),
  revoked_at: key.revokedAt?.toISOString() ?? null,
});

export const adminKeySchema = z.object({
  id: uuid,
  ...use,
  name: z.string(),
  role: z.enum(ADMIN_ROLES),
  previous_until: timestamp
    .nullable()
    .describe('Until when the key before the last rotation is valid. Null: there was none.'),
});

export const adminKeyView = (key: AdminKey): z.output<typeof adminKeySchema> => ({
  id: key._id,
  name: key.name,
  role: key.role,
  prefix: key.prefix,
  created_at: key.createdAt.toISOString(),
  expires_at: key.expiresAt?.toISOString() ?? null,
  last_used_at: key.lastUsedAt?.toISOString() ?? null,
  previous_until: key.previousUntil?.toISOString() ?? null,
  revoked_at: key.revokedAt?.toISOString() ?? null,
});

/** Returns when a new key expires. Null: never. Throws an ApiError if it would have expired already. */
export function expiryOf({ expires_at: at = null }: { expires_at?: Date | null }): Date | null {
  if (at !== null && at.getTime() <= Date.now()) throw invalid('expires_at', 'must be in the future');
  return at;
}
