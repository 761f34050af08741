import type { Cancelled } from '../observation';
import { shownAtRest } from './acceptance';
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
import { codeOf, isUnknown, leftAt, mayBeDone } from './outcomes';
import { violation, type Judge, type Violation } from './violation';

/** A cancel that takes this long may leave notifications undecided (CANCEL-7): 10 s by the clock of the service. */
const UNDECIDED_MS = 9_500;
const isQuick = ({ at, askedAt }: Seen<Cancelled>): boolean => at - askedAt < UNDECIDED_MS;
const FINAL = ['completed', 'failed', 'stopped'];

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
      ...ok.flatMap((cancel) => known.flatMap((notification) => missed(history, cancel, notification))),
      ...ok.flatMap((cancel) => miscounted(history, cancel, known, cancels)),
      ...overcounted(history, ok, known),
      ...known.flatMap((notification) => recalled(history, notification, cancels)),
    ];
  });
};

/** Finds what a quick cancel must have stopped and has not. A slow one may leave it undecided. */
function missed(history: History, cancel: Seen<Cancelled>, notification: Notification): Violation[] {
  const { id, send, acceptedBefore, acceptedAfter, messages } = notification;
  if (acceptedBefore >= cancel.askedAt) return [];
  const isScheduled = send!.sendAt !== undefined && cancel.at < send!.sendAt - history.disturbances.tolerance;
  const rule = isScheduled ? 'SCHEDULE-5' : 'CANCEL-5';
  if (!isQuick(cancel)) return [];
  // A request that reached its provider before the answer is what CANCEL-6 excuses.
  const late = [...messages.values()]
    .flatMap(({ calls }) => calls)
    .find((call) => leftAt(call) > cancel.at && call.answered !== 'unreachable');
  if (late) {
    const told = late.did === 'accepted' ? 'reaches its person' : 'is sent to a provider';
    return [violation(rule, `${id} is cancelled and ${told} afterwards`, send, cancel, late)];
  }
  const open = notification.reads.find(
    ({ askedAt, body }) =>
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

const isEndedBefore = ({ reads }: Notification, moment: number): boolean =>
  reads.some(({ at, body }) => body && FINAL.includes(body.status) && at < moment);

/** Returns whether a cancel may have stopped a notification. An erased one shows nothing, so it may be stopped. */
const mayBeStopped = (notification: Notification): boolean => {
  const rest = shownAtRest(notification);
  return !rest || rest.body.status === 'stopped' || notification.operators.length > 0;
};

const slotsBefore = (history: History, { event, address }: Cancelled, moment: number): number =>
  (history.slotsOf.get(address) ?? []).filter(({ send }) => send.event === event && send.askedAt < moment)
    .length;

function miscounted(
  history: History,
  cancel: Seen<Cancelled>,
  known: Notification[],
  cancels: Seen<Cancelled>[],
): Violation[] {
  const { cancelled, at, askedAt, address } = cancel;
  if (cancelled === undefined) return [];
  const possible = known.filter(
    (notification) =>
      mayBeStopped(notification) && notification.acceptedAfter < at && !isEndedBefore(notification, askedAt),
  );
  const most = possible.length + slotsBefore(history, cancel, at);
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
function overcounted(history: History, ok: Seen<Cancelled>[], known: Notification[]): Violation[] {
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
