import { X509Certificate } from 'node:crypto';
import { createSecureContext } from 'node:tls';
import { type ClientConfigTLS, type ConfigDataSource, loadConfigData } from '@temporalio/envconfig';

/** Returns what is wrong with certificates and keys, so that a process ends at its start instead of trying for ever. */
export function tlsProblems(tls: ClientConfigTLS | undefined): string[] {
  if (tls === undefined || tls.disabled) return [];
  const problems: string[] = [];
  const read = (name: string, source: ConfigDataSource | undefined): Buffer | undefined => {
    if (source === undefined) return undefined;
    try {
      return Buffer.from(loadConfigData(source) ?? []);
    } catch (error) {
      const { code, path } = error as NodeJS.ErrnoException;
      problems.push(`TEMPORAL_TLS_${name}_PATH: ${path} cannot be read (${code})`);
      return undefined;
    }
  };
  const nameOf = (name: string, source: ConfigDataSource | undefined): string =>
    `TEMPORAL_TLS_${name}_${source && 'data' in source ? 'DATA' : 'PATH'}`;
  const cert = read('CLIENT_CERT', tls.clientCert);
  const key = read('CLIENT_KEY', tls.clientKey);
  const ca = read('SERVER_CA_CERT', tls.serverCACert);
  if (problems.length > 0) return problems;

  // With one of them only, the loader would connect without a client certificate.
  if (cert && !key)
    problems.push('TEMPORAL_TLS_CLIENT_KEY_PATH: is missing, and a client certificate needs its key');
  if (key && !cert)
    problems.push('TEMPORAL_TLS_CLIENT_CERT_PATH: is missing, and a client key needs its certificate');
  if (cert && !isCertificate(cert))
    problems.push(`${nameOf('CLIENT_CERT', tls.clientCert)}: must be a certificate in PEM`);
  else if (cert && key && !fit(cert, key))
    problems.push(
      `${nameOf('CLIENT_KEY', tls.clientKey)}: must be the key of the client certificate, in PEM and without a passphrase`,
    );
  if (ca && !isCertificate(ca))
    problems.push(`${nameOf('SERVER_CA_CERT', tls.serverCACert)}: must be a certificate in PEM`);
  return problems;
}

function isCertificate(pem: Buffer): boolean {
  try {
    return new X509Certificate(pem) !== null;
  } catch {
    return false;
  }
}

function fit(cert: Buffer, key: Buffer): boolean {
  try {
    return createSecureContext({ cert, key }) !== null;
  } catch {
    return false;
  }
}
