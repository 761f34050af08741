import type { Signalled } from '../observation';
import { shownAtRest } from './acceptance';
import { isEndedBefore } from './cancel-counts';
import { cancelKey, erasureOf, listOf, type History, type Notification, type Seen } from './history';
import { isUnknown, mayBeDone } from './outcomes';
import { violation, type Judge, type Violation } from './violation';

/** A signal reaches each open sequence of the event and the person, counts those, and counts there (SIGNAL-2 to SIGNAL-6). */
export const judgeSignals: Judge = (history) => {
  const waiting = new Map<string, Notification[]>();
  for (const notification of history.notifications.values())
    if (notification.send?.waitsForSignal !== undefined)
      listOf(waiting, cancelKey(notification.send.event, notification.address!)).push(notification);
  return [...waiting].flatMap(([key, known]) => {
    const signals = history.signals.get(key) ?? [];
    return [
      ...signals.flatMap((signal) => judgeOne(history, signal, { known, signals })),
      ...known.flatMap((notification) => uncaused(notification, signals)),
    ];
  });
};

/** Returns whether a notification certainly waits for a signal, or will, during the whole of a request. */
function isOpen(
  history: History,
  notification: Notification,
  signal: Seen<Signalled>,
  signals: Seen<Signalled>[],
): boolean {
  const { askedAt, at } = signal;
  const { send, address, acceptedAfter, acceptedBefore, operators } = notification;
  const endsAt = Math.max(acceptedAfter, send!.sendAt ?? 0) + send!.waitsForSignal!;
  return (
    acceptedBefore < askedAt &&
    at < endsAt - history.disturbances.tolerance &&
    // After an earlier signal it goes on.
    signals.every((other) => other === signal || other.askedAt > at || !mayBeDone(other.status)) &&
    operators.length === 0 &&
    !history.cancels.has(cancelKey(send!.event, address!)) &&
    !erasureOf(history, address, acceptedAfter)
  );
}

function judgeOne(
  history: History,
  signal: Seen<Signalled>,
  { known, signals }: { known: Notification[]; signals: Seen<Signalled>[] },
): Violation[] {
  const { signalled, address, status } = signal;
  if (status !== 200 || signalled === undefined) return [];
  const certain = known.filter((notification) => isOpen(history, notification, signal, signals));
  const named = known.filter(
    (notification) => notification.acceptedAfter < signal.at && !isEndedBefore(notification, signal.askedAt),
  );
  const unnamed = (history.slotsOf.get(address) ?? []).filter(({ send }) => send.event === signal.event);
  const most = named.length + unnamed.length;
  const told = `a signal for ${address} reaches ${signalled}`;
  if (signalled > most) return [violation('SIGNAL-2', `${told}, and at most ${most} are open`, signal)];
  if (signalled < certain.length)
    return [
      violation(
        'SIGNAL-2',
        `${told}, and ${certain.length} are open`,
        signal,
        ...certain.map(({ send }) => send),
      ),
    ];
  if (signalled < most) return [];
  return certain.flatMap((notification) => {
    const rest = shownAtRest(notification);
    if (!rest || rest.body.messages.length > 1) return [];
    return violation('SIGNAL-5', `${notification.id} gets a signal and goes on as without it`, signal, rest);
  });
}

/** Nothing goes on as after a signal without one. */
function uncaused(notification: Notification, signals: Seen<Signalled>[]): Violation[] {
  const { id, acceptedAfter } = notification;
  const rest = shownAtRest(notification);
  if (!rest || rest.body.messages.length < 2) return [];
  const isSignalled = signals.some(
    ({ status, at }) => isUnknown(status) || (mayBeDone(status) && at > acceptedAfter),
  );
  return isSignalled
    ? []
    : [violation('SIGNAL-2', `${id} goes on as after a signal, and nobody signals`, rest)];
}
