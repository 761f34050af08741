import { createHash, randomBytes } from 'node:crypto';
import type { Environment } from '../shared/channels';

const PREFIX: Record<Environment, string> = { production: 'live_', sandbox: 'test_' };

/** A new API key: its environment's prefix (KEY-2) and 32 random bytes. */
export const newApiKey = (environment: Environment): string =>
  PREFIX[environment] + randomBytes(32).toString('base64url');

/** A new admin key. */
export const newAdminKey = (): string => `admin_${randomBytes(32).toString('base64url')}`;

/** What is stored of a key; keys are random, so a fast hash is enough. */
export const hashApiKey = (key: string): string => createHash('sha256').update(key).digest('hex');

export const hasPrefixOf = (key: string, environment: Environment): boolean =>
  key.startsWith(PREFIX[environment]);
