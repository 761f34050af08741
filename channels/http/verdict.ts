import type { SendResult } from '../provider';
import type { HttpAnswer } from './provider-http';
import { retryAfterMs } from './retry-after';

export type Failure = Exclude<SendResult, { outcome: 'sent' }>;

/** Whose fault a refusal is, which decides what becomes of the message. */
export type Verdict =
  /** The address cannot get messages. */
  | 'recipient'
  /** What was to be sent, or that it was to be sent to this person. */
  | 'message'
  /** The provider does not let us in; an operator is told. */
  | 'credentials'
  /** The account, sender or settings at the provider; an operator can put it right. */
  | 'account'
  | 'rate'
  /** The provider is down. */
  | 'outage'
  /** Nobody knows whether it was sent. */
  | 'unknown';

/** The result of a verdict. Only `rate` has a use for the milliseconds. */
export function failure(verdict: Verdict, response: string, retryAfter?: number): Failure {
  switch (verdict) {
    case 'recipient':
      return { outcome: 'permanent', code: 'INVALID_RECIPIENT', response };
    case 'message':
      return { outcome: 'permanent', code: 'REJECTED', response };
    case 'credentials':
      return { outcome: 'transient', code: 'UNAUTHORIZED', response };
    case 'account':
      return { outcome: 'transient', code: 'PROVIDER_ERROR', response, refusedAccount: true };
    case 'outage':
      return { outcome: 'transient', code: 'PROVIDER_ERROR', response };
    case 'rate': {
      const wait = retryAfter === undefined ? {} : { retryAfterMs: retryAfter };
      return { outcome: 'rate_limited', code: 'RATE_LIMITED', response, ...wait };
    }
    case 'unknown':
      return { outcome: 'unknown', code: 'OUTCOME_UNKNOWN', response };
  }
}

/** The refusal of a message to somebody who has told the provider to send no more. */
export const optedOut = (response: string): Failure => ({
  outcome: 'permanent',
  code: 'REJECTED',
  response,
  optedOut: true,
});

/**
 * The verdict where only the status speaks (RFC 9110 section 15). A 4xx without the provider's own code is no refusal
 * of the message: something else answered, or we asked the wrong address. Behind a 504 somebody may still be at work.
 */
export function statusVerdict(status: number): Verdict {
  if (status === 401 || status === 403 || status === 407) return 'credentials';
  if (status === 429) return 'rate';
  if (status === 504) return 'unknown';
  return status >= 500 ? 'outage' : 'account';
}

/** A 2xx that cannot be read: if it is the provider's JSON that broke off, the message was accepted; else who knows. */
export function unreadSuccess({ status, headers }: HttpAnswer): SendResult {
  if (/^application\/(?:[\w.-]+\+)?json\b/i.test(headers['content-type'] ?? '')) {
    return { outcome: 'sent', providerMessageId: '', response: `HTTP ${status}, the answer broke off` };
  }
  return failure('unknown', `HTTP ${status} with an answer that is not the provider's: check base_url`);
}

/** Codes by verdict, turned round for looking up. */
export const codeTable = (rows: Partial<Record<Verdict, readonly number[]>>): ReadonlyMap<number, Verdict> =>
  new Map(
    Object.entries(rows).flatMap(([verdict, codes]) => codes.map((code) => [code, verdict as Verdict])),
  );

/** What `Retry-After` asks for, milliseconds. */
export const askedWait = ({ headers }: HttpAnswer): number | undefined =>
  retryAfterMs(headers['retry-after']);
