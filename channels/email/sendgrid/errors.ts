import { jsonObject, textOf } from '../../http/json';
import { type Classify, failure, foreignAnswer } from '../../http/verdict';
import { answerWords } from '../../http/redact';
import { retryAfterMs } from '../../http/retry-after';

/**
 * Reads SendGrid's answer to v3/mail/send. SendGrid takes no idempotency key, so a call whose connection dies after
 * it was handed over is `unknown`.
 *
 * | Answer                                             | Outcome      | Code              | Source                        |
 * |----------------------------------------------------|--------------|-------------------|-------------------------------|
 * | 202, id in `X-Message-Id`                          | sent         |                   | Mail Send                     |
 * | 400 whose field is in `personalizations.0.to`      | permanent    | INVALID_RECIPIENT | Mail Send, Errors             |
 * | other 400, 413 and other 4xx                       | permanent    | REJECTED          | Mail Send, Errors             |
 * | 401 "Maximum credits exceeded", 402                | rate_limited | RATE_LIMITED      | "4XX API Errors"              |
 * | other 401, 403 (key, sender not verified, blocked) | transient    | UNAUTHORIZED      | Responses, "4XX API Errors"   |
 * | 429, time in `X-RateLimit-Reset`                   | rate_limited | RATE_LIMITED      | Rate Limits                   |
 * | 404, 405, 406 (another API behind `base_url`), 408 | transient    | PROVIDER_ERROR    | Responses                     |
 * | 5xx                                                | transient    | PROVIDER_ERROR    | Responses                     |
 * | no `errors`, or 2xx but 202 with an id             | as `foreignAnswer` |             |                               |
 */
export const classifySendgrid: Classify = (answer, { secrets }) => {
  const { status, headers, body } = answer;
  const { words, field } = firstError(body);
  const response = answerWords(status, { words, secrets });
  const id = textOf(headers['x-message-id']);
  if (status === 202 && id) return { outcome: 'sent', providerMessageId: id, response };
  const wait = status === 429 ? waitMs(headers) : undefined;
  if (words === undefined || status < 400) return foreignAnswer(answer, secrets, { wait });
  if (status === 429) return failure('rate', response, wait);
  if (status === 402 || (status === 401 && /credits exceeded/i.test(words))) {
    return failure('rate', response);
  }
  if (status === 401 || status === 403) return failure('credentials', response);
  if (status >= 500 || [404, 405, 406, 408].includes(status)) {
    return failure('outage', response);
  }
  const recipient = status === 400 && /^personalizations\.0\.to\b/.test(field ?? '');
  return failure(recipient ? 'recipient' : 'message', response);
};

/** `{ errors: [{ message, field }] }`; the first says enough. */
function firstError(body: string): { words?: string; field?: string } {
  const { errors } = jsonObject(body) ?? {};
  const [first] = Array.isArray(errors) ? (errors as unknown[]) : [];
  const { message, field } = (first ?? {}) as Record<string, unknown>;
  return { words: textOf(message), field: textOf(field) };
}

/** `X-RateLimit-Reset` is the second, since 1970, at which the limit is lifted. */
function waitMs(headers: Record<string, string>): number | undefined {
  const asked = retryAfterMs(headers['retry-after']);
  const reset = Number(headers['x-ratelimit-reset'] ?? NaN) * 1000 - Date.now();
  if (asked !== undefined || Number.isNaN(reset)) return asked;
  return Math.min(Math.max(0, Math.ceil(reset)), 3_600_000);
}
