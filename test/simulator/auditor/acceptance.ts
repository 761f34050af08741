import { cancelKey, erasureOf, stepsOf, type History, type Notification, type Seen } from './history';
import { isUnknown, mayBeDone } from './outcomes';
import { violation, type Judge, type Violation } from './violation';
import type { Read } from '../observation';

/** Notifications are kept at least this long after they end (LIMIT-8). */
const RETENTION_MS = 90 * 86_400_000;

/** Whatever got a 200 is not lost: at rest it has ended, as its messages say (OUTAGE-4, STATUS-3). */
export const judgeAcceptance: Judge = (history) =>
  [...history.notifications.values()]
    .filter(({ send }) => send)
    .flatMap((notification) => [...lost(history, notification), ...unfinished(history, notification)]);

function lost(history: History, notification: Notification): Violation[] {
  const { id, address, acceptedAfter, acceptedBefore, send } = notification;
  const missing = notification.reads.find(
    (read) =>
      read.status === 404 &&
      read.askedAt > acceptedBefore &&
      read.at - acceptedBefore < RETENTION_MS &&
      !erasureOf(history, address, acceptedAfter, read.at),
  );
  if (!missing) return [];
  return [violation('OUTAGE-4', `${id} is accepted, nobody erases ${address}, and it is 404`, send, missing)];
}

function unfinished(history: History, notification: Notification): Violation[] {
  const { id, rest, send } = notification;
  if (!rest) return [];
  if (isUnknown(rest.status))
    return [violation('OUTAGE-1', `a read of ${id} is ${rest.status} after all faults are over`, rest)];
  if (rest.status !== 200 || !rest.body) return [];
  const { status, messages, digestedInto } = rest.body;
  const broken = (rule: string, what: string): Violation[] => [
    violation(rule, `${id} ${what}`, send, rest, ...notification.operators),
  ];
  const isOneStep = stepsOf(notification) === 1;
  if (status === 'running' || status === 'waiting') return broken('OUTAGE-4', `is ${status} at rest`);
  if (isOneStep && messages.length > 1) return broken('NOTIFICATION-5', 'has one step and several messages');
  if (status === 'stopped')
    return isStoppable(history, notification) ? [] : broken('OUTAGE-4', 'is stopped, and nobody cancels it');
  if (operatorActed(notification, 'terminate')) return [];
  const queued = messages.find((message) => message.status === 'queued');
  if (queued) return broken('OUTAGE-4', `is ${status}, and its message ${queued.id} is queued`);
  // A message whose failure is reported counts as accepted or as failed: the rules do not say which is recorded first.
  const reported = [...notification.messages.values()].some(({ reports }) =>
    reports.some((report) => report.says !== 'delivered' && mayBeDone(report.status)),
  );
  if (status === 'failed') {
    if (messages.length === 0) return broken('STATUS-3', 'is failed without a message that says why');
    return messages.some((message) => message.status !== 'failed')
      ? broken('STATUS-3', 'is failed, and a provider accepted one of its messages')
      : [];
  }
  // The rules are silent about a sequence whose conditions skip each SEND.
  if (digestedInto !== undefined || (messages.length === 0 && !isOneStep) || reported) return [];
  return messages.some((message) => message.status !== 'failed' || message.sentAt !== null)
    ? []
    : broken('STATUS-3', 'is completed, and no message of it is accepted');
}

const operatorActed = ({ operators }: Notification, ...actions: string[]): boolean =>
  operators.some(({ action, status }) => actions.includes(action) && mayBeDone(status));

function isStoppable(history: History, notification: Notification): boolean {
  const { send, address, acceptedAfter } = notification;
  const cancels = history.cancels.get(cancelKey(send!.event, address!)) ?? [];
  return (
    cancels.some(({ status, at }) => isUnknown(status) || (mayBeDone(status) && at > acceptedAfter)) ||
    operatorActed(notification, 'cancel', 'terminate') ||
    erasureOf(history, address, acceptedAfter) !== undefined
  );
}

/** Returns the last read at rest if it shows the notification. */
export const shownAtRest = ({
  rest,
}: Notification): (Seen<Read> & { body: NonNullable<Read['body']> }) | undefined =>
  rest?.status === 200 && rest.body ? { ...rest, body: rest.body } : undefined;
