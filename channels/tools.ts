import type { AddressPolicy } from '../net/address-policy';
import { checkedDialer } from '../net/dialer';
import type { ResolveAll } from '../net/resolver/resolver';
import { systemResolver } from '../net/resolver/system-resolver';
import { safeConnector } from '../net/safe-connector';
import type { ProviderTools } from './definition';
import { createIssuerHttp } from './email/ses/sns/issuers';
import { createGuardedHttp } from './http/guarded-http';
import { createProviderHttp } from './http/provider-http';

interface ToolOptions extends Omit<ProviderTools, 'http' | 'guardedHttp' | 'issuerHttp' | 'dialer'> {
  /** Allows loopback in place of public addresses only. */
  development: boolean;
  /** Networks of INTEGRATION_ALLOWED_SUBNETS. @default none */
  integrationSubnets?: AddressPolicy['allowedSubnets'];
  /** Resolver of host names. @default the system's DNS servers */
  resolve?: ResolveAll;
}

/** Time for a connection to a provider, TLS included, milliseconds. */
const CONNECT_TIMEOUT_MS = 10_000;

/** Returns what one process opens its providers with. */
export function createProviderTools({
  development,
  integrationSubnets,
  resolve = systemResolver,
  ...options
}: ToolOptions): ProviderTools {
  const policy = integrationPolicy(development, integrationSubnets);
  return {
    http: createProviderHttp({
      connector: safeConnector({ ...policy, resolve, timeoutMs: CONNECT_TIMEOUT_MS }),
    }),
    guardedHttp: createGuardedHttp({ development, resolve }),
    issuerHttp: createIssuerHttp(resolve),
    dialer: checkedDialer(resolve, policy),
    ...options,
  };
}

/** Returns which addresses integrations may connect to. */
export const integrationPolicy = (
  development: boolean,
  allowedSubnets: AddressPolicy['allowedSubnets'],
): AddressPolicy => ({ development, allowedSubnets, setting: 'INTEGRATION_ALLOWED_SUBNETS' });
