import type { Cancelled } from '../observation';
import { shownAtRest } from './acceptance';
import { erasureOf, isReopened, type History, type Notification, type Seen } from './history';
import { isUnknown, mayBeDone } from './outcomes';
import { violation, type Violation } from './violation';

/** A cancel that takes this long may leave notifications undecided (CANCEL-7): 10 s by the clock of the service. */
const UNDECIDED_MS = 9_500;

/** The statuses of notifications that have ended. */
export const FINAL = ['completed', 'failed', 'stopped'];

/** Returns whether a cancel has decided about all that it found. */
export const isQuick = ({ at, askedAt }: Seen<Cancelled>): boolean => at - askedAt < UNDECIDED_MS;

/** Returns whether a response before a moment shows that a notification has ended. */
export const isEndedBefore = ({ reads }: Notification, moment: number): boolean =>
  reads.some(({ at, body }) => body && FINAL.includes(body.status) && at < moment);

/** Returns whether a cancel may have stopped a notification. An erased one shows nothing, so it may be stopped. */
const mayBeStopped = (notification: Notification): boolean => {
  const rest = shownAtRest(notification);
  return !rest || rest.body.status === 'stopped' || notification.operators.length > 0;
};

/** Returns how many notifications that no response names a cancel may find, and how many reopened ones it may stop again. */
function slotsBefore(history: History, { event, address }: Cancelled, moment: number): number {
  const unnamed = (history.slotsOf.get(address) ?? []).filter(
    ({ send }) => send.event === event && send.askedAt < moment,
  );
  const reopened = [...history.notifications.values()].filter(
    (one) => one.address === address && one.send?.event === event && isReopened(one),
  );
  return unnamed.length + 2 * reopened.length;
}

/** Returns what a cancel may have stopped, and how much that is with what no response names. */
export function stoppable(
  history: History,
  cancel: Seen<Cancelled>,
  known: Notification[],
): { possible: Notification[]; most: number } {
  const possible = known.filter(
    (notification) =>
      mayBeStopped(notification) &&
      notification.acceptedAfter < cancel.at &&
      !isEndedBefore(notification, cancel.askedAt),
  );
  return { possible, most: possible.length + slotsBefore(history, cancel, cancel.at) };
}

/** A cancel counts no more than what is stopped, and no less than what it alone can have stopped. */
export function miscounted(
  history: History,
  cancel: Seen<Cancelled>,
  known: Notification[],
  cancels: Seen<Cancelled>[],
): Violation[] {
  const { cancelled, address } = cancel;
  if (cancelled === undefined) return [];
  const { possible, most } = stoppable(history, cancel, known);
  if (cancelled > most) {
    const what = `a cancel for ${address} counts ${cancelled}, and at most ${most} are stopped`;
    return [violation('CANCEL-2', what, cancel, ...known.map(({ rest }) => rest))];
  }
  const certain = possible.filter((notification) => {
    const others = cancels.filter(
      (other) =>
        mayBeDone(other.status) && (isUnknown(other.status) || other.at > notification.acceptedAfter),
    );
    const isStopped =
      shownAtRest(notification)?.body.status === 'stopped' && notification.operators.length === 0;
    const isErased = erasureOf(history, address, notification.acceptedAfter) !== undefined;
    return isStopped && others.length === 1 && isQuick(cancel) && !isErased;
  });
  if (cancelled >= certain.length) return [];
  const what = `a cancel for ${address} counts ${cancelled}, and it alone stopped ${certain.length}`;
  return [violation('CANCEL-2', what, cancel, ...certain.map(({ rest }) => rest))];
}

/** Cancels one after the other count each notification once. The rules are silent about overlapping ones. */
export function overcounted(history: History, ok: Seen<Cancelled>[], known: Notification[]): Violation[] {
  const byRequest = [...ok].sort((a, b) => a.askedAt - b.askedAt);
  let total = 0;
  let most = 0;
  let end = -Infinity;
  for (const cancel of byRequest) {
    if (cancel.askedAt > end) [total, most] = [total + most, 0];
    most = Math.max(most, cancel.cancelled ?? 0);
    end = Math.max(end, cancel.at);
  }
  total += most;
  const last = byRequest.at(-1);
  if (!last || byRequest.length < 2) return [];
  const stopped = known.filter(mayBeStopped).length + slotsBefore(history, last, last.at);
  if (total <= stopped) return [];
  return [
    violation('CANCEL-2', `cancels count ${total} in all, and at most ${stopped} are stopped`, ...byRequest),
  ];
}
