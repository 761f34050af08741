import { CLOCKS_DIFFER_MS } from '../../core/shared/clocks-differ';
import type { NotificationInput } from '../contract';

/**
 * When the first step falls due, milliseconds since 1970 by Temporal's clock, which waits and limits count by. The input
 * has the time of acceptance by the clock of an API, which may differ: the start of the run, by Temporal's clock, stands
 * for it unless the start came much later, or waits for `send_at`.
 */
export function dueAtOf(
  { dueAt, sendAt }: Pick<NotificationInput, 'dueAt' | 'sendAt'>,
  startedAt: number,
): number {
  if (sendAt !== undefined && sendAt > startedAt) return dueAt;
  return startedAt - dueAt > CLOCKS_DIFFER_MS ? dueAt : startedAt;
}
