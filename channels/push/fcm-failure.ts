import type { HttpAnswer } from '../http/provider-http';
import { isObject, jsonObject, textOf } from '../http/json';
import { retryAfterMs } from '../http/retry-after';
import type { SendResult } from '../provider';
import { accountRefused, deviceGone, rateLimited, refuse, serviceDown, wordsOf } from './answers';

/** Without `Retry-After` (firebase.google.com/docs/cloud-messaging/scale-fcm). */
const QUOTA_WAIT_MS = 60_000;

/**
 * FCM's refusals (firebase.google.com/docs/cloud-messaging/error-codes; the canonical codes of google.rpc where there is
 * no FCM code). FCM knows no idempotency key.
 *
 * | Answer                                               | Outcome      | Code              |
 * |------------------------------------------------------|--------------|-------------------|
 * | UNREGISTERED (404)                                   | permanent    | INVALID_RECIPIENT, gone |
 * | INVALID_ARGUMENT (400) that names the token          | permanent    | INVALID_RECIPIENT, gone |
 * | SENDER_ID_MISMATCH (403): a token of another project | permanent    | INVALID_RECIPIENT |
 * | INVALID_ARGUMENT else: content, size                 | permanent    | REJECTED          |
 * | THIRD_PARTY_AUTH_ERROR (401): the APNs or Web Push key in Firebase | transient | UNAUTHORIZED |
 * | other 401, 403, 404 (no such project)                | transient    | UNAUTHORIZED      |
 * | QUOTA_EXCEEDED, 429                                  | rate_limited | RATE_LIMITED, 60 s without `Retry-After` |
 * | UNAVAILABLE (503) with `Retry-After`                 | rate_limited | RATE_LIMITED      |
 * | UNAVAILABLE, INTERNAL (500), everything else         | transient    | PROVIDER_ERROR    |
 */
export function fcmFailure(answer: HttpAnswer, token: string, hidden: readonly string[]): SendResult {
  const { status, headers, body } = answer;
  const error = readError(body);
  const words = wordsOf(`${status} ${error.code || error.status} ${error.message}`, [token, ...hidden]);
  const wait = retryAfterMs(headers['retry-after']);
  switch (error.code) {
    case 'UNREGISTERED':
      return deviceGone(token, words);
    case 'SENDER_ID_MISMATCH':
      return refuse('INVALID_RECIPIENT', words);
    case 'THIRD_PARTY_AUTH_ERROR':
      return accountRefused(words);
    case 'QUOTA_EXCEEDED':
      return rateLimited(words, wait ?? QUOTA_WAIT_MS);
  }
  if (status === 400) return error.ofToken ? deviceGone(token, words) : refuse('REJECTED', words);
  if (status === 401 || status === 403 || status === 404) return accountRefused(words);
  if (status === 429) return rateLimited(words, wait ?? QUOTA_WAIT_MS);
  return serviceDown(words, wait);
}

/** Whether a new access token may help: FCM's own words for a refused key of Apple's are a 401 too. */
export const isStaleAccessToken = ({ status, body }: HttpAnswer): boolean =>
  status === 401 && readError(body).code !== 'THIRD_PARTY_AUTH_ERROR';

interface FcmError {
  /** `FcmError.errorCode`, where it is FCM that speaks. */
  code: string;
  /** Canonical code. */
  status: string;
  message: string;
  /** Whether it names the registration token as what is wrong. */
  ofToken: boolean;
}

function readError(body: string): FcmError {
  const { error } = jsonObject(body) ?? {};
  if (!isObject(error)) return { code: '', status: '', message: body, ofToken: false };
  const details = Array.isArray(error.details) ? error.details.filter(isObject) : [];
  const violations = details.flatMap(({ fieldViolations }) =>
    Array.isArray(fieldViolations) ? fieldViolations.filter(isObject) : [],
  );
  const message = textOf(error.message) ?? '';
  const code = textOf(details.find(({ errorCode }) => typeof errorCode === 'string')?.errorCode) ?? '';
  const ofToken =
    violations.some(({ field }) => field === 'message.token') ||
    (code === 'INVALID_ARGUMENT' && /registration token is not a valid/i.test(message));
  return { code, status: textOf(error.status) ?? '', message, ofToken };
}
