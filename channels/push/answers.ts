import type { DeliveryErrorCode } from '../../core/delivery-error';
import { operatorWords } from '../http/words';
import type { SendResult } from '../provider';

/** The results that push services' answers come to; `response` is for operators. */

export const refuse = (code: DeliveryErrorCode, response: string): SendResult => ({
  outcome: 'permanent',
  code,
  response,
});

/** The service says that there is no such device any more. */
export const deviceGone = (token: string, response: string): SendResult => ({
  ...refuse('INVALID_RECIPIENT', response),
  gone: [token],
});

/** The account is refused: it waits until an operator has put that right. */
export const accountRefused = (response: string): SendResult => ({
  outcome: 'transient',
  code: 'UNAUTHORIZED',
  response,
});

export const rateLimited = (response: string, retryAfterMs?: number): SendResult => ({
  outcome: 'rate_limited',
  code: 'RATE_LIMITED',
  response,
  ...(retryAfterMs !== undefined && { retryAfterMs }),
});

/** The service is down; where it says when to come back, not before that. */
export const serviceDown = (response: string, retryAfterMs?: number): SendResult =>
  retryAfterMs === undefined
    ? { outcome: 'transient', code: 'PROVIDER_ERROR', response }
    : rateLimited(response, retryAfterMs);

/** A service's words for operators, without what must not be seen there (tokens, credentials). */
export const wordsOf = (text: string, hidden: readonly string[]): string =>
  operatorWords(text, hidden, '[hidden]');
