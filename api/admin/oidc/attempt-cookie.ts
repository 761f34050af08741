import { createHash } from 'node:crypto';
import { parseCookie } from 'cookie';
import type { CookieOptions, Request, Response } from 'express';
import type { Binding } from './provider';

const NAME = 'heliograph_oidc';
/** Time that a person has at the provider, in milliseconds. */
const LASTS_MS = 600_000;

const nameOf = (development: boolean): string => (development ? NAME : `__Host-${NAME}`);

// The page that comes back from the provider calls the API itself, so that even `Strict` sends the cookie.
const optionsOf = (development: boolean): CookieOptions => ({
  ...{ httpOnly: true, sameSite: 'strict', secure: !development, path: '/' },
});

/** Remembers in the browser that it begins a sign-in. The service stores nothing. */
export function setAttemptCookie(response: Response, development: boolean, secret: string): void {
  response.cookie(nameOf(development), secret, { ...optionsOf(development), maxAge: LASTS_MS });
}

export function clearAttemptCookie(response: Response, development: boolean): void {
  response.clearCookie(nameOf(development), optionsOf(development));
}

/** Returns the secret of the sign-in that this browser began. Null: it began none within ten minutes. */
export const attemptSecretOf = (request: Request, development: boolean): string | null =>
  parseCookie(request.headers.cookie ?? '')[nameOf(development)] ?? null;

/** Returns what binds a sign-in to its browser. Nobody learns the secret from the state or the nonce, which are in addresses and tokens. */
export function bindingOf(secret: string): Binding {
  const derived = (what: string): string =>
    createHash('sha256').update(`oidc ${what} ${secret}`).digest('base64url');
  return { state: derived('state'), nonce: derived('nonce'), codeVerifier: derived('verifier') };
}
