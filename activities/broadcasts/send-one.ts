import { randomUUID } from 'node:crypto';
import { ApplicationFailure } from '@temporalio/activity';
import type { FailedFirst } from '../../core/sending/failed-first';
import type { InFlight, Notification } from '../../store/notifications/model';
import { startNotification } from '../../temporal/start-notification';
import { withDeadline } from '../../temporal/with-deadline';
import type { ActivityDeps } from '../deps';
import { attemptClaimed } from '../deliver/attempt-send';
import { failedFirstOf } from '../deliver/failed-first';
import { PROVIDER_DEADLINE_MS, providerBudgetMs } from '../deliver/deadlines';
import { leaseEnd, withLease } from '../deliver/lease';
import type { Sending } from '../deliver/sending';
import { settle } from '../deliver/settle';
import type { Pace } from './pace';
import { SEND_WAITS_MS, type Steps } from './steps';
import { START_WITHIN_MS, tell } from './tell';

/** Returns a notification that is claimed by the page which stores it, so that its insert is also its claim. */
export function claimedByPage(deps: ActivityDeps, notification: Notification): Notification {
  const [message] = notification.messages;
  if (!message) throw new Error(`notification ${notification._id} has no message to claim`);
  const { backlogOf: _backlogOf, ...rest } = notification;
  const at = deps.store.now();
  const claim: InFlight = {
    ...{ token: randomUUID(), step: message.step, runId: '', at, marked: false, until: leaseEnd(deps) },
  };
  return { ...rest, status: 'running', startPending: at, inFlight: claim };
}

/** What the sends of a page share. */
export interface Turn {
  pace: Pace;
  steps: Steps;
  /** When its recipients were read, and claimed just after that, milliseconds of the monotonic clock. */
  claimedAt: number;
  /** Whether the broadcast still runs, and by this run. */
  goesOn: () => Promise<boolean>;
}

/**
 * Makes the SEND of a recipient whose claim has this page. If it has to be tried again, or has to wait, its workflow goes on with
 * it. If this process dies, the lease ends, and the workflow that the next run or the sweep starts goes on.
 */
export async function sendOne(deps: ActivityDeps, notification: Notification, turn: Turn): Promise<void> {
  const sending = { ...sendingOf(deps, notification), inPage: turn.goesOn };
  const isOff = async (): Promise<boolean> => {
    if (sending.lost.signal.aborted) return true;
    const hasTime = providerBudgetMs(deps, sending.claim.at) >= PROVIDER_DEADLINE_MS;
    if (hasTime && (await turn.goesOn())) return false;
    await release(sending);
    return true;
  };
  const when = { waitMs: SEND_WAITS_MS, claimedAt: turn.claimedAt };
  await withLease(sending, () =>
    turn.pace.run(async () => {
      // Who gets nothing waits for no turn.
      if (await isOff()) return { isBad: false };
      return turn.steps(when, async (prepared) => {
        if (await isOff()) return { isBad: false };
        const failed = await attempted({ ...sending, prepared }, turn.steps);
        return { isBad: failed !== undefined };
      });
    }),
  );
}

/** Returns why the attempt failed, if it is made again. */
async function attempted(sending: Sending, steps: Steps): Promise<FailedFirst | undefined> {
  const { deps, notification } = sending;
  const goOn = (failed?: FailedFirst): Promise<void> => {
    // It is a step of its own.
    sending.prepared?.();
    return steps({ waitMs: SEND_WAITS_MS }, () => goOnAlone(deps, notification, failed));
  };
  try {
    const { outcome, status, events } = await attemptClaimed(sending);
    await tell(deps, notification, events);
    if (outcome === 'moved' || outcome === 'quiet' || status === 'waiting') await goOn();
    return undefined;
  } catch (error) {
    if (!(error instanceof ApplicationFailure)) throw error;
    const failed = failedFirstOf(deps, error);
    await goOn(failed);
    return failed;
  }
}

/**
 * Gives up a claim before its attempt, because the broadcast does not go on here, or because the claim is so old that a provider
 * would not get its whole time. What is cancelled ends stopped.
 */
async function release(sending: Sending): Promise<void> {
  const { deps, notification } = sending;
  const { store } = deps;
  const broadcast = notification.batchId === null ? null : await store.broadcasts.get(notification.batchId);
  if (broadcast?.state === 'cancelled')
    await store.notifications.cancel(notification._id, store.now(), `broadcast ${broadcast._id}`);
  const { status } = await settle(sending, { kind: 'released', queue: null });
  if (status === 'running') await goOnAlone(deps, notification);
}

/** Starts the workflow of a recipient, which goes on as any notification. If that fails, the sweep does it. */
export async function goOnAlone(
  deps: ActivityDeps,
  notification: Notification,
  failed?: FailedFirst,
): Promise<void> {
  const { client, taskQueue, log, store } = deps;
  try {
    await withDeadline(client, START_WITHIN_MS, () =>
      startNotification(client, taskQueue, notification, failed ? { failed } : {}),
    );
    await store.notifications.markStarted([notification._id]);
  } catch (err) {
    log.warn({ err, notificationId: notification._id }, 'a start failed; the sweep repeats it');
  }
}

function sendingOf(deps: ActivityDeps, notification: Notification): Sending {
  const { _id, contactId, retryForMs, inFlight: claim, messages } = notification;
  const [message] = messages;
  if (!claim || !message) throw new Error(`notification ${_id} is not claimed`);
  const input = {
    ...{ notificationId: _id, contactId, step: message.step, after: 'close' as const },
    ...{ dueAt: notification.startedAt.getTime(), retryForMs },
  };
  return {
    deps,
    input,
    claim,
    lost: new AbortController(),
    counted: [],
    notification,
    message,
    unroutable: null,
  };
}
