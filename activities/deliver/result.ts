import { ApplicationFailure, activityInfo } from '@temporalio/activity';
import { isOpen } from '../../core/shared/statuses';
import type { MessageEvent } from '../../store/notifications/model';
import type { Recorded } from '../../store/notifications/outcomes';
import type { DeliverResult } from '../../workflows/activities-contract';
import { isElsewhere } from './provider-queue';
import { retryDelayMs } from './retry-delay';
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
  { status, proven, event }: Recorded & { event: MessageEvent | null },
): DeliverResult {
  const stopped: DeliverResult = { outcome: 'stopped', status, events: [] };
  switch (settlement.kind) {
    case 'sent':
    case 'failed':
      // The next attempt finds the message settled.
      if (proven && settlement.kind === 'failed' && status === 'running')
        throw retryFailure(sending, { kind: 'retry', retryAfterMs: 0 });
      return {
        outcome: status === 'stopped' ? 'stopped' : settlement.kind,
        status,
        events: event && !proven ? [event.id] : [],
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

/** The failure has codes only: Temporal stores it, and the provider's answer may contain addresses. */
function retryFailure(
  { input, claim }: Sending,
  { code = 'PROVIDER_ERROR', retryAfterMs, next }: Settlement & { kind: 'retry' },
) {
  const remainingMs = Math.max(0, leftOfRetryMs(input, claim.at));
  const nextRetryDelay = next
    ? 1
    : retryDelayMs({ attempt: activityInfo().attempt, retryAfterMs, remainingMs });
  return ApplicationFailure.create({ message: code, type: code, nextRetryDelay });
}
