import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A certificate and its key, in PEM. */
export interface Identity {
  cert: string;
  key: string;
}

export interface CertificateOptions {
  /** Subject, and the DNS name unless `dns` is given. */
  name: string;
  /** Absent: self-signed. */
  issuer?: Identity;
  /** A key to use again: making one takes long. */
  key?: string;
  ca?: boolean;
  /** Empty: no alternative name. */
  dns?: string[];
  /** Address of the issuer's certificate. */
  issuerUrl?: string;
  usage?: string;
  /** Says that it may sign certificates, without being one of a CA. */
  signs?: boolean;
  days?: number;
  /** Leaves out which key of the issuer's has signed. */
  anonymous?: boolean;
}

const directory = mkdtempSync(join(tmpdir(), 'sns-certificates-'));
let made = 0;

/** Deletes what openssl was given. */
export const removeFiles = (): void => rmSync(directory, { recursive: true, force: true });

const openssl = (...args: string[]): string =>
  execFileSync('openssl', args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] });

function file(content: string): string {
  made += 1;
  const path = join(directory, String(made));
  writeFileSync(path, content);
  return path;
}

/** A key of the kind that SNS signs with. */
export const rsaKey = (bits = 2048): string =>
  openssl('genpkey', '-algorithm', 'RSA', '-pkeyopt', `rsa_keygen_bits:${bits}`);
export const ecKey = (): string =>
  openssl('genpkey', '-algorithm', 'EC', '-pkeyopt', 'ec_paramgen_curve:P-256');

/** Makes a certificate that is valid from now on. */
export function certificate(options: CertificateOptions): Identity {
  const { name, issuer, ca = false, dns = ca ? [] : [name], issuerUrl, usage = 'serverAuth' } = options;
  const key = options.key ?? ecKey();
  const extensions = [
    `basicConstraints=critical,CA:${ca ? 'TRUE' : 'FALSE'}`,
    `keyUsage=critical,${ca || options.signs ? 'keyCertSign,cRLSign' : 'digitalSignature,keyEncipherment'}`,
    'subjectKeyIdentifier=hash',
    `authorityKeyIdentifier=${options.anonymous || !issuer ? 'none' : 'keyid'}`,
    ...(ca ? [] : [`extendedKeyUsage=${usage}`]),
    ...(dns.length > 0 ? [`subjectAltName=${dns.map((one) => `DNS:${one}`).join(',')}`] : []),
    ...(issuerUrl === undefined
      ? []
      : [`authorityInfoAccess=OCSP;URI:http://ocsp.test/,caIssuers;URI:${issuerUrl}`]),
  ];
  const keyFile = file(key);
  const request = file(openssl('req', '-new', '-key', keyFile, '-subj', `/C=US/O=Test/CN=${name}`));
  const signer = issuer ? ['-CA', file(issuer.cert), '-CAkey', file(issuer.key)] : ['-signkey', keyFile];
  const cert = openssl(
    ...[
      'x509',
      '-req',
      '-in',
      request,
      '-days',
      String(options.days ?? 365),
      '-extfile',
      file(extensions.join('\n')),
    ],
    ...['-set_serial', String(1000 + made), '-sha256', ...signer],
  );
  return { cert, key };
}

/** The same certificate in DER, as issuers' are served. */
export function der({ cert }: Identity): Buffer {
  const out = file('');
  openssl('x509', '-in', file(cert), '-outform', 'DER', '-out', out);
  return readFileSync(out);
}
