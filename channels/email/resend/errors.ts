import type { HttpFailure } from '../../http/http-failure';
import { isObject, jsonObject, textOf } from '../../http/json';
import { describeAnswer } from '../../http/redact';
import { retryAfterMs } from '../../http/retry-after';
import type { ReadEach } from '../../http/vendor-batch';
import { type Classify, type Failure, failure, foreignAnswer, repeatable } from '../../http/verdict';

/**
 * Reads Resend's answer to /emails ("Errors", "Idempotency Keys", "Usage Limits"). The message's id goes as
 * `Idempotency-Key`, so for 24 hours a repeat sends nothing twice, and a call with an unknown end is
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
  const json = jsonObject(body) ?? {};
  const [id, name, text] = [json.id, json.name, json.message].map(textOf);
  const response = describeAnswer(status, { code: name, text, secrets });
  if (status === 200 && id) return { outcome: 'sent', providerMessageId: id, response };
  if (name === undefined || status < 400) return repeatable(foreignAnswer(answer, secrets));
  if (status === 409 && name === 'invalid_idempotent_request')
    return {
      outcome: 'sent',
      providerMessageId: '',
      response: `accepted at an earlier attempt; ${response}`,
    };
  if (status === 429)
    return failure('rate', response, retryAfterMs(headers['retry-after'] ?? headers['ratelimit-reset']));
  if (status === 401 || status === 403) return failure('credentials', response);
  // If the answer is 409, another attempt is at work. If it is 5xx, the message may have been taken.
  if (status >= 500 || status === 409) return repeatable(failure('unknown', response));
  if ([404, 405, 408].includes(status)) return failure('outage', response);
  return failure(/[`'"]to[`'"]/.test(text ?? '') ? 'recipient' : 'message', response);
};

/**
 * Returns the answer of /emails/batch to each e-mail, in their order. Null: it answers to the whole call. With permissive validation
 * (resend.com/changelog/batch-validation-modes) `errors` has the places and messages of the e-mails that are not valid, and
 * `data` the ids of the others, in their order.
 */
export const resendAnswers: ReadEach = (answer, count) => {
  const { data, errors = [] } = jsonObject(answer.body) ?? {};
  if (answer.status !== 200 || !Array.isArray(data) || !Array.isArray(errors)) return null;
  const wrong = new Map(errors.filter(isObject).map(({ index, message }) => [index, message]));
  const places = [...wrong.keys()].filter(
    (at) => Number.isInteger(at) && Number(at) >= 0 && Number(at) < count,
  );
  // Otherwise nothing says whose ids they are.
  if (places.length !== errors.length || data.length + wrong.size !== count) return [];
  const ids = data.values();
  return Array.from({ length: count }, (_, at) => {
    if (!wrong.has(at)) return { ...answer, body: JSON.stringify(ids.next().value ?? null) };
    const body = JSON.stringify({ name: 'validation_error', message: wrong.get(at) });
    return { ...answer, status: 422, body };
  });
};

/** Returns the failure of a call without an answer. A repeat is safe, whether or not it was handed over. */
export const failedResendCall = ({ timedOut, handedOver, refused, reason }: HttpFailure): Failure => ({
  ...failure(
    refused ? 'account' : timedOut ? 'timeout' : 'outage',
    handedOver ? `${reason}; the idempotency key makes a retry safe` : reason,
  ),
  ...(handedOver && { mayHaveSent: true }),
});
