import type { HttpAnswer } from '../../http/http-answer';
import { isObject, jsonObject, textOf } from '../../http/json';
import { redact } from '../../http/redact';
import { retryAfterOf } from '../../http/retry-after';
import { type Classify, deviceGone, failure, foreignAnswer, outage } from '../../http/verdict';

/** Wait without `Retry-After` (firebase.google.com/docs/cloud-messaging/scale-fcm). */
const QUOTA_WAIT_MS = 60_000;

/**
 * FCM's answers (firebase.google.com/docs/cloud-messaging/error-codes; the canonical codes of google.rpc if there is
 * no FCM code). FCM knows no idempotency key.
 *
 * | Answer                                               | Outcome      | Code              |
 * |------------------------------------------------------|--------------|-------------------|
 * | 200, `name`                                          | sent         |                   |
 * | UNREGISTERED (404)                                   | permanent    | INVALID_RECIPIENT, gone |
 * | INVALID_ARGUMENT (400) that names the token          | permanent    | INVALID_RECIPIENT, gone |
 * | SENDER_ID_MISMATCH (403): a token of another project | permanent    | INVALID_RECIPIENT |
 * | INVALID_ARGUMENT else: content, size                 | permanent    | REJECTED          |
 * | THIRD_PARTY_AUTH_ERROR (401): the APNs or Web Push key in Firebase | transient | UNAUTHORIZED |
 * | other 401, 403, 404 (no such project)                | transient    | UNAUTHORIZED      |
 * | QUOTA_EXCEEDED, 429                                  | rate_limited | RATE_LIMITED, 60 s without `Retry-After` |
 * | UNAVAILABLE (503) with `Retry-After`                 | rate_limited | RATE_LIMITED      |
 * | UNAVAILABLE, INTERNAL (500), other codes             | transient    | PROVIDER_ERROR    |
 * | no `error` with a canonical code, or 2xx without `name` | as `foreignAnswer` |        |
 */
export const classifyFcm: Classify = (answer, { to: token, secrets: hidden }) => {
  const { status, body } = answer;
  const name = textOf(jsonObject(body)?.name);
  if (status === 200 && name) {
    return { outcome: 'sent', providerMessageId: name, response: `FCM accepted it as ${name}` };
  }
  const secrets = [token, ...hidden];
  const wait = retryAfterOf(answer) ?? (status === 429 ? QUOTA_WAIT_MS : undefined);
  const error = readError(body);
  if (!error || status < 400) return foreignAnswer(answer, secrets, wait);
  const response = redact(`${status} ${error.code || error.status} ${error.message}`, secrets);
  switch (error.code) {
    case 'UNREGISTERED':
      return deviceGone(token, response);
    case 'SENDER_ID_MISMATCH':
      return failure('recipient', response);
    case 'THIRD_PARTY_AUTH_ERROR':
      return failure('credentials', response);
    case 'QUOTA_EXCEEDED':
      return failure('rate', response, wait ?? QUOTA_WAIT_MS);
  }
  if (status === 400) return error.ofToken ? deviceGone(token, response) : failure('message', response);
  if (status === 401 || status === 403 || status === 404) return failure('credentials', response);
  return status === 429 ? failure('rate', response, wait) : outage(response, wait);
};

/** Returns whether a new access token may help. FCM answers 401 too if Apple refuses the key. */
export const isStaleAccessToken = ({ status, body }: HttpAnswer): boolean =>
  status === 401 && readError(body)?.code !== 'THIRD_PARTY_AUTH_ERROR';

/**
 * Returns FCM's own code (`FcmError.errorCode`) if there is one, the canonical code as `status`, the message, and whether
 * it says that the registration token is wrong.
 */
function readError(body: string) {
  const { error } = jsonObject(body) ?? {};
  const canonical = isObject(error) && textOf(error.status);
  if (!canonical) return null;
  const details = Array.isArray(error.details) ? error.details.filter(isObject) : [];
  const violations = details.flatMap(({ fieldViolations }) =>
    Array.isArray(fieldViolations) ? fieldViolations.filter(isObject) : [],
  );
  const message = textOf(error.message) ?? '';
  const code = textOf(details.find(({ errorCode }) => typeof errorCode === 'string')?.errorCode) ?? '';
  const ofToken =
    violations.some(({ field }) => field === 'message.token') ||
    (code === 'INVALID_ARGUMENT' && /registration token is not a valid/i.test(message));
  return { code, status: canonical, message, ofToken };
}
