import type { IncomingMessage } from 'node:http';

/**
 * Returns the path and the query of a request, read as a URL. Undefined: its target is none, for example `*`. `new URL` alone
 * throws at targets such as `//`.
 */
export function targetOf({ url = '/' }: IncomingMessage): URL | undefined {
  const address = url.startsWith('/') ? `http://listener${url}` : url;
  return URL.canParse(address) ? new URL(address) : undefined;
}
