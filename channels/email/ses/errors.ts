import type { HttpAnswer } from '../../http/http-answer';
import { isObject, jsonObject, textOf } from '../../http/json';
import { describeAnswer } from '../../http/redact';
import { retryAfterOf } from '../../http/retry-after';
import type { ReadEach } from '../../http/vendor-batch';
import { type Classify, failure, foreignAnswer, statusVerdict } from '../../http/verdict';
import { ALONE } from '../../provider';

/** Errors that say that these credentials or this account may not send; an operator can correct each. */
const ACCOUNT = new Set([
  'AccessDeniedException',
  'AccountSuspendedException',
  'ExpiredTokenException',
  'IncompleteSignature',
  'InvalidClientTokenId',
  'InvalidSignatureException',
  'MailFromDomainNotVerifiedException',
  'MissingAuthenticationTokenException',
  'NotAuthorized',
  'NotFoundException', // the configuration set
  'OptInRequired',
  'RequestExpired',
  'SendingPausedException',
  'SignatureDoesNotMatch',
  'UnrecognizedClientException',
]);
const THROTTLED = ['TooManyRequestsException', 'ThrottlingException', 'Throttling', 'LimitExceededException'];

/** "Wait for an interval of up to 10 minutes" ("Errors related to the sending quotas"). */
const QUOTA_WAIT_MS = 600_000;

/**
 * Reads the answer of SES to SendEmail ("API v2 reference": SendEmail, Common errors; "Amazon SES email sending
 * errors"). SES takes no idempotency key, so a call whose connection dies after it was handed over is `unknown`.
 *
 * | Answer                                                                 | Outcome      | Code           |
 * |------------------------------------------------------------------------|--------------|----------------|
 * | 200 with MessageId                                                     | sent         |                |
 * | TooManyRequests, Throttling, LimitExceeded, 429                        | rate_limited | RATE_LIMITED   |
 * | MessageRejected: address not verified (sender, or recipient in SES's   | transient    | UNAUTHORIZED   |
 * | sandbox), account suspended or paused                                  |              |                |
 * | AccountSuspended, SendingPaused, MailFromDomainNotVerified             | transient    | UNAUTHORIZED   |
 * | NotFoundException: configuration set                                   | transient    | UNAUTHORIZED   |
 * | 401, 403, signature, token, access denied, expired request             | transient    | UNAUTHORIZED   |
 * | other MessageRejected, BadRequest, 413 and other 4xx                   | permanent    | REJECTED       |
 * | 404 of another kind, 405, 408 (another API behind `base_url`)          | transient    | PROVIDER_ERROR |
 * | 503 ServiceUnavailable: "a temporary failure of the server"            | transient    | PROVIDER_ERROR |
 * | 500 InternalFailure ("an unknown error") and other 5xx                 | unknown      | OUTCOME_UNKNOWN |
 * | no name of an error, or 2xx without MessageId                          | as `foreignAnswer` |          |
 *
 * SES does not say in a form for programs whether a bad address was the recipient's; that is REJECTED too.
 */
export const classifySes: Classify = (answer, { secrets }) => {
  const { status, body } = answer;
  const id = textOf(jsonObject(body)?.MessageId);
  if (status === 200 && id) return { outcome: 'sent', providerMessageId: id, response: '200' };
  const { type, text } = sesError(answer);
  if (!type || status < 400) return foreignAnswer(answer, secrets);
  const response = describeAnswer(status, { code: type, text, secrets });
  if (status === 429 || THROTTLED.includes(type)) {
    const quotaWait = /daily[ _](?:message|sending)?[ _]?quota/i.test(text) ? QUOTA_WAIT_MS : undefined;
    return failure('rate', response, retryAfterOf(answer) ?? quotaWait);
  }
  const account = type === 'MessageRejected' && /not verified|suspended|paused|shut down/i.test(text);
  if (status === 401 || status === 403 || account || ACCOUNT.has(type))
    return failure('credentials', response);
  if ([404, 405, 408].includes(status)) return failure('outage', response);
  if (status >= 500) return failure(statusVerdict(status), response);
  return failure('message', response);
};

/** Returns AWS's name of the error, from a header (`Name:http://…`) or `__type` of the body (`namespace#Name`), and its text. */
export function sesError({ headers, body }: HttpAnswer) {
  const { __type, message, Message } = jsonObject(body) ?? {};
  const name = headers['x-amzn-errortype'] ?? textOf(__type) ?? '';
  const type = name.split(':')[0]?.split('#').at(-1) ?? '';
  return { type, text: textOf(message) ?? textOf(Message) ?? '' };
}

/** The error of SendEmail that says the same as a status of SendBulkEmail. */
const ERRORS = new Map([
  ['MESSAGE_REJECTED', 'MessageRejected'],
  ['MAIL_FROM_DOMAIN_NOT_VERIFIED', 'MailFromDomainNotVerifiedException'],
  ['CONFIGURATION_SET_NOT_FOUND', 'NotFoundException'],
  ['CONFIGURATION_SET_DOES_NOT_EXIST', 'NotFoundException'],
  ['INVALID_SENDING_POOL_NAME', 'NotFoundException'],
  ['ACCOUNT_SUSPENDED', 'AccountSuspendedException'],
  ['ACCOUNT_SENDING_PAUSED', 'SendingPausedException'],
  ['CONFIGURATION_SET_SENDING_PAUSED', 'SendingPausedException'],
  ['ACCOUNT_THROTTLED', 'ThrottlingException'],
  ['ACCOUNT_DAILY_QUOTA_EXCEEDED', 'ThrottlingException'],
]);
/** Statuses of messages that were not sent because of the call, so that another call may send them. */
const OF_THE_CALL = new Set(['INVALID_PARAMETER', 'TEMPLATE_NOT_FOUND', 'TEMPLATE_DOES_NOT_EXIST', 'FAILED']);

/**
 * Returns the answer of SendBulkEmail to each message, in their order ("API v2 reference": SendBulkEmail, BulkEmailEntryResult, whose
 * text and list of values name some statuses differently). Null: it answers to the whole call.
 *
 * | Status                                                | As SendEmail                |
 * |-------------------------------------------------------|-----------------------------|
 * | SUCCESS with MessageId                                | 200 with MessageId          |
 * | those of `ERRORS`                                     | 400 with that error         |
 * | TRANSIENT_FAILURE: "a temporary issue"                | 503 ServiceUnavailable      |
 * | INVALID_PARAMETER, TEMPLATE_NOT_FOUND, FAILED         | sent alone by SendEmail     |
 * | another, or SUCCESS without MessageId                 | a 200 that nobody can read  |
 *
 * `Error` is "an error that prevented a message being sent", so each with one of these statuses was not sent.
 */
export const sesAnswers: ReadEach = ({ status, body }) => {
  const list = status === 200 ? jsonObject(body)?.BulkEmailEntryResults : undefined;
  return Array.isArray(list) ? list.map(entryAnswer) : null;
};

function entryAnswer(entry: unknown): HttpAnswer | typeof ALONE {
  const { Status, Error: text, MessageId } = isObject(entry) ? entry : {};
  const status = textOf(Status) ?? '';
  if (OF_THE_CALL.has(status)) return ALONE;
  const type = status === 'TRANSIENT_FAILURE' ? 'ServiceUnavailable' : ERRORS.get(status);
  if (!type)
    return { status: 200, headers: {}, body: JSON.stringify(status === 'SUCCESS' ? { MessageId } : entry) };
  const message = [status, textOf(text)].filter(Boolean).join(': ');
  const body = JSON.stringify({ __type: type, message });
  return { status: type === 'ServiceUnavailable' ? 503 : 400, headers: {}, body };
}
