import { CLOCKS_DIFFER_MS } from '../../core/shared/clocks-differ';
import type { NotificationInput } from '../contract';

/**
 * Returns when the first step falls due, milliseconds since 1970 by Temporal's clock, as all waits and limits are. The input has
 * the time of acceptance by MongoDB's clock, which may differ. So the start of the run counts as that time, unless it came
 * much later, or the run waits for `send_at`.
 */
export function dueAtOf(
  { dueAt, sendAt }: Pick<NotificationInput, 'dueAt' | 'sendAt'>,
  startedAt: number,
): number {
  if (sendAt !== undefined && sendAt > startedAt) return dueAt;
  return startedAt - dueAt > CLOCKS_DIFFER_MS ? dueAt : startedAt;
}
