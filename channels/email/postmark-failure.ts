import { jsonObject, textOf } from '../http/json';
import { answerWords } from '../http/words';
import type { HttpAnswer } from '../http/provider-http';
import { retryAfterMs } from '../http/retry-after';
import type { SendResult } from '../provider';

/** Refusals of the account, which an operator can put right; each is a row of the table below. */
const ACCOUNT = new Set([10, 400, 401, 412, 413, 422, 1235, 1236, 1480]);

/**
 * Reads Postmark's answer to /email ("API overview": response codes and error codes; "Email API"). Postmark takes no
 * idempotency key, so a call whose connection dies after it was handed over is `unknown`.
 *
 * | Answer                                                             | Outcome      | Code              |
 * |--------------------------------------------------------------------|--------------|-------------------|
 * | 200, error code 0                                                  | sent         |                   |
 * | 200, error code 0, but `to` is among "these inactive addresses"    | permanent    | SUPPRESSED        |
 * | error code 406: recipient inactive (hard bounce, complaint, manual) | permanent   | SUPPRESSED        |
 * | error code 300 about 'To'                                          | permanent    | INVALID_RECIPIENT |
 * | error code 300 about a 'From' that is not verified                 | transient    | UNAUTHORIZED      |
 * | 401, error codes 10, 400, 401: token, sender signature             | transient    | UNAUTHORIZED      |
 * | error codes 412, 413, 422, 1480: account, server or IP may not send | transient   | UNAUTHORIZED      |
 * | error codes 1235, 1236: message stream                             | transient    | UNAUTHORIZED      |
 * | error code 405: out of credits                                     | rate_limited | RATE_LIMITED      |
 * | 429, error code 429                                                | rate_limited | RATE_LIMITED      |
 * | error code 100: maintenance; 404, 405, 408, 415 (another API)      | transient    | PROVIDER_ERROR    |
 * | 3xx, 500, 503 and other 5xx                                        | transient    | PROVIDER_ERROR    |
 * | 413, error code 411 (file type) and everything else                | permanent    | REJECTED          |
 *
 * Postmark says of 500 that the message is lost in most cases, so it is tried again.
 */
export function classifyPostmarkAnswer(
  { status, headers, body }: HttpAnswer,
  { to, secrets }: { to: string; secrets: readonly string[] },
): SendResult {
  const { ErrorCode, Message, MessageID } = jsonObject(body) ?? {};
  const code = typeof ErrorCode === 'number' ? ErrorCode : undefined;
  const words = textOf(Message) ?? '';
  const response = answerWords(status, { code, words, secrets });
  if (status >= 200 && status < 300 && !code) {
    if (inactive(words).includes(to)) return { outcome: 'permanent', code: 'SUPPRESSED', response };
    return { outcome: 'sent', providerMessageId: textOf(MessageID) ?? '', response };
  }
  if (status === 429 || code === 429 || code === 405) {
    const wait = retryAfterMs(headers['retry-after']);
    return { outcome: 'rate_limited', code: 'RATE_LIMITED', response, retryAfterMs: wait };
  }
  const unverified = code === 300 && /'From'/.test(words) && /signature|verified|confirmed/i.test(words);
  if (status === 401 || unverified || (code !== undefined && ACCOUNT.has(code))) {
    return { outcome: 'transient', code: 'UNAUTHORIZED', response };
  }
  if (
    code === 100 ||
    (status >= 300 && status < 400) ||
    status >= 500 ||
    [404, 405, 408, 415].includes(status)
  ) {
    return { outcome: 'transient', code: 'PROVIDER_ERROR', response };
  }
  if (code === 406) return { outcome: 'permanent', code: 'SUPPRESSED', response };
  const recipient = code === 300 && /'To'/.test(words);
  return { outcome: 'permanent', code: recipient ? 'INVALID_RECIPIENT' : 'REJECTED', response };
}

/** "Message OK, but will not deliver to these inactive addresses: a@b.c, d@e.f." (addresses in lower case). */
function inactive(words: string): string[] {
  const list = /these inactive addresses: (.+?)\.?(?: Inactive|$)/.exec(words)?.[1];
  return list === undefined ? [] : list.split(',').map((address) => address.trim().toLowerCase());
}
