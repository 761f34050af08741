import type { HttpAnswer } from '../http/provider-http';
import { retryAfterMs } from '../http/retry-after';
import type { SendResult } from '../provider';
import { accountRefused, deviceGone, rateLimited, refuse, serviceDown, wordsOf } from './answers';

/**
 * Answers of push services (RFC 8030 sections 5, 7.3, 8.4; RFC 8292 section 4.2; mozilla-services.github.io/
 * autopush-rs/errors.html). Of the body only a piece is shown: the address is anyone's.
 *
 * | Answer                                        | Outcome      | Code              |
 * |-----------------------------------------------|--------------|-------------------|
 * | 201, other 2xx                                | sent; the last part of `Location` names it | |
 * | 404, 410                                      | permanent    | INVALID_RECIPIENT, gone |
 * | 401, 403: VAPID keys or subject               | transient    | UNAUTHORIZED      |
 * | 429                                           | rate_limited | RATE_LIMITED      |
 * | 408, 5xx                                      | transient    | PROVIDER_ERROR    |
 * | 5xx with `Retry-After`                        | rate_limited | RATE_LIMITED      |
 * | 413 too large, other 4xx, 3xx (never followed) | permanent   | REJECTED          |
 */
export function readPushServiceAnswer(
  { status, headers, body }: HttpAnswer,
  token: string,
  hidden: readonly string[],
): SendResult {
  if (status >= 200 && status < 300) {
    const name = /([^/?#]{1,255})$/.exec(headers.location ?? '')?.[1] ?? '';
    return { outcome: 'sent', providerMessageId: name, response: `the push service answered ${status}` };
  }
  const words = wordsOf(`the push service answered ${status} ${body}`, hidden);
  const wait = retryAfterMs(headers['retry-after']);
  if (status === 404 || status === 410) return deviceGone(token, words);
  if (status === 401 || status === 403) return accountRefused(words);
  if (status === 429) return rateLimited(words, wait);
  if (status === 408 || status >= 500) return serviceDown(words, wait);
  return refuse('REJECTED', words);
}
