import type { WebhookCall } from '../observation';
import { activeEndpoint } from './endpoint';
import {
  erasureOf,
  isMadeAgain,
  isTerminated,
  listOf,
  type History,
  type Message,
  type Seen,
} from './history';
import { isDone, mayBeDone } from './outcomes';
import { violation, type Judge, type Violation } from './violation';

/** Retries come after these times, each less 10 % at the earliest (WEBHOOK-25). */
const DELAYS_MS = [10_000, 40_000, 160_000, 640_000, 2_560_000];
/** An event waits this long for the first attempt at an earlier one of its message (guides/webhooks.md). */
const WAIT_MS = 60_000;

const asked = (call: Seen<WebhookCall>): number => call.askedAt ?? call.at;
/** Returns when the work on an attempt began, at the earliest. A process that stands still in between is believed dead. */
const begun = (call: Seen<WebhookCall>): number =>
  Math.max(call.begunAt ?? asked(call), asked(call) - LONGEST_MS);
/** An attempt does not begin longer before its request than this. The rules state no number. */
const LONGEST_MS = 120_000;
/** A response counts within 10 seconds (WEBHOOK-23). One that comes about then may be late for the service. */
const TIMEOUT_MS = 9_500;
const isRetried = (call: Seen<WebhookCall>): boolean =>
  call.answered === 0 || call.answered >= 500 || call.at - asked(call) >= TIMEOUT_MS;

/** An event is tried as often as the rules say, under one id, and in the order of its message. */
export const judgeWebhookAttempts: Judge = (history) => {
  const found: Violation[] = [];
  const ids = new Map<string, Seen<WebhookCall>>();
  for (const webhook of history.webhooks) {
    const before = ids.get(webhook.webhookId);
    if (before)
      found.push(violation('SIGNATURE-1', `two attempts have the id ${webhook.webhookId}`, before, webhook));
    ids.set(webhook.webhookId, webhook);
  }
  for (const notification of history.notifications.values())
    for (const message of notification.messages.values()) {
      // An operator who terminates a workflow ends what it delivers, and the sweep delivers it again.
      if (message.webhooks.length === 0 || isTerminated(notification)) continue;
      const events = new Map<string, Seen<WebhookCall>[]>();
      for (const webhook of message.webhooks) listOf(events, webhook.event).push(webhook);
      for (const attempts of events.values())
        found.push(
          ...identity(history, message, attempts),
          ...repeats(history, message, attempts),
          ...gaveUp(history, message, attempts),
        );
      found.push(
        ...disorder(
          history,
          message,
          [...events.values()].map((attempts) => attempts[0]!),
        ),
      );
    }
  return found;
};

function identity(
  history: History,
  { id, notification }: Message,
  [first, ...others]: Seen<WebhookCall>[],
): Violation[] {
  const differs = (a?: string | number, b?: string | number): boolean =>
    a !== undefined && b !== undefined && a !== b;
  const other = others.find(({ eventId }) => differs(eventId, first!.eventId));
  if (other) return [violation('WEBHOOK-15', `message ${id} raises ${other.event} twice`, first, other)];
  const moved = others.find(
    ({ at, timestamp }) =>
      differs(timestamp, first!.timestamp) && !isMadeAgain(history, notification, first!.at, at),
  );
  return moved
    ? [violation('WEBHOOK-14', `${moved.event} of ${id} changes its timestamp`, first, moved)]
    : [];
}

const isRedelivered = ({ notification }: Message, moment: number): boolean =>
  notification.operators.some(
    ({ action, status, askedAt }) => action === 'redeliver' && mayBeDone(status) && askedAt < moment,
  );

function repeats(history: History, message: Message, attempts: Seen<WebhookCall>[]): Violation[] {
  let retries = 0;
  return attempts.slice(1).flatMap((next, position) => {
    const before = attempts[position]!;
    // A death or an outage between an attempt and its record repeats it: "webhooks may arrive more than once".
    const from = Math.min(begun(before), begun(next));
    if (history.disturbances.any(from, asked(next)) || isRedelivered(message, asked(next))) return [];
    const told = `${next.event} of message ${message.id}`;
    // An attempt that such a repeat has joined may be followed by the retry of the one before it.
    const earlier = attempts[position - 1];
    const isJoined = earlier !== undefined && history.disturbances.any(asked(earlier), asked(before));
    if (isJoined && asked(next) < before.at) return [];
    if (asked(next) < before.at && !isRetried(before))
      return [violation('WEBHOOK-24', `${told} is tried twice at the same time`, before, next)];
    if (isDone(before.answered) && !isRetried(before))
      return [violation('WEBHOOK-23', `${told} is repeated after ${before.answered}`, before, next)];
    if (!isRetried(before))
      return [violation('WEBHOOK-26', `${told} is retried after ${before.answered}`, before, next)];
    const delay = DELAYS_MS[retries++];
    if (delay === undefined)
      return [violation('WEBHOOK-25', `${told} is retried ${retries} times`, before, next)];
    const least = (DELAYS_MS[0]! < delay && position + 1 !== retries ? DELAYS_MS[0]! : delay) * 0.9;
    // One worker notes when the event is due, and another one reads it by its own clock.
    const since = isJoined ? asked(earlier) : asked(before);
    if (asked(next) - since >= least - 2 * history.disturbances.tolerance) return [];
    return [violation('WEBHOOK-25', `${told} is retried before ${least} ms are over`, before, next)];
  });
}

/** At rest all retries have been made. A death or an outage may use one up before it leaves the service. */
function gaveUp(history: History, message: Message, attempts: Seen<WebhookCall>[]): Violation[] {
  const last = attempts.at(-1)!;
  const { address, acceptedAfter } = message.notification;
  const endpoint = activeEndpoint(history);
  // A repeat that a disturbance excuses may fail after the event was delivered.
  const isFailed = attempts.every(isRetried);
  if (!isFailed || !endpoint || asked(attempts[0]!) < endpoint.since || !endpoint.isEnabled(last.event))
    return [];
  if (erasureOf(history, address, acceptedAfter)) return [];
  const most = attempts.length + history.disturbances.count(asked(attempts[0]!), Infinity);
  if (most > DELAYS_MS.length) return [];
  const what = `${last.event} of message ${message.id} is given up after ${attempts.length} attempts`;
  return [violation('WEBHOOK-25', what, ...attempts)];
}

/** A later event of a message waits until the earlier one was tried once, at most a minute (guides/webhooks.md). */
function disorder(history: History, { id }: Message, firsts: Seen<WebhookCall>[]): Violation[] {
  const { tolerance } = history.disturbances;
  return firsts.flatMap((early) =>
    firsts.flatMap((late) => {
      const [before, after] = [early.timestamp, late.timestamp];
      if (before === undefined || after === undefined || asked(late) >= asked(early)) return [];
      const isCause = early.event === 'delivery.sent' && before <= after;
      if (!isCause && before + 2 * tolerance >= after) return [];
      if (asked(late) >= after - tolerance + WAIT_MS) return [];
      if (history.disturbances.any(before - tolerance, asked(early)) || history.endpoints.length > 1)
        return [];
      return [violation('WEBHOOK-14', `${late.event} of ${id} is sent before ${early.event}`, late, early)];
    }),
  );
}
