import type { DeliveryErrorCode } from '../../core/sending/delivery-error';
import type { SendResult } from '../provider';

/**
 * The answers of a message's devices as one. The first of these that any device gave:
 *
 * | Answer         | Why it goes before the next                                                                   |
 * |----------------|-----------------------------------------------------------------------------------------------|
 * | `sent`         | A device has it; a repeat would show it there twice.                                          |
 * | `unknown`      | A device may have it: the event's `delivery` must decide, also where another may be tried again. |
 * | `rate_limited` | Tried again, and the service is not asked before its time (the shortest of several).           |
 * | `transient`    | Tried again.                                                                                  |
 * | `permanent`    | No device can be reached: of several reasons the one that somebody can put right.              |
 *
 * Gone tokens come back whatever the rest was, and so does that an account was refused.
 */
export function together(results: readonly SendResult[]): SendResult {
  const ranked = [...results].sort((one, other) => rankOf(one) - rankOf(other));
  const best = ranked[0];
  if (!best) return { outcome: 'permanent', code: 'INVALID_RECIPIENT', response: 'no push token' };
  const gone = results.flatMap((result) => result.gone ?? []);
  const refusedAccount = results.some((result) => result.refusedAccount ?? isRefusal(result));
  return {
    ...best,
    ...(best.outcome === 'rate_limited' && { retryAfterMs: shortest(results) }),
    response: results.length === 1 ? best.response : wordsOf(ranked),
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

/** How many got it, then what went wrong, then what the others said; each once. */
function wordsOf(ranked: readonly SendResult[]): string {
  const sent = ranked.filter(({ outcome }) => outcome === 'sent');
  const failed = ranked.filter(({ outcome }) => outcome !== 'sent');
  const words = new Set([...failed, ...sent].map(({ response }) => response));
  return `${sent.length} of ${ranked.length} devices: ${[...words].join('; ')}`;
}
