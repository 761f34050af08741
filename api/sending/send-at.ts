import { CLOCKS_DIFFER_MS } from '../../core/shared/clocks-differ';
import { invalid } from '../http/api-error';

const LATEST_DAYS = 30;
/** How far in the past a time may be, because clocks differ. Milliseconds. */
const GRACE_MS = 60_000;

/**
 * Returns the time to which a send is put off. Null: at once. A time that has just passed by our clock may be ahead by
 * Temporal's clock, which decides. `began` is when the request began, so a takeover gets the same result.
 */
export function sendAtOf(text: string | undefined, began: Date): Date | null {
  if (text === undefined) return null;
  const sendAt = new Date(text);
  const aheadMs = sendAt.getTime() - began.getTime();
  if (aheadMs < -GRACE_MS) throw invalid('send_at', 'must be in the future');
  if (aheadMs > LATEST_DAYS * 86_400_000)
    throw invalid('send_at', `must be at most ${LATEST_DAYS} days ahead`);
  return aheadMs > -CLOCKS_DIFFER_MS ? sendAt : null;
}

/** Returns whether an accepted request still waits for its `send_at`. */
export const isPutOff = (body: unknown): boolean => {
  const { send_at: sendAt, skip_waits: skipWaits } = body as { send_at?: unknown; skip_waits?: unknown };
  return typeof sendAt === 'string' && skipWaits !== true && Date.parse(sendAt) > Date.now();
};
