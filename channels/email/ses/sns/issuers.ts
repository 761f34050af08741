import type { X509Certificate } from 'node:crypto';
import type { ResolveAll } from '../../../../net/resolver/resolver';
import { systemResolver } from '../../../../net/resolver/system-resolver';
import { safeConnector } from '../../../../net/safe-connector';
import { createProviderHttp, type ProviderHttp } from '../../../http/provider-http';
import { readCertificate } from './chain';
import { refused, type Unread } from '../../../receipts/receipts';
import { bodyOf } from './body';

/**
 * The address of the issuer's certificate (RFC 5280 section 4.2.2.1). CAs give `http:` addresses, for example Amazon's
 * `http://crt.r2m01.amazontrust.com/r2m01.cer`. The signature proves what comes from there.
 */
const LOCATION = /^CA Issuers - URI:(\S+)$/gm;
const ADDRESS = /^https?:\/\/(?:[a-z0-9-]+\.)*(?:amazontrust|amazonaws)\.com\/[\w./-]{0,200}$/;

/** Returns the HTTP client for issuers' certificates: public addresses only, also over `http:`. */
export const createIssuerHttp = (resolve: ResolveAll = systemResolver): ProviderHttp =>
  createProviderHttp({
    connector: safeConnector({ development: false, resolve, timeoutMs: 3_000 }),
    answerTimeoutMs: 3_000,
  });

/** Fetches the certificate of a certificate's issuer. */
export async function fetchIssuer(
  of: X509Certificate,
  http: ProviderHttp,
  signal: AbortSignal,
): Promise<X509Certificate | Unread> {
  const locations = [...(of.infoAccess ?? '').matchAll(LOCATION)].map(([, address = '']) => address);
  const url = locations.find((address) => ADDRESS.test(address));
  if (url === undefined) return refused('the signing certificate does not say where Amazon keeps its issuer');
  const call = await http.request({ method: 'GET', url, encoding: 'latin1', signal });
  const body = bodyOf(call, 'the issuer of the signing certificate');
  if (typeof body !== 'string') return body;
  const issuer = readCertificate(Buffer.from(body, 'latin1'));
  return issuer ?? refused('the issuer of the signing certificate cannot be read');
}
