import type { WebhookAttemptResult } from './retry';

type Reason = Extract<WebhookAttemptResult, { kind: 'failed' }>['reason'] | 'unrecorded';

const WORDS: Record<Reason, string> = {
  timeout: 'No answer came within 10 seconds.',
  connection: 'The connection failed.',
  tls: 'The TLS handshake failed: look at the certificate and its chain.',
  refused_address: 'The URL leads to an address that webhooks are not sent to.',
  dns: 'The name of the host could not be resolved.',
  unrecorded: 'No answer is recorded: the request is under way, or its worker stopped.',
};

/** Codes of errors as Node, undici and OpenSSL name them: ECONNREFUSED, UND_ERR_SOCKET, CERT_HAS_EXPIRED. */
const CODE = /\b(?:E[A-Z]{4,}|[A-Z]{2,}(?:_[A-Z0-9]+)+)\b/;

/**
 * Why an attempt was no success, for whom the endpoint belongs to; null where it was one. Only our words and the code of
 * the error: what the endpoint answered is for operators.
 */
export function attemptWords({
  status,
  error,
}: {
  status: number | null;
  error: string | null;
}): string | null {
  if (status !== null && status >= 200 && status <= 299) return null;
  if (status !== null)
    return `The endpoint answered ${status}${status >= 300 && status <= 399 ? ', and redirects are not followed.' : '.'}`;
  const reason = (error ?? '').split(':', 1)[0] as Reason;
  const [code] = CODE.exec(error ?? '') ?? [];
  const words = WORDS[reason] ?? 'The attempt failed.';
  return code === undefined ? words : `${words.slice(0, -1)} (${code}).`;
}
