import { shownAtRest } from './acceptance';
import { cancelKey, erasureOf, stepsOf, type History, type Notification } from './history';
import { ATTEMPT_MS, isDone, leftAt, mayBeDone } from './outcomes';
import { violation, type Judge, type Violation } from './violation';

/** A digest collects the sends of its window into one notification, and loses none (NOTIFICATION-1, STATUS-3). */
export const judgeDigests: Judge = (history) => {
  const found: Violation[] = [];
  for (const notification of history.notifications.values()) {
    const into = shownAtRest(notification)?.body.digestedInto;
    if (into !== undefined) found.push(...collected(history, notification, into));
    found.push(...timed(history, notification, into));
  }
  return found;
};

function collected(history: History, member: Notification, into: string): Violation[] {
  const { id, send, address, acceptedAfter, acceptedBefore } = member;
  const run = history.notifications.get(into);
  const broken = (what: string, ...shownBy: ({ index: number } | undefined)[]): Violation[] => [
    violation('NOTIFICATION-1', what, send, member.rest, ...shownBy),
  ];
  if (send?.digestWindow === undefined) return broken(`${id} is collected, and its event has no digest`);
  if (!run) {
    // A first notification that no response names may have collected it.
    const isPossible = (history.slotsOf.get(address!) ?? []).length > 0;
    return isPossible ? [] : broken(`${id} is collected into ${into}, which nobody accepted`);
  }
  if (run === member || shownAtRest(run)?.body.digestedInto !== undefined)
    return broken(`${id} is collected into ${into}, which sends nothing itself`, run.rest);
  if (run.send && (run.send.event !== send.event || run.address !== address))
    return broken(`${id} is collected into ${into}, which is of another event or person`, run.send);
  const calls = [...run.messages.values()].flatMap((message) => message.calls);
  const before = calls.find((call) => call.did === 'accepted' && call.at < acceptedAfter);
  if (before) return broken(`${id} is collected into ${into} after it is sent`, before);
  const isErased = erasureOf(history, address, Math.min(acceptedAfter, run.acceptedAfter));
  const status = shownAtRest(run)?.body.status;
  // A cancel stops the run and the members that it has not collected; one that it has collected is lost with it.
  if (status === undefined && !isErased && run.rest?.status === 404)
    return broken(`${id} is collected into ${into}, which is lost`, run.rest);
  const cancels = (history.cancels.get(cancelKey(send.event, address!)) ?? []).filter((cancel) =>
    mayBeDone(cancel.status),
  );
  const isStoppedBefore =
    cancels.length > 0 && cancels.every((cancel) => isDone(cancel.status) && cancel.at < acceptedAfter);
  if (status === 'stopped' && isStoppedBefore && run.operators.length === 0)
    return broken(`${id} is collected into ${into} after that is cancelled`, ...cancels, run.rest);
  const begins = Math.max(run.acceptedBefore, run.send?.sendAt ?? 0);
  const end = begins + (run.send?.digestWindow ?? Infinity) + history.disturbances.tolerance;
  if (acceptedAfter > end && !history.disturbances.any(run.acceptedAfter, acceptedBefore))
    return broken(`${id} is collected into ${into} after its window ends`, run.send);
  return [];
}

/** A window is open for longer if its send waited for the service, at most for about this time. */
const LATE_MS = 60_000;
/** A send may join a window that ends at this moment, because the window closes a little later. */
const CLOSING_MS = 5_000;

/** Returns when a notification begins to wait in a digest, at the earliest. */
const joinsAt = ({ acceptedAfter, send }: Notification): number => Math.max(acceptedAfter, send?.sendAt ?? 0);

/**
 * Returns when the window of a notification ends, at the earliest. Another send of the event to the person may have opened it,
 * also one that is cancelled or that no response names (STATUS-7). Returns -Infinity if nothing can be said.
 */
function endOf(history: History, notification: Notification, window: number): number {
  const { send, address } = notification;
  const joins = joinsAt(notification);
  const others = [...history.notifications.values()].filter(
    (other) => other !== notification && other.send?.event === send?.event && other.address === address,
  );
  const unnamed = (history.slotsOf.get(address!) ?? []).filter((slot) => slot.send.event === send?.event);
  const opened = [
    ...others.map(joinsAt),
    ...unnamed.map((slot) => Math.max(slot.send.askedAt, slot.send.sendAt ?? 0)),
  ];
  const mayBeOpen = (at: number): boolean =>
    at + window + CLOSING_MS + history.disturbances.tolerance >= joins;
  const isLate = (at: number): boolean =>
    at < joins &&
    !mayBeOpen(at) &&
    history.disturbances.long(Math.max(at, joins - window - LATE_MS), joins) !== undefined;
  if (opened.some(isLate)) return -Infinity;
  return Math.min(joins, ...opened.filter(mayBeOpen)) + window;
}

/** A digest sends when its window ends: earlier, it would lose members. */
function timed(history: History, notification: Notification, into: string | undefined): Violation[] {
  const { id, send, messages } = notification;
  const window = send?.digestWindow;
  if (window === undefined || stepsOf(notification) !== 1) return [];
  const calls = [...messages.values()].flatMap((message) => message.calls);
  if (into !== undefined && calls[0])
    return [violation('NOTIFICATION-1', `${id} is collected and sent as well`, send, calls[0])];
  const end = endOf(history, notification, window) - history.disturbances.tolerance;
  const soon = calls.find((call) => leftAt(call) < end);
  if (soon) return [violation('STATUS-7', `${id} is sent before its digest ends`, send, soon)];
  // The rules state no time for a send, so only an undisturbed service must be this quick.
  const latest = Math.max(notification.acceptedBefore, send?.sendAt ?? 0) + window + ATTEMPT_MS;
  const isHeld = calls[0] && leftAt(calls[0]) > latest && history.disturbances.isCalm(leftAt(calls[0]));
  return isHeld ? [violation('STATUS-7', `${id} is held longer than its digest`, send, calls[0])] : [];
}
