import type { SendResult } from '../provider';
import type { HttpAnswer } from './http-answer';
import { gatewayResponse } from './redact';
import { retryAfterOf } from './retry-after';

export type Failure = Exclude<SendResult, { outcome: 'sent' }>;

/** What an answer is classified with. */
export interface Classified {
  /** Recipient of the message; empty in a check. */
  to: string;
  /** Credentials, and everything else in the provider's text that no operator may see. */
  secrets: readonly string[];
}

/** Reads an answer of a provider: each `errors.ts` exports one as `classify<Provider>`, under the table that it follows. */
export type Classify<Answer = HttpAnswer> = (answer: Answer, classified: Classified) => SendResult;

const RESULTS = {
  /** The address cannot get messages. */
  recipient: { outcome: 'permanent', code: 'INVALID_RECIPIENT' },
  /** The provider itself sends nothing to the address any more. */
  suppressed: { outcome: 'permanent', code: 'SUPPRESSED' },
  /** The recipient told the provider to send no more: we suppress the address too. */
  optedOut: { outcome: 'permanent', code: 'REJECTED', optedOut: true },
  /** The content is refused, or may not go to this person. */
  message: { outcome: 'permanent', code: 'REJECTED' },
  /** The template made what no provider can send. */
  template: { outcome: 'permanent', code: 'TEMPLATE_ERROR' },
  /** The provider does not let us in. Operators are notified. */
  credentials: { outcome: 'transient', code: 'UNAUTHORIZED' },
  /** The account, sender or settings at the provider: an operator can correct them. */
  account: { outcome: 'transient', code: 'PROVIDER_ERROR', refusedAccount: true },
  /** The recipient cannot get messages now, for example because its mailbox is full. */
  recipientForNow: { outcome: 'transient', code: 'PROVIDER_ERROR', concerns: 'recipient' },
  rate: { outcome: 'rate_limited', code: 'RATE_LIMITED' },
  /** The provider is down. */
  outage: { outcome: 'transient', code: 'PROVIDER_ERROR' },
  /** No time was left, and the message was not handed over. */
  timeout: { outcome: 'transient', code: 'TIMEOUT' },
  /** The message may have been sent. */
  unknown: { outcome: 'unknown', code: 'OUTCOME_UNKNOWN' },
} as const;

/** The cause of a refusal. It decides what becomes of the message. */
export type Verdict = keyof typeof RESULTS;

/** Returns the result of a verdict. Only `rate` has a wait, milliseconds. */
export const failure = (verdict: Verdict, response: string, retryAfterMs?: number): Failure => ({
  ...RESULTS[verdict],
  response,
  ...(verdict === 'rate' && retryAfterMs !== undefined && { retryAfterMs }),
});

/** Returns the refusal of a push message if the provider says that the device is gone. */
export const deviceGone = (token: string, response: string, since?: Date): Failure => ({
  ...failure('recipient', response),
  gone: [{ token, ...(since && { since }) }],
});

/** Returns the failure of a provider that is down. If it says when to come back, the message waits until then. */
export const outage = (response: string, wait?: number): Failure =>
  failure(wait === undefined ? 'outage' : 'rate', response, wait);

/**
 * Returns the verdict if only the status is known (RFC 9110 section 15). A 4xx without the provider's own code is no refusal
 * of the message: something else answered, or the address is wrong. A 503 says that the request was not handled, and a
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
 * Returns the result of an answer that is not in the provider's own form: a gateway, a proxy or a login page answered, or
 * the answer broke off. It accepts no message and fails none permanently. A provider may document other verdicts.
 */
export const foreignAnswer = (
  answer: HttpAnswer,
  secrets: readonly string[],
  wait = retryAfterOf(answer),
  verdict = statusVerdict(answer.status),
): Failure => failure(verdict, gatewayResponse(answer, secrets), wait);

/** Returns the failure at a provider that recognizes a repeat by its idempotency key: an unknown outcome is retried there. */
export const repeatable = (result: Failure): Failure =>
  result.outcome === 'unknown'
    ? { ...result, outcome: 'transient', code: 'PROVIDER_ERROR', mayHaveSent: true }
    : result;
