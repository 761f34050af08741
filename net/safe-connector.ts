import { isIP, type LookupFunction } from 'node:net';
import { rootCertificates } from 'node:tls';
import { buildConnector } from 'undici';
import { type AddressPolicy, isAllowedAddress } from './address-policy';
import type { ResolveAll } from './url-safety';

export interface SafeConnectorOptions extends AddressPolicy {
  resolve: ResolveAll;
  /** Milliseconds to connect, TLS handshake included. */
  timeoutMs: number;
  /** Certificates to trust besides the system's, in PEM. */
  ca?: string;
}

/** Thrown when an endpoint leads to an address that webhooks may not be sent to. */
export class RefusedAddressError extends Error {
  override readonly name = 'RefusedAddressError';
  constructor(host: string) {
    super(`${host} leads to an address that is not public`);
  }
}

/**
 * Opens connections to allowed addresses only. The addresses are checked inside the lookup that the socket
 * itself makes, so what was checked is what is connected to, and a name that changes its address between
 * a check and the connection (DNS rebinding) gains nothing. A literal address makes no lookup: it is
 * checked before.
 */
export function safeConnector(options: SafeConnectorOptions): buildConnector.connector {
  const connect = buildConnector({
    timeout: options.timeoutMs,
    lookup: checkedLookup(options),
    // Said aloud, so that NODE_TLS_REJECT_UNAUTHORIZED=0 in the environment does not decide it.
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
