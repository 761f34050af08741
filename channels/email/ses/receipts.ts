import type { ProviderHttp } from '../../http/provider-http';
import { later, malformed, type ReceiptReader, refused } from '../../receipts/receipts';
import { sesReceipts } from './events';
import { createSnsCertificates, type SnsCertificates } from './sns/certificates';
import { readSns } from './sns/read-sns';
import { topicOf } from './sns/topic';

interface SesReceiptsOptions {
  /** Setting `sns_topic_arn`. */
  topicArn: string | undefined;
  /** For public addresses only. */
  http: ProviderHttp;
  /** As of `createSnsCertificates`. */
  issuerHttp?: ProviderHttp;
  /** @default those that all integrations of the process share */
  certificates?: SnsCertificates;
}

/** Certificates by client: the integrations of a process fetch and check a certificate once. */
const shared = new WeakMap<ProviderHttp, SnsCertificates>();

function certificatesOf(http: ProviderHttp, issuerHttp?: ProviderHttp): SnsCertificates {
  const known = shared.get(http) ?? createSnsCertificates({ http, issuerHttp });
  shared.set(http, known);
  return known;
}

/**
 * Reads what Amazon SES reports over a subscription of an SNS topic. The topic is pinned: anybody can subscribe our
 * address to a topic of their own, whose messages SNS signs as well.
 */
export function sesReceiptReader({
  topicArn,
  http,
  issuerHttp,
  certificates,
}: SesReceiptsOptions): ReceiptReader {
  if (topicArn === undefined) {
    return () => later('set sns_topic_arn to the ARN of the topic that SES publishes to');
  }
  const topic = topicOf(topicArn);
  const tools = { http, certificates: certificates ?? certificatesOf(http, issuerHttp) };
  return async (request) => {
    if (request.method !== 'POST') return refused('SNS calls only with POST');
    const reading = await readSns(request, topic, tools);
    if (reading.kind !== 'notification') return reading;
    const receipts = sesReceipts(reading.text);
    return receipts
      ? { kind: 'read', receipts }
      : malformed('the message of the topic is not an event of Amazon SES');
  };
}
