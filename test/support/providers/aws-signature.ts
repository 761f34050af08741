import { createHash, createHmac } from 'node:crypto';
import type { ApiRequest } from './api-server';

const hmac = (key: string | Buffer, text: string) => createHmac('sha256', key).update(text).digest();
const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');

export interface AwsUser {
  accessKeyId: string;
  secretAccessKey: string;
  region: string;
  service: string;
}

/**
 * Checks AWS Signature Version 4 as a server does ("Create a signed AWS API request"): null when it is right, else the
 * name of the error. Only requests without a query are known here.
 */
export function awsSignatureError({ method, path, headers, body }: ApiRequest, user: AwsUser): string | null {
  const form =
    /^AWS4-HMAC-SHA256 Credential=([^/]+)\/(\d{8})\/([^/]+)\/([^/]+)\/aws4_request, SignedHeaders=([^,]+), Signature=([0-9a-f]{64})$/;
  const parts = form.exec(headers.authorization ?? '');
  if (!parts) return 'IncompleteSignature';
  const [, keyId, day = '', region = '', service = '', names = '', signature] = parts;
  if (keyId !== user.accessKeyId) return 'UnrecognizedClientException';
  if (region !== user.region || service !== user.service) return 'InvalidSignatureException';
  const date = String(headers['x-amz-date']);
  const then = Date.parse(date.replace(/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/, '$1-$2-$3T$4:$5:$6Z'));
  if (!date.startsWith(day) || !(Math.abs(Date.now() - then) < 300_000)) return 'RequestExpired';
  const signed = names.split(';');
  if (!signed.includes('host') || !signed.includes('x-amz-date')) return 'IncompleteSignature';
  const lines = signed.map((name) => `${name}:${String(headers[name]).trim().replace(/\s+/g, ' ')}\n`);
  const canonical = [method, path, '', lines.join(''), names, sha256(body)].join('\n');
  const scope = `${day}/${region}/${service}/aws4_request`;
  const toSign = ['AWS4-HMAC-SHA256', date, scope, sha256(canonical)].join('\n');
  const key = [region, service, 'aws4_request'].reduce(hmac, hmac(`AWS4${user.secretAccessKey}`, day));
  return hmac(key, toSign).toString('hex') === signature ? null : 'SignatureDoesNotMatch';
}
