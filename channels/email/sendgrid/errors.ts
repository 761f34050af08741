import type { HttpAnswer } from '../../http/http-answer';
import { isObject, jsonObject, textOf } from '../../http/json';
import { describeAnswer } from '../../http/redact';
import { retryAfterOf } from '../../http/retry-after';
import { type Classify, failure, foreignAnswer, statusVerdict } from '../../http/verdict';

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
 * | 503 ("the SendGrid v3 Web API is not available")  | transient    | PROVIDER_ERROR    | Responses                     |
 * | 500 ("an error occurred on a SendGrid server"), other 5xx | unknown | OUTCOME_UNKNOWN | Responses                     |
 * | no `errors`, or 2xx but 202 with an id             | as `foreignAnswer` |             |                               |
 */
export const classifySendgrid: Classify = (answer, { secrets }) => {
  const { status, headers, body } = answer;
  const { text, field } = firstError(body);
  const response = describeAnswer(status, { text, secrets });
  const id = textOf(headers['x-message-id']);
  if (status === 202 && id) return { outcome: 'sent', providerMessageId: id, response };
  const wait = status === 429 ? waitOf(answer) : undefined;
  if (text === undefined || status < 400) return foreignAnswer(answer, secrets, wait);
  if (status === 429 || status === 402 || (status === 401 && /credits exceeded/i.test(text)))
    return failure('rate', response, wait);
  if (status === 401 || status === 403) return failure('credentials', response);
  if ([404, 405, 406, 408].includes(status)) return failure('outage', response);
  if (status >= 500) return failure(statusVerdict(status), response);
  const recipient = status === 400 && /^personalizations\.0\.to\b/.test(field ?? '');
  return failure(recipient ? 'recipient' : 'message', response);
};

/** Returns the first of `{ errors: [{ message, field }] }`, which says enough. */
function firstError(body: string): { text?: string; field?: string } {
  const { errors } = jsonObject(body) ?? {};
  const [first] = Array.isArray(errors) ? (errors as unknown[]) : [];
  const { message, field } = isObject(first) ? first : {};
  return { text: textOf(message), field: textOf(field) };
}

/** Returns the wait in milliseconds. `X-RateLimit-Reset` is the second, since 1970, at which the limit ends. */
function waitOf(answer: HttpAnswer): number | undefined {
  const asked = retryAfterOf(answer);
  const reset = Number(answer.headers['x-ratelimit-reset'] ?? NaN) * 1000 - Date.now();
  if (asked !== undefined || Number.isNaN(reset)) return asked;
  return Math.min(Math.max(0, Math.ceil(reset)), 3_600_000);
}
