import { createHash } from 'node:crypto';
import type { Environment } from '../shared/channels';
import { randomBytes } from '../shared/random';

const PREFIX: Record<Environment, string> = { production: 'live_', sandbox: 'test_' };

/** Returns a new API key: its environment's prefix (KEY-2) and 32 random bytes. */
export const newApiKey = (environment: Environment): string =>
  PREFIX[environment] + randomBytes(32).toString('base64url');

/** Returns a new admin key. */
export const newAdminKey = (): string => `admin_${randomBytes(32).toString('base64url')}`;

/** Returns the hash of a key, which is stored instead of the key. Keys are random, so a fast hash is enough. */
export const hashApiKey = (key: string): string => createHash('sha256').update(key).digest('hex');

export const hasPrefixOf = (key: string, environment: Environment): boolean =>
  key.startsWith(PREFIX[environment]);
