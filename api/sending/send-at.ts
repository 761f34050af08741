import { CLOCKS_DIFFER_MS } from '../../core/shared/clocks-differ';
import { ApiError } from '../http/api-error';

const LATEST_DAYS = 30;
/** How far in the past still is now: clocks differ. Milliseconds. */
const GRACE_MS = 60_000;

/**
 * The time that a send is put off to, null: none. One that is just over by our clock may be to come by Temporal's, which
 * decides. `began` is when the request did, so that a takeover of it is judged
 * as it was itself.
 */
export function sendAtOf(text: string | undefined, began: Date): Date | null {
  if (text === undefined) return null;
  const sendAt = new Date(text);
  const aheadMs = sendAt.getTime() - began.getTime();
  if (aheadMs < -GRACE_MS) throw refusal('is in the past');
  if (aheadMs > LATEST_DAYS * 86_400_000) throw refusal(`may be ${LATEST_DAYS} days ahead at most`);
  return aheadMs > -CLOCKS_DIFFER_MS ? sendAt : null;
}

/** Whether a request that was accepted still waits for its `send_at`. */
export const isPutOff = (body: unknown): boolean => {
  const { send_at: sendAt } = body as { send_at?: unknown };
  return typeof sendAt === 'string' && Date.parse(sendAt) > Date.now();
};

const refusal = (why: string): ApiError =>
  new ApiError('VALIDATION_ERROR', `send_at ${why}.`, { field: 'send_at' });
