import { ApplicationFailure, activityInfo } from '@temporalio/activity';
import { isOpen } from '../../core/shared/statuses';
import type { MessageEvent } from '../../store/notifications/model';
import type { Recorded } from '../../store/notifications/outcomes';
import type { DeliverResult } from '../../workflows/activities-contract';
import { isElsewhere } from './provider-queue';
import type { Recordable, Sending, Settlement } from './sending';
import { leftOfRetryMs } from './temporal-time';

/** The result if an erasure has removed the notification or its recipient. */
export const GONE: DeliverResult = { outcome: 'gone', status: 'stopped', events: [] };

/**
 * Returns the result that the workflow acts on once an outcome is recorded. Throws a failure with the delay after which
 * Temporal retries the activity.
 */
export function resultOf(
  sending: Sending,
  settlement: Recordable,
  { status, confirmed, event }: Recorded & { event: MessageEvent | null },
): DeliverResult {
  const stopped: DeliverResult = { outcome: 'stopped', status, events: [] };
  switch (settlement.kind) {
    case 'sent':
    case 'failed':
      // The next attempt finds the message settled.
      if (confirmed && settlement.kind === 'failed' && status === 'running')
        throw retryFailure(sending, { kind: 'retry', retryAfterMs: 0 });
      return {
        outcome: status === 'stopped' ? 'stopped' : settlement.kind,
        status,
        events: event && !confirmed ? [event.id] : [],
      };
    case 'retry':
      if (status !== 'running') return stopped;
      if (settlement.next && isElsewhere(sending, settlement.next.queue))
        return { outcome: 'moved', status, events: [], queue: settlement.next.queue };
      throw retryFailure(sending, settlement);
    case 'released':
      if ('until' in settlement)
        return isOpen(status) ? { outcome: 'quiet', status, events: [], until: settlement.until } : stopped;
      return status === 'running'
        ? { outcome: 'moved', status, events: [], queue: settlement.queue }
        : stopped;
  }
}

/** Bounds of the delay, as the retry policy in workflows/activities.ts has them, unless the provider asks for more. */
const [FIRST_DELAY_MS, MOST_DELAY_MS] = [1000, 120_000];

/** The failure has codes only: Temporal stores it, and the provider's answer may contain addresses. */
function retryFailure(
  { input, claim }: Sending,
  { code = 'PROVIDER_ERROR', retryAfterMs = 0, next }: Settlement & { kind: 'retry' },
) {
  const backoffMs = Math.min(FIRST_DELAY_MS * 2 ** Math.min(activityInfo().attempt - 1, 20), MOST_DELAY_MS);
  // Until the end of `retry_for` at the latest, so that the message is settled then.
  const remainingMs = Math.max(0, leftOfRetryMs(input, claim.at)) + 1;
  const delayMs = Math.min(Math.max(backoffMs, retryAfterMs), remainingMs);
  return ApplicationFailure.create({ message: code, type: code, nextRetryDelay: next ? 1 : delayMs });
}
