import type { ProviderCall } from '../observation';
import {
  isMadeAgain,
  isReopened,
  stepsOf,
  type History,
  type Message,
  type Notification,
  type Seen,
} from './history';
import { ATTEMPT_MS, begunAfter, isDone, isTaken, leftAt } from './outcomes';
import { violation, type Judge, type Violation } from './violation';

/** Nothing is attempted too early, too late or after the message has its outcome. */
export const judgeAttempts: Judge = (history) => {
  const found: Violation[] = [];
  for (const notification of history.notifications.values()) {
    if (isReopened(notification)) continue;
    found.push(...scheduled(history, notification));
    for (const message of notification.messages.values())
      found.push(
        ...timed(history, message),
        ...afterOutcome(history, message),
        ...afterRefusal(history, message),
      );
  }
  return found;
};

/** Returns when the time for retries begins at the latest (SCHEDULE-7), or undefined if steps before it may delay it. */
function dueAt(notification: Notification): number | undefined {
  const { send, acceptedBefore } = notification;
  if (!send || stepsOf(notification) !== 1) return undefined;
  return Math.max(Math.max(send.sendAt ?? 0, acceptedBefore) + (send.digestWindow ?? 0), send.quiet?.to ?? 0);
}

function timed(history: History, { id, calls, notification }: Message): Violation[] {
  const { send } = notification;
  const { tolerance } = history.disturbances;
  if (!send) return [];
  const due = dueAt(notification);
  const deadline = due === undefined ? Infinity : due + send.expiresAfter + tolerance;
  return calls.flatMap((call) => {
    if (send.sendAt !== undefined && leftAt(call) < send.sendAt - tolerance)
      return violation('SCHEDULE-7', `message ${id} is sent before send_at ${send.sendAt}`, send, call);
    // An attempt that begins before the quiet hours may leave in them.
    if (
      send.quiet &&
      (call.begunAt ?? leftAt(call)) > send.quiet.from + tolerance &&
      leftAt(call) < send.quiet.to - tolerance
    )
      return violation('STATUS-2', `message ${id} is sent in the quiet hours of its event`, send, call);
    // An attempt that begins in time may leave late: the rules state no number, so a minute is allowed.
    const isLate = call.begunAt === undefined ? false : call.begunAt > deadline;
    if (isLate || leftAt(call) > deadline + ATTEMPT_MS)
      return violation(
        'MESSAGE-4',
        `message ${id} is sent after its retry_for ends at ${deadline}`,
        send,
        call,
      );
    return [];
  });
}

/** Until `send_at` a notification waits and has no message (SCHEDULE-3). A cancel or an operator may end it. */
function scheduled(history: History, { id, send, reads, operators }: Notification): Violation[] {
  const sendAt = send?.sendAt;
  if (sendAt === undefined || operators.length > 0) return [];
  const early = reads.find(
    ({ at, body }) =>
      body &&
      at < sendAt - history.disturbances.tolerance &&
      (body.messages.length > 0 || !['waiting', 'stopped'].includes(body.status)),
  );
  if (!early) return [];
  return [
    violation('SCHEDULE-3', `${id} is ${early.body!.status} before its send_at ${sendAt}`, send, early),
  ];
}

/** An attempt that begins after the message has its outcome repeats what is decided. */
function afterOutcome(history: History, { id, calls, views, reports, notification }: Message): Violation[] {
  const first = <T extends { at: number }>(list: readonly T[]): T | undefined =>
    list.reduce<T | undefined>((least, item) => (!least || item.at < least.at ? item : least), undefined);
  const decided = first(
    views
      .filter(({ status }) => status !== 'queued')
      .map(({ read, status }) => ({ at: read.at, read, status })),
  );
  // A report of a failure may be about a superseded attempt (RECEIPT-5), so only the others prove the acceptance.
  const report = first(
    reports.filter(({ says, status }) => isDone(status) && (says === 'delivered' || says === 'complained')),
  );
  const ended = first(
    notification.reads.filter(({ body }) => ['completed', 'failed', 'stopped'].includes(body?.status ?? '')),
  );
  return calls.flatMap((call) => {
    const isAfter = (at: number): boolean =>
      begunAfter(call, at) && !isMadeAgain(history, notification, at, call.askedAt);
    if (decided && isAfter(decided.at))
      return violation(
        'MESSAGE-7',
        `message ${id} is ${decided.status} and is sent again`,
        decided.read,
        call,
      );
    if (report && isAfter(report.at))
      return violation('RECEIPT-2', `message ${id} is reported as sent and is sent again`, report, call);
    if (ended && isAfter(ended.at))
      return violation('STATUS-5', `message ${id} is sent after its notification has ended`, ended, call);
    return [];
  });
}

/** A permanent refusal that the service certainly sees fails the message at once (MESSAGE-5). */
function afterRefusal(history: History, { id, calls }: Message): Violation[] {
  const isKnown = (refusal: Seen<ProviderCall>, next: Seen<ProviderCall>): boolean =>
    refusal.at < leftAt(next) &&
    begunAfter(next, refusal.at) &&
    !history.disturbances.death(refusal.process, leftAt(refusal), next.askedAt) &&
    !history.disturbances.outage(['database'], leftAt(refusal), next.askedAt);
  return calls.slice(1).flatMap((next, position) => {
    const refusal = calls[position]!;
    if (refusal.did !== 'refused' || refusal.answered !== 'truthfully' || !isKnown(refusal, next)) return [];
    if (calls.slice(0, position).some(isTaken)) return [];
    return violation('MESSAGE-5', `message ${id} is refused permanently and is sent again`, refusal, next);
  });
}
