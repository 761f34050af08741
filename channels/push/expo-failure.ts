import { isObject, jsonObject, textOf } from '../http/json';
import { retryAfterMs } from '../http/retry-after';
import type { HttpAnswer } from '../http/provider-http';
import type { SendResult } from '../provider';
import { accountRefused, deviceGone, rateLimited, refuse, serviceDown, wordsOf } from './answers';

/**
 * Expo's answers (docs.expo.dev/push-notifications/sending-notifications, "Push ticket errors", "Request errors"). Expo
 * knows no idempotency key.
 *
 * | Answer                                              | Outcome      | Code              |
 * |-----------------------------------------------------|--------------|-------------------|
 * | 200, ticket `ok`                                    | sent         |                   |
 * | 200 that cannot be read                             | sent, without a name |           |
 * | ticket DeviceNotRegistered                          | permanent    | INVALID_RECIPIENT, gone |
 * | ticket MessageTooBig, DeveloperError                | permanent    | REJECTED          |
 * | ticket MessageRateExceeded (for one device)         | rate_limited | RATE_LIMITED      |
 * | ticket MismatchSenderId, InvalidCredentials: the project's keys at Expo | transient | UNAUTHORIZED |
 * | ticket ProviderError, ExpoError, others             | transient    | PROVIDER_ERROR    |
 * | 401, 403, UNAUTHORIZED: the access token            | transient    | UNAUTHORIZED      |
 * | 429, TOO_MANY_REQUESTS                              | rate_limited | RATE_LIMITED      |
 * | 5xx                                                 | transient    | PROVIDER_ERROR    |
 * | other 4xx, other `errors`: a request that is not right | permanent | REJECTED          |
 */
export function readExpoAnswer(answer: HttpAnswer, token: string, hidden: readonly string[]): SendResult {
  const { status, body } = answer;
  const told = jsonObject(body) ?? {};
  const [error] = Array.isArray(told.errors) ? told.errors.filter(isObject) : [];
  if (error || status < 200 || status > 299) return readRefusal(answer, error ?? {}, [token, ...hidden]);
  const ticket = [told.data].flat()[0];
  if (isObject(ticket) && ticket.status === 'error') return readTicket(ticket, token, hidden);
  const id = (isObject(ticket) && textOf(ticket.id)) || '';
  return { outcome: 'sent', providerMessageId: id, response: `Expo accepted it as ${id || '(no name)'}` };
}

function readTicket(ticket: Record<string, unknown>, token: string, hidden: readonly string[]): SendResult {
  const code = textOf(isObject(ticket.details) ? ticket.details.error : undefined) ?? '';
  const words = wordsOf(`${code || 'error'}: ${textOf(ticket.message) ?? ''}`, [token, ...hidden]);
  switch (code) {
    case 'DeviceNotRegistered':
      return deviceGone(token, words);
    case 'MessageTooBig':
    case 'DeveloperError':
      return refuse('REJECTED', words);
    case 'MessageRateExceeded':
      return rateLimited(words);
    case 'MismatchSenderId':
    case 'InvalidCredentials':
      return accountRefused(words);
    default:
      return serviceDown(words);
  }
}

function readRefusal(
  { status, headers, body }: HttpAnswer,
  error: Record<string, unknown>,
  hidden: readonly string[],
): SendResult {
  const code = textOf(error.code) ?? '';
  const words = wordsOf(`${status} ${code} ${textOf(error.message) || body}`, hidden);
  const wait = retryAfterMs(headers['retry-after']);
  if (status === 401 || status === 403 || code === 'UNAUTHORIZED') return accountRefused(words);
  if (status === 429 || code === 'TOO_MANY_REQUESTS') return rateLimited(words, wait);
  if (status >= 500) return serviceDown(words, wait);
  return refuse('REJECTED', words);
}
