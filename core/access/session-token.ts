import { createHash } from 'node:crypto';
import { randomBytes } from '../shared/random';

/** Returns a new secret of 256 bits: the token of a session, or of a link that signs in. */
export const newToken = (): string => randomBytes(32).toString('base64url');

/** Returns the hash of a token, which is stored instead of the token. Tokens are random, so a fast hash is enough. */
export const hashToken = (token: string): string => createHash('sha256').update(token).digest('hex');

/**
 * Returns the token that a change has to show besides the cookie. A page of another origin cannot read it, because only
 * answers contain it.
 */
export const csrfTokenOf = (token: string): string =>
  createHash('sha256').update(`csrf ${token}`).digest('base64url');
