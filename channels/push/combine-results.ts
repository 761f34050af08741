import type { DeliveryErrorCode } from '../../core/sending/delivery-error';
import { failure } from '../http/verdict';
import type { SendResult } from '../provider';

/**
 * Combines the results of a message's devices into one, the first of these that any device had:
 *
 * | Answer         | Why it comes before the next                                                                  |
 * |----------------|-----------------------------------------------------------------------------------------------|
 * | `sent`         | A device has it; a repeat would show it there twice.                                          |
 * | `unknown`      | A device may have it: the event's `delivery` must decide, even if another device is retried. |
 * | `rate_limited` | Retried, and the service is not called before its time (the shortest of several).              |
 * | `transient`    | Retried.                                                                                      |
 * | `permanent`    | No device can be reached: of several reasons the one that somebody can correct.                |
 *
 * It always has the gone tokens, and whether an account was refused.
 */
export function combineResults(results: readonly SendResult[]): SendResult {
  const ranked = [...results].sort((one, other) => rankOf(one) - rankOf(other));
  const best = ranked[0];
  if (!best) return failure('recipient', 'no push token');
  const gone = results.flatMap((result) => result.gone ?? []);
  const refusedAccount = results.some((result) => result.refusedAccount ?? isRefusal(result));
  return {
    ...best,
    ...(best.outcome === 'rate_limited' && { retryAfterMs: shortest(results) }),
    response: results.length === 1 ? best.response : summaryOf(ranked),
    ...(gone.length > 0 && { gone }),
    ...(refusedAccount && { refusedAccount }),
  };
}

const OUTCOMES: SendResult['outcome'][] = ['sent', 'unknown', 'rate_limited', 'transient', 'permanent'];
/** Codes of one outcome in their order; others come between. */
const FIRST: DeliveryErrorCode[] = ['REJECTED', 'UNAUTHORIZED'];
const LAST: DeliveryErrorCode[] = ['INVALID_RECIPIENT'];

function rankOf(result: SendResult): number {
  const rank = OUTCOMES.indexOf(result.outcome) * 3;
  if (result.outcome === 'sent' || FIRST.includes(result.code)) return rank;
  return rank + (LAST.includes(result.code) ? 2 : 1);
}

const isRefusal = (result: SendResult): boolean =>
  result.outcome === 'transient' && result.code === 'UNAUTHORIZED';

function shortest(results: readonly SendResult[]): number | undefined {
  const waits = results.flatMap((result) => (result.outcome === 'rate_limited' ? [result.retryAfterMs] : []));
  return waits.includes(undefined) ? undefined : Math.min(...(waits as number[]));
}

/** Returns how many devices got it, the failures and then the other responses, each once. */
function summaryOf(ranked: readonly SendResult[]): string {
  const sent = ranked.filter(({ outcome }) => outcome === 'sent');
  const failed = ranked.filter(({ outcome }) => outcome !== 'sent');
  const responses = new Set([...failed, ...sent].map(({ response }) => response));
  return `${sent.length} of ${ranked.length} devices: ${[...responses].join('; ')}`;
}
