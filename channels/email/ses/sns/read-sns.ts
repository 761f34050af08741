import { constants, type KeyObject, verify } from 'node:crypto';
import type { ProviderHttp } from '../../../http/provider-http';
import { later, type ReceiptReading, type ReceiptRequest, refused } from '../../../receipts/receipts';
import type { SnsCertificates } from './certificates';
import { readEnvelope, signedText, type SnsEnvelope } from './envelope';
import { isCertificateAddress, isConfirmation, type SnsTopic } from './topic';

export interface SnsTools {
  certificates: SnsCertificates;
  /** Confirms subscriptions: `guardedHttp` of the process. */
  http: ProviderHttp;
}

/** The text of a notification of the topic, or another result of the call. */
export type SnsReading = { kind: 'notification'; text: string } | ReceiptReading;

const HASHES = new Map([
  ['1', 'RSA-SHA1'],
  ['2', 'RSA-SHA256'],
]);
const CONFIRM_WITHIN_MS = 5_000;

/**
 * Reads a call by SNS of an HTTP/S subscription ("Verifying the signatures of Amazon SNS messages"). The JSON around
 * the message is parsed first, because it has the signature. No address in it is called before topic and address are
 * those of the account. A message's age has no limit, because SNS documents none, delays deliveries to a slow endpoint,
 * and can send them again from a dead-letter queue.
 */
export async function readSns(
  request: ReceiptRequest,
  topic: SnsTopic,
  tools: SnsTools,
): Promise<SnsReading> {
  if (request.headers['x-amz-sns-rawdelivery'] === 'true') {
    return refused('raw message delivery has no signature. Turn it off for this subscription');
  }
  const message = readEnvelope(request.body);
  if (!message) return refused('the body is not a message of Amazon SNS');
  if (message.TopicArn !== topic.arn) return refused('the message is from another topic than sns_topic_arn');
  const hash = HASHES.get(message.SignatureVersion);
  if (!hash) return refused('the version of the signature is not known');
  if (!isCertificateAddress(message.SigningCertURL, topic)) {
    return refused("the signing certificate is not at an address of SNS in the topic's region");
  }
  const trusted = await tools.certificates.keyAt(message.SigningCertURL, topic);
  if ('kind' in trusted) return trusted;
  if (!isSigned(message, hash, trusted.key)) return refused('the signature does not match the message');
  switch (message.Type) {
    case 'Notification':
      return { kind: 'notification', text: message.Message };
    case 'SubscriptionConfirmation':
      return confirm(message.SubscribeURL, topic, tools.http);
    case 'UnsubscribeConfirmation': // Its address would subscribe again, which is for an operator to decide.
      return { kind: 'read', receipts: [] };
  }
}

function isSigned(message: SnsEnvelope, hash: string, key: KeyObject): boolean {
  const signature = Buffer.from(message.Signature, 'base64');
  try {
    return verify(hash, signedText(message), { key, padding: constants.RSA_PKCS1_PADDING }, signature);
  } catch {
    return false; // OpenSSL may be configured without SHA-1.
  }
}

/** Confirms the subscription. Before that, SNS sends nothing of the topic ("Confirm the subscription"). */
async function confirm(url: string, topic: SnsTopic, http: ProviderHttp): Promise<ReceiptReading> {
  if (!isConfirmation(url, topic))
    return refused('SubscribeURL does not confirm a subscription to the topic');
  const call = await http.request({ method: 'GET', url, signal: AbortSignal.timeout(CONFIRM_WITHIN_MS) });
  if (call.ok && call.answer.status === 200) return { kind: 'read', receipts: [] };
  const why = call.ok ? `SNS answered ${call.answer.status}` : call.reason;
  return later(`the subscription could not be confirmed: ${why}`);
}
