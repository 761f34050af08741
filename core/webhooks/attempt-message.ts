import type { WebhookAttemptResult } from './retry';

type Reason = Extract<WebhookAttemptResult, { kind: 'failed' }>['reason'] | 'unrecorded';

const MESSAGES: Record<Reason, string> = {
  timeout: 'No answer came within 10 seconds.',
  connection: 'The connection failed.',
  tls: 'The TLS handshake failed. Check the certificate and its chain.',
  refused_address: 'The URL resolves to an address that webhooks are not sent to.',
  dns: 'The name of the host could not be resolved.',
  unrecorded: 'No response is recorded. The request is in progress, or its worker stopped.',
};

/** Codes of errors as Node, undici and OpenSSL name them: ECONNREFUSED, UND_ERR_SOCKET, CERT_HAS_EXPIRED. */
const CODE = /\b(?:E[A-Z]{4,}|[A-Z]{2,}(?:_[A-Z0-9]+)+)\b/;

/**
 * Returns why an attempt failed, for the owner of the endpoint; null after a success. It has only our text and the code
 * of the error, because the endpoint's answer is for operators.
 */
export function attemptMessage(attempt: { status: number | null; error: string | null }): string | null {
  const { status, error } = attempt;
  if (status !== null && status >= 200 && status <= 299) return null;
  if (status !== null)
    return `The endpoint answered ${status}${status >= 300 && status <= 399 ? ', and redirects are not followed.' : '.'}`;
  const reason = (error ?? '').split(':', 1)[0] as Reason;
  const [code] = CODE.exec(error ?? '') ?? [];
  const message = MESSAGES[reason] ?? 'The attempt failed.';
  return code === undefined ? message : `${message.slice(0, -1)} (${code}).`;
}
