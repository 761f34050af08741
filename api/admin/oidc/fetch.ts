import type { CustomFetch } from 'openid-client';
import { Agent, fetch } from 'undici';
import { openDialer } from '../../../net/dialer';
import type { ResolveAll } from '../../../net/resolver/resolver';

/** Time for a connection to the provider, TLS included, milliseconds. */
const CONNECT_TIMEOUT_MS = 8_000;

/** Returns the calls to the OpenID provider, which look its hosts up as all others, outside libuv's threads. */
export function createOidcFetch(resolve: ResolveAll): CustomFetch {
  const { lookup } = openDialer(resolve);
  const dispatcher = new Agent({ connect: { lookup, timeout: CONNECT_TIMEOUT_MS } });
  return (url, options) => fetch(url, { ...(options as Parameters<typeof fetch>[1]), dispatcher });
}
