import { rootCertificates } from 'node:tls';
import { buildConnector } from 'undici';
import type { AddressPolicy } from './address-policy';
import { checkedDialer } from './dialer';
import type { ResolveAll } from './resolver/resolver';

export interface SafeConnectorOptions extends AddressPolicy {
  resolve: ResolveAll;
  /** Timeout of the connection with its TLS handshake, milliseconds. */
  timeoutMs: number;
  /** Certificates to trust in addition to the public ones, in PEM. */
  ca?: string;
}

/** Opens connections to allowed addresses only. */
export function safeConnector({
  resolve,
  timeoutMs,
  ca,
  ...policy
}: SafeConnectorOptions): buildConnector.connector {
  const { lookup, refusalOf } = checkedDialer(resolve, policy);
  const connect = buildConnector({
    timeout: timeoutMs,
    lookup,
    // Set explicitly, so that NODE_TLS_REJECT_UNAUTHORIZED=0 in the environment has no effect.
    rejectUnauthorized: true,
    ...(ca === undefined ? {} : { ca: [...rootCertificates, ca] }),
  });
  return (target, callback) => {
    const refusal = refusalOf(target.hostname);
    if (refusal) queueMicrotask(() => callback(refusal, null));
    else connect(target, callback);
  };
}
