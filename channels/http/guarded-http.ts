import type { ResolveAll } from '../../net/resolver/resolver';
import { systemResolver } from '../../net/resolver/system-resolver';
import { safeConnector } from '../../net/safe-connector';
import { checkUrlShape } from '../../net/url-safety';
import { createProviderHttp, type ProviderHttp } from './provider-http';

export interface GuardedHttpOptions {
  /** Allows loopback, for tests. */
  development: boolean;
  /** Maximum time of a connection with TLS, milliseconds. @default 10_000 */
  connectTimeoutMs?: number;
  /** As of `createProviderHttp`. @default 25_000 */
  answerTimeoutMs?: number;
  /** Resolver of host names. @default the system's */
  resolve?: ResolveAll;
  /** Certificates to trust besides the public ones, in PEM. */
  ca?: string;
}

/**
 * Returns the HTTP client for addresses that anyone can enter. The rules are those of webhooks: https, no credentials, and
 * public addresses only, checked when the connection opens. A refused address is a failure with `refused`.
 */
export function createGuardedHttp(options: GuardedHttpOptions): ProviderHttp {
  const { development, connectTimeoutMs = 10_000, answerTimeoutMs, resolve = systemResolver, ca } = options;
  const http = createProviderHttp({
    connector: safeConnector({ development, resolve, timeoutMs: connectTimeoutMs, ca }),
    ...(answerTimeoutMs !== undefined && { answerTimeoutMs }),
  });
  return {
    request: async (request) => {
      const check = checkUrlShape(request.url, { development });
      if (!check.ok) return refused(check.reason);
      if (check.url.protocol !== 'https:') return refused('url must use https');
      return http.request(request);
    },
    close: () => http.close(),
  };
}

const refused = (reason: string) =>
  ({ ok: false, handedOver: false, timedOut: false, refused: true, reason }) as const;
