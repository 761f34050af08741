import { isIP, type LookupFunction } from 'node:net';
import { rootCertificates } from 'node:tls';
import { buildConnector } from 'undici';
import { type AddressPolicy, isAllowedAddress } from './address-policy';
import type { ResolveAll } from './url-safety';

export interface SafeConnectorOptions extends AddressPolicy {
  resolve: ResolveAll;
  /** Timeout of the connection with its TLS handshake, milliseconds. */
  timeoutMs: number;
  /** Certificates to trust in addition to the public ones, in PEM. */
  ca?: string;
}

/** Thrown when an endpoint resolves to an address that webhooks must not be sent to. */
export class RefusedAddressError extends Error {
  override readonly name = 'RefusedAddressError';
  constructor(host: string) {
    super(`${host} leads to an address that is not public`);
  }
}

/**
 * Opens connections to allowed addresses only. The addresses are checked inside the socket's own lookup, so the checked
 * address is the one that is connected to, and a name that changes its address in between (DNS rebinding) has no effect.
 * A literal address needs no lookup: it is checked before.
 */
export function safeConnector(options: SafeConnectorOptions): buildConnector.connector {
  const connect = buildConnector({
    timeout: options.timeoutMs,
    lookup: checkedLookup(options),
    // Set explicitly, so that NODE_TLS_REJECT_UNAUTHORIZED=0 in the environment has no effect.
    rejectUnauthorized: true,
    ...(options.ca === undefined ? {} : { ca: [...rootCertificates, options.ca] }),
  });
  return (target, callback) => {
    const host = target.hostname.replace(/^\[(.*)\]$/, '$1');
    if (isIP(host) !== 0 && !isAllowedAddress(host, options)) {
      queueMicrotask(() => callback(new RefusedAddressError(host), null));
      return;
    }
    connect(target, callback);
  };
}

function checkedLookup(options: SafeConnectorOptions): LookupFunction {
  return (hostname, lookupOptions, callback) => {
    options.resolve(hostname).then(
      (addresses) => {
        const [first] = addresses;
        if (!first) {
          callback(Object.assign(new Error(`${hostname} has no address`), { code: 'ENOTFOUND' }), []);
        } else if (!addresses.every(({ address }) => isAllowedAddress(address, options))) {
          callback(new RefusedAddressError(hostname), []);
        } else if (lookupOptions.all) {
          callback(null, addresses);
        } else {
          callback(null, first.address, first.family);
        }
      },
      (error: NodeJS.ErrnoException) => callback(error, []),
    );
  };
}
