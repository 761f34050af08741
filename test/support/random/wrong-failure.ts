import { tsToMs } from '@temporalio/common/lib/time';
import type { Message, Notification } from '../../../store/notifications/model';
import type { Played } from './run-world';
import { waitedForWorkers } from './queue-waits';
import type { Person } from './traffic';
import type { Fault } from './world';

/** A message may expire for the service's own faults if its time is shorter than this, milliseconds. */
const LONG_RETRIES_MS = 40_000;
const RESTED = /the provider had been cooling down since/;
const INTERRUPTED = /^The worker stopped before/;

/** A message has failed only if its providers, its recipient or a report give a reason for it. */
export async function wrongFailure(
  { stack, providers, starved }: Played,
  { of, event, email }: Person,
  { _id, delivery, startedAt }: Notification,
  { status, error, id, address, attempts, createdAt }: Message,
): Promise<string[]> {
  if (status !== 'failed' || !error) return [];
  const planned = (fault: Fault): boolean =>
    Object.values(of.calls).some(({ first, then }) => first.includes(fault) || then === fault);
  const reported = (
    kinds: string[],
    isIt: (one: { messageId: string; address: string }) => boolean,
  ): boolean => providers.reported.some((one) => kinds.includes(one.kind) && isIt(one));
  // It is made when its notification is, or when its step is reached, which may be when its time is over already.
  const [made, timeMs] = [createdAt.getTime(), event.retryForMs];
  /** How long its workflow was not started or in the queue, and its attempts were with workers that died, milliseconds. */
  const lostMs = async (): Promise<number> => {
    const history = await stack.temporal.workflow.getHandle(_id).fetchHistory();
    const withDeadMs = attempts
      .filter(({ response }) => INTERRUPTED.test(response ?? ''))
      .reduce((sum, { durationMs }) => sum + durationMs, 0);
    const from = attempts.length > 0 ? made : made - timeMs;
    // While Temporal is down, a start waits for the sweep.
    const begun = tsToMs(history.events?.[0]?.eventTime);
    const unstartedMs = Math.max(0, begun - Math.max(startedAt.getTime(), from));
    return waitedForWorkers(history, from, made + timeMs) + withDeadMs + unstartedMs;
  };
  /**
   * Workers did not have half of its time, or no attempt followed for that long when a provider had asked to wait a
   * second. On a slow machine, the planned failures of the other half are enough for it to expire.
   */
  const isStarved = async (): Promise<boolean> => {
    const last = attempts.at(-1);
    // History has nothing of an attempt before it ends, so what was not made counts.
    const isLate =
      last?.outcome === 'rate_limited' && made + timeMs - last.at.getTime() - last.durationMs >= timeMs / 2;
    if (!isLate && (await lostMs()) <= timeMs / 2) return false;
    starved.add(id);
    return true;
  };
  const isRight = (): boolean | Promise<boolean> => {
    // A receipt has the provider's own code.
    if (reported(['hard', 'soft'], ({ messageId }) => messageId === id)) return true;
    switch (error.code) {
      case 'REJECTED':
      case 'INVALID_RECIPIENT':
        return planned('refuse') || (address === null && of.reach !== 'all');
      case 'EXPIRED':
        // What a provider does to other people rests it for all.
        return (
          planned('down') ||
          planned('hang') ||
          event.retryForMs < LONG_RETRIES_MS ||
          RESTED.test(error.message) ||
          isStarved()
        );
      case 'OUTCOME_UNKNOWN':
        return delivery === 'at_most_once';
      case 'SUPPRESSED':
        return reported(['hard', 'complained'], (one) => one.address === email);
      default:
        return false;
    }
  };
  return (await isRight())
    ? []
    : [`message ${id} failed with ${error.code} (${error.message}) without a reason`];
}
