import { ApplicationFailure, activityInfo } from '@temporalio/activity';
import { backoffMs } from '../../core/sending/send-retry';
import { isOpen } from '../../core/shared/statuses';
import type { Message } from '../../store/notifications/model';
import type { Settlement } from '../../store/notifications/outcome-change';
import type { DeliverResult } from '../../workflows/activities-contract';
import { heldResult } from './hold';
import { failedText, retryText } from './failure-text';
import { isElsewhere } from './provider-queue';
import type { Sending } from './sending';
import { leftOfRetryMs, waitedMs } from './temporal-time';

/** The result if an erasure has removed the notification or its recipient. */
export const GONE: DeliverResult = { outcome: 'gone', status: 'stopped', events: [] };

/** How a settlement was recorded. */
interface Recorded {
  /** A receipt has proved sent what this attempt records as failed. */
  isRefuted: boolean;
  /** With its attempt, which the database can refuse. */
  isWhole: boolean;
}

/**
 * Returns the result that the workflow acts on once a settlement is recorded. Throws a failure with the delay after which
 * Temporal retries the activity.
 */
export async function resultOf(
  sending: Sending,
  settlement: Settlement,
  { status, events, isRefuted, isWhole }: Pick<DeliverResult, 'status' | 'events'> & Recorded,
): Promise<DeliverResult> {
  const stopped: DeliverResult = { outcome: 'stopped', status, events: [] };
  switch (settlement.kind) {
    case 'sent':
    case 'failed':
      // The next attempt finds the message settled.
      if (isRefuted && status === 'running')
        throw await retryOf(sending, { kind: 'retry', retryAfterMs: 0 }, isWhole);
      return {
        outcome: status === 'stopped' ? 'stopped' : settlement.kind,
        status,
        events,
        ...(settlement.kind === 'failed' && {
          failure: await failedText(sending, settlement.code, settlement.attempt),
        }),
      };
    case 'retry': {
      if (status !== 'running') return stopped;
      const retry = await retryOf(sending, settlement, isWhole);
      if (settlement.next && isElsewhere(sending, settlement.next.queue)) {
        const { queue } = settlement.next;
        return { outcome: 'moved', status, events: [], queue, failure: retry.message };
      }
      throw retry;
    }
    case 'released':
      if ('until' in settlement)
        return isOpen(status)
          ? {
              ...{ outcome: 'quiet', status, events: [], until: settlement.until },
              ...(settlement.folded && { folded: true }),
              ...(settlement.isWarmingUp && { isWarmingUp: true }),
            }
          : stopped;
      if ('held' in settlement) return isOpen(status) ? heldResult(sending, settlement.held) : stopped;
      return status === 'running'
        ? { outcome: 'moved', status, events: [], queue: settlement.queue }
        : stopped;
  }
}

/** Returns the failure after which Temporal retries the activity, with the delay. */
async function retryOf(
  sending: Sending,
  { code = 'PROVIDER_ERROR', retryAfterMs = 0, next, rest, attempt }: Settlement & { kind: 'retry' },
  isWhole: boolean,
): Promise<ApplicationFailure> {
  const { deps, input, claim, message: failing, inPage } = sending;
  const leastMs = backoffMs({
    // In a page, the activity is that of the page, and this is the first attempt of the recipient.
    attempt: inPage ? 1 : activityInfo().attempt,
    waitedMs: waitedMs(),
    failed: attempt && isWhole ? failedBefore(failing) + 1 : null,
    isResting: rest !== undefined,
  });
  const now = deps.store.now();
  // Until the end of `retry_for` at the latest, so that the message is settled then.
  const remainingMs = Math.max(0, leftOfRetryMs(input, { claimedAt: claim.at, now })) + 1;
  const at = now.getTime() + (next ? 1 : Math.min(Math.max(leastMs, retryAfterMs), remainingMs));
  const message = await retryText(sending, code, {
    attempt,
    next,
    rest,
    at,
    until: input.dueAt + input.retryForMs,
  });
  // Reading names for the text has taken some of the delay.
  const nextRetryDelay = Math.max(1, at - deps.store.now().getTime());
  return ApplicationFailure.create({ message, type: code, nextRetryDelay });
}

/** Returns the number of attempts since an operator last let the message repeat. */
const failedBefore = ({ attempts, repeatOf }: Message): number =>
  attempts.length - 1 - attempts.findIndex(({ id }) => id === repeatOf);
