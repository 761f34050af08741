import {
  createHash,
  createPublicKey,
  generateKeyPairSync,
  type KeyObject,
  sign,
  X509Certificate,
} from 'node:crypto';
import { bits, bytes, contextual, flag, integer, oid, sequence, text, time, whole } from './der';

/** A certificate in PEM and its private key. */
export interface Identity {
  name: string;
  cert: string;
  key: KeyObject;
}

export interface CertificateOptions {
  /** Subject, and the DNS name unless `dns` is given. */
  name: string;
  /** Absent: self-signed. */
  issuer?: Identity;
  /** @default a new one on P-256 */
  key?: KeyObject;
  ca?: boolean;
  /** Empty: no alternative name. */
  dns?: string[];
  /** Address of the issuer's certificate. */
  issuerUrl?: string;
  usage?: 'serverAuth' | 'emailProtection';
  /** Says that it may sign certificates, without being one of a CA. */
  signs?: boolean;
  from?: Date;
  until?: Date;
  /** Leaves out which key of the issuer's has signed. */
  anonymous?: boolean;
}

/** A key of the kind that SNS signs with. It takes long to make. */
export const rsaKey = (modulusLength = 2048): KeyObject =>
  generateKeyPairSync('rsa', { modulusLength }).privateKey;
export const ecKey = (): KeyObject => generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey;

const USAGES = { serverAuth: '1.3.6.1.5.5.7.3.1', emailProtection: '1.3.6.1.5.5.7.3.4' };
const OCSP = '1.3.6.1.5.5.7.48.1';
const CA_ISSUERS = '1.3.6.1.5.5.7.48.2';

const publicDer = (key: KeyObject): Buffer => createPublicKey(key).export({ type: 'spki', format: 'der' });
const keyId = (key: KeyObject): Buffer => createHash('sha1').update(publicDer(key)).digest();
const nameOf = (name: string): Buffer => sequence(whole(0x31, sequence(oid('2.5.4.3'), text(name))));
const access = (method: string, url: string): Buffer =>
  sequence(oid(method), contextual(6, Buffer.from(url)));
const extension = (id: string, value: Buffer, critical = false): Buffer =>
  sequence(oid(id), ...(critical ? [flag(true)] : []), bytes(value));

let made = 1000;

/** Makes a certificate (RFC 5280), which the machine's clock finds valid unless dates are given. */
export function certificate(options: CertificateOptions): Identity {
  const { name, issuer, ca = false, dns = ca ? [] : [name], issuerUrl, usage = 'serverAuth' } = options;
  const { key = ecKey(), signs = ca, anonymous = !issuer } = options;
  const { from = new Date('2020-01-01'), until = new Date('2049-01-01') } = options;
  const signer = issuer?.key ?? key;
  const algorithm = sequence(
    ...(signer.asymmetricKeyType === 'rsa'
      ? [oid('1.2.840.113549.1.1.11'), whole(0x05)]
      : [oid('1.2.840.10045.4.3.2')]),
  );
  const extensions = [
    extension('2.5.29.19', sequence(...(ca ? [flag(true)] : [])), true),
    // keyCertSign and cRLSign, or digitalSignature and keyEncipherment.
    extension('2.5.29.15', signs ? bits(Buffer.of(0x06), 1) : bits(Buffer.of(0xa0), 5), true),
    extension('2.5.29.14', bytes(keyId(key))),
    ...(anonymous ? [] : [extension('2.5.29.35', sequence(contextual(0, keyId(signer))))]),
    ...(ca ? [] : [extension('2.5.29.37', sequence(oid(USAGES[usage])))]),
    ...(dns.length > 0
      ? [extension('2.5.29.17', sequence(...dns.map((one) => contextual(2, Buffer.from(one)))))]
      : []),
    ...(issuerUrl === undefined
      ? []
      : [
          extension(
            '1.3.6.1.5.5.7.1.1',
            sequence(access(OCSP, 'http://ocsp.test/'), access(CA_ISSUERS, issuerUrl)),
          ),
        ]),
  ];
  const signed = sequence(
    whole(0xa0, integer(2)),
    integer((made += 1)),
    algorithm,
    nameOf(issuer?.name ?? name),
    sequence(time(from), time(until)),
    nameOf(name),
    publicDer(key),
    whole(0xa3, sequence(...extensions)),
  );
  const der = sequence(signed, algorithm, bits(sign('sha256', signed, signer)));
  return { name, cert: new X509Certificate(der).toString(), key };
}

/** The same certificate in DER, as issuers' are served. */
export const derOf = ({ cert }: Identity): Buffer => new X509Certificate(cert).raw;
