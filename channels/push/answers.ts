import type { DeliveryErrorCode } from '../../core/delivery-error';
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

/** Characters of an answer that are shown. */
const SHOWN = 500;

/** A service's words on one line, bounded, without what must not be seen there (tokens, credentials). */
export function wordsOf(text: string, hidden: readonly string[]): string {
  const clean = hidden.reduce((words, one) => (one === '' ? words : words.replaceAll(one, '[hidden]')), text);
  return clean
    .replace(/[\s\p{Cc}]+/gu, ' ')
    .trim()
    .slice(0, SHOWN);
}

/** The object that a JSON text is, empty where it is none. */
export function jsonObject(text: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(text);
    return isObject(value) ? value : {};
  } catch {
    return {};
  }
}

export const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

export const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');
