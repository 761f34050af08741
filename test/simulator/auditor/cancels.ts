import type { Cancelled } from '../observation';
import { shownAtRest } from './acceptance';
import { FINAL, isEndedBefore, isQuick, miscounted, overcounted, stoppable } from './cancel-counts';
import { knownTaken } from './excuses';
import {
  cancelKey,
  erasureOf,
  isReopened,
  listOf,
  stepsOf,
  type History,
  type Notification,
  type Seen,
} from './history';
import { codeOf, isUnknown, leftAt } from './outcomes';
import { violation, type Judge, type Violation } from './violation';

/** A cancel stops what is pending, sends nothing afterwards, and counts what it stopped (CANCEL-2 to CANCEL-9). */
export const judgeCancels: Judge = (history) => {
  if (history.cancels.size === 0) return [];
  const notifications = new Map<string, Notification[]>();
  for (const notification of history.notifications.values())
    if (notification.send && !isReopened(notification))
      listOf(notifications, cancelKey(notification.send.event, notification.address!)).push(notification);
  return [...history.cancels].flatMap(([key, cancels]) => {
    const known = notifications.get(key) ?? [];
    const ok = cancels.filter(({ status }) => status === 200);
    return [
      ...ok.flatMap((cancel) =>
        known.flatMap((notification) => missed(history, cancel, notification, known)),
      ),
      ...ok.flatMap((cancel) => miscounted(history, cancel, known, cancels)),
      ...overcounted(history, ok, known),
      ...known.flatMap((notification) => recalled(history, notification, cancels)),
    ];
  });
};

/** Finds what a cancel must have stopped and has not. A slow one may leave undecided what it does not count. */
function missed(
  history: History,
  cancel: Seen<Cancelled>,
  notification: Notification,
  known: Notification[],
): Violation[] {
  const { id, send, acceptedBefore, acceptedAfter, messages } = notification;
  if (acceptedBefore >= cancel.askedAt || isEndedBefore(notification, cancel.askedAt)) return [];
  const isScheduled = send!.sendAt !== undefined && cancel.at < send!.sendAt - history.disturbances.tolerance;
  const rule = isScheduled ? 'SCHEDULE-5' : 'CANCEL-5';
  const { possible, most } = stoppable(history, cancel, known);
  const isCounted = (cancel.cancelled ?? 0) >= most && possible.includes(notification);
  if (!isQuick(cancel) && !isCounted) return [];
  // A request that reached its provider before the answer is what CANCEL-6 excuses.
  const late = [...messages.values()]
    .flatMap(({ calls }) => calls)
    .find((call) => leftAt(call) > cancel.at && call.answered !== 'unreachable');
  if (late) {
    const told = late.did === 'accepted' ? 'reaches its person' : 'is sent to a provider';
    return [violation(rule, `${id} is cancelled and ${told} afterwards`, send, cancel, late)];
  }
  if (!isQuick(cancel)) return [];
  // What an erasure removes is a contact's no more, and may be read for a moment (ERASURE-3).
  const isErased = erasureOf(history, notification.address, acceptedAfter, cancel.at) !== undefined;
  const open = notification.reads.find(
    ({ askedAt, body }) =>
      !isErased &&
      askedAt > cancel.at &&
      body &&
      !FINAL.includes(body.status) &&
      // The end of the last step may be recorded a moment after its message.
      (stepsOf(notification) !== 1 || body.messages.every(({ status }) => status === 'queued')),
  );
  if (open)
    return [violation(rule, `${id} is ${open.body!.status} after it is cancelled`, send, cancel, open)];
  const rest = shownAtRest(notification);
  const expired = rest?.body.messages.some(({ error }) => error !== null && codeOf(error) === 'EXPIRED');
  const end = Math.max(acceptedAfter, send!.sendAt ?? 0) + send!.expiresAfter;
  if (!expired || stepsOf(notification) !== 1 || cancel.at >= end - history.disturbances.tolerance) return [];
  return [violation(rule, `${id} is cancelled while it is retried, and expires`, send, cancel, rest)];
}

/** A last message that was sent makes the notification `completed` (CANCEL-6). */
function recalled(history: History, notification: Notification, cancels: Seen<Cancelled>[]): Violation[] {
  const rest = shownAtRest(notification);
  if (rest?.body.status !== 'stopped' || stepsOf(notification) !== 1) return [];
  if (
    notification.operators.length > 0 ||
    cancels.some((cancel) => isUnknown(cancel.status) || !isQuick(cancel))
  )
    return [];
  for (const message of notification.messages.values()) {
    const taken = knownTaken(history, message);
    const outage = taken && history.disturbances.outage(['database'], leftAt(taken), Infinity);
    if (taken && !outage)
      return [
        violation('CANCEL-6', `${notification.id} is stopped after its last message is sent`, taken, rest),
      ];
  }
  return [];
}
