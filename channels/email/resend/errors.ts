import { jsonObject, textOf } from '../../http/json';
import { answerWords } from '../../http/redact';
import type { HttpFailure } from '../../http/http-failure';
import { retryAfterMs } from '../../http/retry-after';
import { type Classify, failure, foreignAnswer, repeatable } from '../../http/verdict';
import type { SendResult } from '../../provider';

/**
 * Reads Resend's answer to /emails ("Errors", "Idempotency Keys", "Usage Limits"). The message's id goes as
 * `Idempotency-Key`, so for 24 hours a repeat sends nothing twice, and a call that nobody knows the end of is
 * `transient` here, never `unknown`.
 *
 * | Answer                                                            | Outcome      | Code              |
 * |-------------------------------------------------------------------|--------------|-------------------|
 * | 200, id                                                           | sent         |                   |
 * | 409 invalid_idempotent_request: taken before, in other words      | sent         |                   |
 * | 409 concurrent_idempotent_requests, resource_locked               | transient    | PROVIDER_ERROR    |
 * | 401 and 403: key, suspended account, sender's domain not verified | transient    | UNAUTHORIZED      |
 * | 429: rate_limit_exceeded, daily_, monthly_quota_exceeded          | rate_limited | RATE_LIMITED      |
 * | 404, 405 (another API behind `base_url`), 408, 5xx                | transient    | PROVIDER_ERROR    |
 * | 400, 422 about the field `to`                                     | permanent    | INVALID_RECIPIENT |
 * | other 400, 422 and other 4xx                                      | permanent    | REJECTED          |
 * | no `name` of an error, or 2xx without an id                       | as `foreignAnswer`, `repeatable` | |
 * | no answer in time                                                 | transient    | TIMEOUT           |
 * | connection refused, lost, also after it was handed over           | transient    | PROVIDER_ERROR    |
 *
 * `invalid_idempotent_request` says that this key's e-mail was sent in the last 24 hours with another body, as after
 * an attempt whose answer was lost and a file that changed since.
 */
export const classifyResend: Classify = (answer, { secrets }) => {
  const { status, headers, body } = answer;
  const said = jsonObject(body) ?? {};
  const id = textOf(said.id);
  const name = textOf(said.name);
  const words = textOf(said.message);
  const response = answerWords(status, { code: name, words, secrets });
  if (status === 200 && id) return { outcome: 'sent', providerMessageId: id, response };
  if (name === undefined || status < 400) {
    return repeatable(foreignAnswer(answer, secrets));
  }
  if (status === 409 && name === 'invalid_idempotent_request') {
    return {
      outcome: 'sent',
      providerMessageId: '',
      response: `accepted at an earlier attempt; ${response}`,
    };
  }
  if (status === 429) {
    return failure('rate', response, retryAfterMs(headers['retry-after'] ?? headers['ratelimit-reset']));
  }
  if (status === 401 || status === 403) return failure('credentials', response);
  // Of a 409 another attempt is at work, and behind a 5xx the message may have been taken.
  if (status >= 500 || status === 409) return repeatable(failure('unknown', response));
  if ([404, 405, 408].includes(status)) return failure('outage', response);
  const recipient = /[`'"]to[`'"]/.test(words ?? '');
  return failure(recipient ? 'recipient' : 'message', response);
};

/** A call without an answer; repeating it is safe, whether or not it was handed over. */
export function failedResendCall({ timedOut, handedOver, reason }: HttpFailure): SendResult {
  const response = handedOver ? `${reason}; the idempotency key makes a repeat safe` : reason;
  return {
    outcome: 'transient',
    code: timedOut ? 'TIMEOUT' : 'PROVIDER_ERROR',
    response,
    ...(handedOver && { mayHaveSent: true }),
  };
}
