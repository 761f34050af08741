import { emailKey } from '../../../core/contacts/email-address';
import { jsonList, jsonObject, textOf } from '../../http/json';
import { describeAnswer } from '../../http/redact';
import { retryAfterOf } from '../../http/retry-after';
import type { ReadEach } from '../../http/vendor-batch';
import { type Classify, failure, foreignAnswer, statusVerdict } from '../../http/verdict';

/** Refusals of the account, which an operator can correct; each is a row of the table below. */
const ACCOUNT = new Set([10, 400, 401, 412, 413, 422, 1235, 1236, 1480]);

/**
 * Reads Postmark's answer to /email ("API overview": response codes and error codes; "Email API"). Postmark takes no
 * idempotency key, so a call whose connection dies after it was handed over is `unknown`.
 *
 * | Answer                                                             | Outcome      | Code              |
 * |--------------------------------------------------------------------|--------------|-------------------|
 * | 200, error code 0, MessageID                                       | sent         |                   |
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
 * | 503                                                                | transient    | PROVIDER_ERROR    |
 * | 500 and other 5xx                                                  | unknown      | OUTCOME_UNKNOWN   |
 * | 413, error code 411 (file type) and every other error code         | permanent    | REJECTED          |
 * | no error code, or 200 without MessageID                            | as `foreignAnswer` |             |
 *
 * Postmark says of 500 that the message is lost in most cases. In the others it is sent.
 */
export const classifyPostmark: Classify = (answer, { to, secrets }) => {
  const { status, body } = answer;
  const { ErrorCode: code, Message, MessageID } = jsonObject(body) ?? {};
  const id = textOf(MessageID);
  if (typeof code !== 'number' || (code === 0 && (status !== 200 || id === undefined))) {
    return foreignAnswer(answer, secrets);
  }
  const text = textOf(Message) ?? '';
  const response = describeAnswer(status, { code, text, secrets });
  if (code === 0) {
    if (inactive(text).includes(emailKey(to))) return failure('suppressed', response);
    return { outcome: 'sent', providerMessageId: id ?? '', response };
  }
  if (status === 429 || code === 429 || code === 405) return failure('rate', response, retryAfterOf(answer));
  const unverified = code === 300 && /'From'/.test(text) && /signature|verified|confirmed/i.test(text);
  if (status === 401 || unverified || ACCOUNT.has(code)) return failure('credentials', response);
  if (code === 100 || [404, 405, 408, 415].includes(status)) return failure('outage', response);
  if (status >= 500) return failure(statusVerdict(status), response);
  if (code === 406) return failure('suppressed', response);
  const recipient = code === 300 && /'To'/.test(text);
  return failure(recipient ? 'recipient' : 'message', response);
};

/**
 * Returns the answer of /email/batch to each message, in their order: 200 and a list of the answers that /email has ("Send batch
 * emails"). Null: it answers to the whole call.
 */
export const postmarkAnswers: ReadEach = (answer) => {
  const list = answer.status === 200 ? jsonList(answer.body) : undefined;
  return list?.map((one) => ({ ...answer, body: JSON.stringify(one) })) ?? null;
};

/** Returns the addresses of "Message OK, but will not deliver to these inactive addresses: a@b.c, d@e.f." (as addresses are compared). */
function inactive(text: string): string[] {
  const list = /these inactive addresses: (.+?)\.?(?: Inactive|$)/.exec(text)?.[1];
  return list === undefined ? [] : list.split(',').map((address) => emailKey(address.trim()));
}
