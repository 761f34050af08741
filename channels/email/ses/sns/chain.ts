import { type KeyObject, X509Certificate } from 'node:crypto';
import { refused, type Unread } from '../../../receipts/receipts';

export interface ChainOptions {
  /** Names of which the certificate must have one. */
  names: readonly string[];
  /** Milliseconds since 1970. */
  now: number;
  roots: readonly X509Certificate[];
  /** Returns the issuer's certificate from the address that a certificate names. */
  fetchIssuer(from: X509Certificate): Promise<X509Certificate | Unread>;
}

export interface TrustedKey {
  key: KeyObject;
  /** When the first certificate of the chain expires, milliseconds since 1970. */
  validUntil: number;
}

/** Maximum number of issuers between leaf and root. Amazon's chains have one. */
const MOST_ISSUERS = 3;
const MOST_IN_FILE = 6;
const SERVER_AUTH = '1.3.6.1.5.5.7.3.1';

/**
 * Checks the first certificate of a PEM file up to a trusted root: dates, name, use, and each signature of the chain. The
 * file of SNS has only that certificate, so an issuer that the file lacks is fetched. Not checked: revocation, and limits
 * that a CA sets for the CAs below it, because Node has no function for them.
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

/** Returns why this certificate may not be trusted, independent of its issuer; undefined if it may. */
function faultOf(leaf: X509Certificate, { names, now }: ChainOptions): string | undefined {
  if (!isValid(leaf, now)) return 'is not valid now';
  if (leaf.ca) return 'is the certificate of a CA';
  // SNS's certificates have the name as an alternative name, and are for servers. A root may also sign other uses.
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

// A date that cannot be read is NaN, so the comparison is false.
const isValid = (certificate: X509Certificate, now: number): boolean =>
  Date.parse(certificate.validFrom) <= now && now <= endOf(certificate);

function certificatesIn(pem: string): X509Certificate[] | null {
  const blocks = pem.match(/-----BEGIN CERTIFICATE-----[A-Za-z0-9+/=\s]+-----END CERTIFICATE-----/g) ?? [];
  if (blocks.length > MOST_IN_FILE) return null;
  const all = blocks.map(readCertificate);
  return all.every((one) => one !== null) ? all : null;
}

/** Returns a certificate in PEM or DER; null for anything else. */
export function readCertificate(data: string | Buffer): X509Certificate | null {
  try {
    return new X509Certificate(data);
  } catch {
    return null;
  }
}
