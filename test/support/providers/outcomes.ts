import type { SendResult } from '../../../channels/provider';

/** A result as a test states it: fields that it does not name are absent, but for `response`, which may be anything. */
export interface Expected {
  outcome: SendResult['outcome'];
  code?: string;
  /** The words, or a matcher. */
  response?: unknown;
  providerMessageId?: string;
  refusedAccount?: true;
  mayHaveSent?: true;
  optedOut?: true;
  retryAfterMs?: number;
  /** Whether the message's device comes back as gone. */
  gone?: true;
}

/** Words of a result that contain `words`. */
const containing = (words?: string) =>
  words === undefined ? {} : { response: expect.stringContaining(words) as unknown };

export const permanent = (code: string, words?: string): Expected => ({
  outcome: 'permanent',
  code,
  ...containing(words),
});
export const transient = (code: string, words?: string): Expected => ({
  outcome: 'transient',
  code,
  ...containing(words),
});
export const limited = (retryAfterMs?: number, words?: string): Expected => ({
  outcome: 'rate_limited',
  code: 'RATE_LIMITED',
  retryAfterMs,
  ...containing(words),
});
export const sent = (providerMessageId: string, words?: string): Expected => ({
  outcome: 'sent',
  providerMessageId,
  ...containing(words),
});

export const INVALID = permanent('INVALID_RECIPIENT');
export const REJECTED = permanent('REJECTED');
export const OPTED_OUT: Expected = { ...REJECTED, optedOut: true };
export const UNAUTHORIZED = transient('UNAUTHORIZED');
export const DOWN = transient('PROVIDER_ERROR');
/** What an operator puts right at the provider. */
export const ACCOUNT: Expected = { ...DOWN, refusedAccount: true };
export const TIMED_OUT = transient('TIMEOUT');
export const LIMITED = limited();
export const UNKNOWN: Expected = { outcome: 'unknown', code: 'OUTCOME_UNKNOWN' };

/** Results by the vendor's codes at each HTTP status. */
export type CodeTable = readonly (readonly [result: Expected, codes: Record<number, readonly number[]>])[];

/** The rows of a table of codes; `response` is each one's words, or a matcher. */
export const rowsOf = <Reply>(
  table: CodeTable,
  reply: (status: number, code: number) => Reply,
  response: (status: number, code: number) => unknown,
): [what: string, reply: Reply, result: Expected][] =>
  table.flatMap(([result, statuses]) =>
    Object.entries(statuses).flatMap(([status, codes]) =>
      codes.map((code): [string, Reply, Expected] => [
        `${status} ${code}`,
        reply(Number(status), code),
        { ...result, response: response(Number(status), code) },
      ]),
    ),
  );
