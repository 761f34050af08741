import { operatorWords } from '../../http/redact';
import { retryAfterMs } from '../../http/retry-after';
import { type Classify, deviceGone, failure, foreignAnswer, statusVerdict } from '../../http/verdict';

/** No push service answers with one; its own form beyond the status is each service's own. */
const WEB_PAGE = /^text\/html\b/i;

/**
 * Answers of push services (RFC 8030 sections 5, 7.3, 8.4; RFC 8292 section 4.2; mozilla-services.github.io/
 * autopush-rs/errors.html). Of the body only a piece is shown: the address is anyone's.
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
  const words = operatorWords(`the push service answered ${status} ${body}`, hidden);
  const wait = retryAfterMs(headers['retry-after']);
  if (status === 404 || status === 410) return deviceGone(token, words);
  if (status === 401 || status === 403) return failure('credentials', words);
  if (status === 429) return failure('rate', words, wait);
  if (status === 408 || status >= 500) {
    return wait === undefined ? failure(statusVerdict(status), words) : failure('rate', words, wait);
  }
  return status === 400 || status === 413 ? failure('message', words) : foreignAnswer(answer, hidden);
};
