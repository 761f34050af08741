import { jsonObject, textOf } from '../http/json';
import { answerWords } from '../http/words';
import type { HttpAnswer } from '../http/provider-http';
import { retryAfterMs } from '../http/retry-after';
import type { SendResult } from '../provider';

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
 * | 3xx, 5xx                                           | transient    | PROVIDER_ERROR    | Responses                     |
 */
export function classifySendgridAnswer(
  { status, headers, body }: HttpAnswer,
  secrets: readonly string[],
): SendResult {
  const { words, field } = firstError(body);
  const response = answerWords(status, { words, secrets });
  if (status >= 200 && status < 300) {
    return { outcome: 'sent', providerMessageId: headers['x-message-id'] ?? '', response };
  }
  if (status === 429) {
    return { outcome: 'rate_limited', code: 'RATE_LIMITED', response, retryAfterMs: waitMs(headers) };
  }
  if (status === 402 || (status === 401 && /credits exceeded/i.test(words ?? ''))) {
    return { outcome: 'rate_limited', code: 'RATE_LIMITED', response };
  }
  if (status === 401 || status === 403) return { outcome: 'transient', code: 'UNAUTHORIZED', response };
  if (status < 400 || status >= 500 || [404, 405, 406, 408].includes(status)) {
    return { outcome: 'transient', code: 'PROVIDER_ERROR', response };
  }
  const recipient = status === 400 && /^personalizations\.0\.to\b/.test(field ?? '');
  return { outcome: 'permanent', code: recipient ? 'INVALID_RECIPIENT' : 'REJECTED', response };
}

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
