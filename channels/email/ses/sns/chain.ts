import { type KeyObject, X509Certificate } from 'node:crypto';
import { refused, type Unread } from '../../../receipts/receipts';

export interface ChainOptions {
  /** Of which the certificate has one. */
  names: readonly string[];
  /** Milliseconds since 1970. */
  now: number;
  roots: readonly X509Certificate[];
  /** The certificate of an issuer from where a certificate says that it lies. */
  fetchIssuer(from: X509Certificate): Promise<X509Certificate | Unread>;
}

export interface TrustedKey {
  key: KeyObject;
  /** When the first certificate on the way to the root ends, milliseconds since 1970. */
  validUntil: number;
}

/** A leaf, three issuers, a root: Amazon's chains have one issuer between. */
const MOST_ISSUERS = 3;
const MOST_IN_FILE = 6;
const SERVER_AUTH = '1.3.6.1.5.5.7.3.1';

/**
 * Checks the certificate that a PEM file begins with, up to a trusted root: dates, name, use, and each signature on the
 * way. The file that SNS serves has the one certificate and no issuer, so issuers are looked for in the file first and
 * fetched then. Left out: revocation, and limits that a CA sets for the CAs below it, for which Node has no function.
 */
export async function checkChain(pem: string, options: ChainOptions): Promise<TrustedKey | Unread> {
  const file = certificatesIn(pem);
  const leaf = file?.[0];
  if (!file || !leaf) return refused('the signing certificate cannot be read');
  const fault = faultOf(leaf, options);
  if (fault) return refused(`the signing certificate ${fault}`);
  const chain = [leaf];
  for (;;) {
    const last = chain.at(-1) ?? leaf;
    const isIssuer = (candidate: X509Certificate) => issued(last, candidate, options.now);
    const root = options.roots.find(isIssuer);
    if (root) return { key: leaf.publicKey, validUntil: Math.min(...[...chain, root].map(endOf)) };
    if (chain.length > MOST_ISSUERS) return refused('the signing certificate leads to no trusted root');
    const next = file.find(isIssuer) ?? (await options.fetchIssuer(last));
    if ('kind' in next) return next;
    if (!isIssuer(next)) return refused('the signing certificate is not signed by its issuer');
    chain.push(next);
  }
}

const endOf = ({ validTo }: X509Certificate): number => Date.parse(validTo);

/** What forbids to believe this certificate, whoever issued it. */
function faultOf(leaf: X509Certificate, { names, now }: ChainOptions): string | undefined {
  if (!isValid(leaf, now)) return 'is not valid now';
  if (leaf.ca) return 'is one of a CA';
  // SNS's have the name as an alternative name, and are certificates for servers; a root may vouch for other uses too.
  const isNamed = names.some((name) => leaf.checkHost(name, { subject: 'never', wildcards: false }));
  if (!isNamed || !leaf.keyUsage?.includes(SERVER_AUTH)) return 'is not issued for SNS';
  const { asymmetricKeyType, asymmetricKeyDetails } = leaf.publicKey;
  if (asymmetricKeyType !== 'rsa' || (asymmetricKeyDetails?.modulusLength ?? 0) < 2048)
    return 'has a key that SNS would not use';
  return undefined;
}

function issued(subject: X509Certificate, issuer: X509Certificate, now: number): boolean {
  if (!issuer.ca || !isValid(issuer, now) || !subject.checkIssued(issuer)) return false;
  try {
    return subject.verify(issuer.publicKey);
  } catch {
    return false;
  }
}

// With a date that cannot be read nothing is between.
const isValid = (certificate: X509Certificate, now: number): boolean =>
  Date.parse(certificate.validFrom) <= now && now <= endOf(certificate);

function certificatesIn(pem: string): X509Certificate[] | null {
  const blocks = pem.match(/-----BEGIN CERTIFICATE-----[A-Za-z0-9+/=\s]+-----END CERTIFICATE-----/g) ?? [];
  if (blocks.length > MOST_IN_FILE) return null;
  const all = blocks.map(readCertificate);
  return all.every((one) => one !== null) ? all : null;
}

/** A certificate in PEM or DER, null for anything else. */
export function readCertificate(data: string | Buffer): X509Certificate | null {
  try {
    return new X509Certificate(data);
  } catch {
    return null;
  }
}
