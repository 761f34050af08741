import { failedCall, type HttpFailure } from '../http/http-failure';
import type { ProviderHttp } from '../http/provider-http';
import type { Classify } from '../http/verdict';
import type { OutboundMessage, SendResult } from '../provider';
import { type Email, readEmail, tooLarge } from './email-message';

/** One e-mail on its way to a provider that takes it as JSON. */
export interface EmailPost {
  message: OutboundMessage;
  signal: AbortSignal;
  url: string;
  /** Besides `content-type`. */
  headers: Record<string, string>;
  /** Bytes of the whole request that the provider takes. */
  maxBytes: number;
  /** The provider's request; it becomes JSON. */
  toRequest(email: Email): unknown;
  /** Credentials that the provider may repeat in its answer. */
  secrets: readonly string[];
  classify: Classify;
  /** What a call without an answer means. @default unknown where it was handed over, else transient */
  failed?(failure: HttpFailure): SendResult;
}

/** Checks an e-mail, hands it over and reads the answer; what the provider would refuse is refused without a call. */
export async function postEmail(http: ProviderHttp, post: EmailPost): Promise<SendResult> {
  const { message, url, headers, maxBytes, signal, secrets, classify, failed = failedCall } = post;
  const email = readEmail(message);
  if ('outcome' in email) return email;
  const body = JSON.stringify(post.toRequest(email));
  const refusal = tooLarge(body, maxBytes);
  if (refusal) return refusal;
  const call = await http.request({
    method: 'POST',
    url,
    headers: { ...headers, 'content-type': 'application/json' },
    body,
    signal,
  });
  return call.ok ? classify(call.answer, { to: email.to.address, secrets }) : failed(call);
}
