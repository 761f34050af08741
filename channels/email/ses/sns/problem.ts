import type { HttpResult } from '../../../http/provider-http';
import type { ReceiptReading } from '../../../receipts/receipts';

/** Why a message is not read. */
export type SnsProblem = Extract<ReceiptReading, { reason: string }>;

export const refused = (reason: string): SnsProblem => ({ kind: 'refused', reason });
export const later = (reason: string): SnsProblem => ({ kind: 'later', reason });

/** The body of an answer, or why there is none: an answer that would be no other next time is `refused`. */
export function bodyOf(call: HttpResult, what: string): string | SnsProblem {
  if (!call.ok) return later(`${what} could not be had: ${call.reason}`);
  const { status, body } = call.answer;
  if (status === 200) return body;
  const reason = `${what} could not be had: the answer was ${status}`;
  return status >= 500 || status === 408 || status === 429 ? later(reason) : refused(reason);
}
