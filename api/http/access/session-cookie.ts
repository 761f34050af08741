import type { CookieOptions, Request, Response } from 'express';
import { parseCookie } from 'cookie';

const NAME = 'heliograph_session';

/** With the prefix, a browser takes the cookie over TLS only and sends it to this host only (RFC 6265bis section 4.1.3.2). */
const nameOf = (development: boolean): string => (development ? NAME : `__Host-${NAME}`);

const optionsOf = (development: boolean): CookieOptions => ({
  httpOnly: true,
  sameSite: 'strict',
  secure: !development,
  path: '/',
});

/** Returns the token of a request's session. Null if it has none. */
export const sessionTokenOf = (request: Request, development: boolean): string | null =>
  parseCookie(request.headers.cookie ?? '')[nameOf(development)] ?? null;

export function setSessionCookie(response: Response, development: boolean, token: string, until: Date): void {
  response.cookie(nameOf(development), token, { ...optionsOf(development), expires: until });
}

export function clearSessionCookie(response: Response, development: boolean): void {
  response.clearCookie(nameOf(development), optionsOf(development));
}
