import { redact } from '../../http/redact';
import { retryAfterOf } from '../../http/retry-after';
import { type Classify, deviceGone, failure, foreignAnswer, statusVerdict } from '../../http/verdict';

/** Matches what no push service answers. Beyond the status each service has its own form. */
const WEB_PAGE = /^text\/html\b/i;

/**
 * Answers of push services (RFC 8030 sections 5, 7.3, 8.4; RFC 8292 section 4.2; mozilla-services.github.io/
 * autopush-rs/errors.html). Only a piece of the body is shown: the address may be anyone's.
 *
 * | Answer                                        | Outcome      | Code              |
 * |-----------------------------------------------|--------------|-------------------|
 * | 201, 202                                      | sent; the last part of `Location` names it | |
 * | 404, 410                                      | permanent    | INVALID_RECIPIENT, gone |
 * | 401, 403: VAPID keys or subject               | transient    | UNAUTHORIZED      |
 * | 429                                           | rate_limited | RATE_LIMITED      |
 * | 408, 503                                      | transient    | PROVIDER_ERROR    |
 * | other 5xx                                     | unknown      | OUTCOME_UNKNOWN   |
 * | 5xx with `Retry-After`                        | rate_limited | RATE_LIMITED      |
 * | 400, 413 too large                            | permanent    | REJECTED          |
 * | another status, or a web page                 | as `foreignAnswer` |             |
 */
export const classifyWebpush: Classify = (answer, { to: token, secrets: hidden }) => {
  const { status, headers, body } = answer;
  if (WEB_PAGE.test(headers['content-type'] ?? '')) return foreignAnswer(answer, hidden);
  if (status === 201 || status === 202) {
    const name = /([^/?#]{1,255})$/.exec(headers.location ?? '')?.[1] ?? '';
    return { outcome: 'sent', providerMessageId: name, response: `the push service answered ${status}` };
  }
  const response = redact(`the push service answered ${status} ${body}`, hidden);
  const wait = retryAfterOf(answer);
  if (status === 404 || status === 410) return deviceGone(token, response);
  if (status === 401 || status === 403) return failure('credentials', response);
  if (status === 429) return failure('rate', response, wait);
  if (status === 408 || status >= 500) {
    return wait === undefined ? failure(statusVerdict(status), response) : failure('rate', response, wait);
  }
  return status === 400 || status === 413 ? failure('message', response) : foreignAnswer(answer, hidden);
};
