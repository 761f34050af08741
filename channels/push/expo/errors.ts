import { isObject, jsonObject, textOf } from '../../http/json';
import { operatorWords } from '../../http/redact';
import { retryAfterMs } from '../../http/retry-after';
import type { HttpAnswer } from '../../http/http-answer';
import {
  type Classified,
  type Classify,
  deviceGone,
  failure,
  foreignAnswer,
  outage,
} from '../../http/verdict';
import type { SendResult } from '../../provider';

/**
 * Expo's answers (docs.expo.dev/push-notifications/sending-notifications, "Push ticket errors", "Request errors"). Expo
 * knows no idempotency key.
 *
 * | Answer                                              | Outcome      | Code              |
 * |-----------------------------------------------------|--------------|-------------------|
 * | 200, ticket `ok` with its id                        | sent         |                   |
 * | ticket DeviceNotRegistered                          | permanent    | INVALID_RECIPIENT, gone |
 * | ticket MessageTooBig, DeveloperError                | permanent    | REJECTED          |
 * | ticket MessageRateExceeded (for one device)         | rate_limited | RATE_LIMITED      |
 * | ticket MismatchSenderId, InvalidCredentials: the project's keys at Expo | transient | UNAUTHORIZED |
 * | ticket ProviderError, ExpoError, others             | transient    | PROVIDER_ERROR    |
 * | 401, 403, UNAUTHORIZED: the access token            | transient    | UNAUTHORIZED      |
 * | 429, TOO_MANY_REQUESTS                              | rate_limited | RATE_LIMITED      |
 * | 5xx                                                 | transient    | PROVIDER_ERROR    |
 * | other `errors`: a request that is not right         | permanent    | REJECTED          |
 * | neither `errors` with a code nor a ticket           | as `foreignAnswer` |             |
 */
export const classifyExpo: Classify = (answer, { to: token, secrets: hidden }) => {
  const secrets = [token, ...hidden];
  const told = jsonObject(answer.body) ?? {};
  const [error] = Array.isArray(told.errors) ? told.errors.filter(isObject) : [];
  if (error && textOf(error.code)) return readRefusal(answer, error, secrets);
  const ticket: unknown = [told.data].flat()[0];
  if (answer.status !== 200 || !isObject(ticket)) return foreignAnswer(answer, secrets);
  if (ticket.status === 'error') return readTicket(ticket, { to: token, secrets });
  const id = ticket.status === 'ok' && textOf(ticket.id);
  if (!id) return foreignAnswer(answer, secrets);
  return { outcome: 'sent', providerMessageId: id, response: `Expo accepted it as ${id}` };
};

function readTicket(ticket: Record<string, unknown>, { to, secrets }: Classified): SendResult {
  const code = textOf(isObject(ticket.details) ? ticket.details.error : undefined) ?? '';
  const words = operatorWords(`${code || 'error'}: ${textOf(ticket.message) ?? ''}`, secrets);
  switch (code) {
    case 'DeviceNotRegistered':
      return deviceGone(to, words);
    case 'MessageTooBig':
    case 'DeveloperError':
      return failure('message', words);
    case 'MessageRateExceeded':
      return failure('rate', words);
    case 'MismatchSenderId':
    case 'InvalidCredentials':
      return failure('credentials', words);
    default:
      return outage(words);
  }
}

function readRefusal(
  { status, headers }: HttpAnswer,
  error: Record<string, unknown>,
  hidden: readonly string[],
): SendResult {
  const code = textOf(error.code) ?? '';
  const words = operatorWords(`${status} ${code} ${textOf(error.message) ?? ''}`, hidden);
  const wait = retryAfterMs(headers['retry-after']);
  if (status === 401 || status === 403 || code === 'UNAUTHORIZED') return failure('credentials', words);
  if (status === 429 || code === 'TOO_MANY_REQUESTS') return failure('rate', words, wait);
  if (status >= 500) return outage(words, wait);
  return failure('message', words);
}
