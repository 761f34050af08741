import type { SendResult } from '../provider';
import type { HttpAnswer } from './http-answer';
import { retryAfterMs } from './retry-after';
import { gatewayWords } from './redact';

export type Failure = Exclude<SendResult, { outcome: 'sent' }>;

/** What an answer is classified with. */
export interface Classified {
  /** Recipient of the message; empty in a check. */
  to: string;
  /** Credentials and whatever else no operator may see in the provider's words. */
  secrets: readonly string[];
}

/** Reads an answer of a provider: each `errors.ts` exports one as `classify<Provider>`, under the table that it follows. */
export type Classify<Answer = HttpAnswer> = (answer: Answer, classified: Classified) => SendResult;

/** Whose fault a refusal is, which decides what becomes of the message. */
export type Verdict =
  /** The address cannot get messages. */
  | 'recipient'
  /** The provider itself sends nothing to the address any more. */
  | 'suppressed'
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
    case 'suppressed':
      return { outcome: 'permanent', code: 'SUPPRESSED', response };
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

/** The refusal of a push message whose device is gone, as the provider says. */
export const deviceGone = (token: string, response: string): Failure => ({
  ...failure('recipient', response),
  gone: [token],
});

/** The provider is down. If it says when to come back, the message waits until then. */
export const outage = (response: string, wait?: number): Failure =>
  failure(wait === undefined ? 'outage' : 'rate', response, wait);

/**
 * The verdict if only the status speaks (RFC 9110 section 15). A 4xx without the provider's own code is no refusal of the
 * message: something else answered, or we asked the wrong address. A 503 says that the request was not handled, and a
 * 408 that it did not arrive whole. Any other 5xx may come after the message was taken: of a 500 nothing more is known,
 * and after a 502 or a 504 the server behind the gateway may have done its work.
 */
export function statusVerdict(status: number): Verdict {
  if (status < 300) return 'unknown';
  if (status === 401 || status === 403 || status === 407) return 'credentials';
  if (status === 429) return 'rate';
  if (status === 503 || status === 408) return 'outage';
  return status >= 500 ? 'unknown' : 'account';
}

/**
 * The result of an answer that is not in the provider's own form: a gateway, a proxy or a login page spoke, or the
 * answer broke off. It accepts no message and fails none for good. A provider may have documented more of its statuses.
 */
export const foreignAnswer = (
  answer: HttpAnswer,
  secrets: readonly string[],
  {
    verdict = statusVerdict(answer.status),
    wait = askedWait(answer),
  }: { verdict?: Verdict; wait?: number } = {},
): Failure => failure(verdict, gatewayWords(answer, secrets), wait);

/** A failure at a provider that knows a repeat by its idempotency key: what is unknown may be repeated there. */
export const repeatable = (result: Failure): Failure =>
  result.outcome === 'unknown'
    ? { ...result, outcome: 'transient', code: 'PROVIDER_ERROR', mayHaveSent: true }
    : result;

/** Codes by verdict, turned round for looking up. */
export const codeTable = <Code>(
  rows: Partial<Record<Verdict, readonly Code[]>>,
): ReadonlyMap<Code, Verdict> =>
  new Map(
    Object.entries(rows).flatMap(([verdict, codes]) => codes.map((code) => [code, verdict as Verdict])),
  );

/** What `Retry-After` asks for, milliseconds. */
export const askedWait = ({ headers }: HttpAnswer): number | undefined =>
  retryAfterMs(headers['retry-after']);
