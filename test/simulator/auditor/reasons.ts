import { knownTaken } from './excuses';
import { isReopened, stepsOf, type History, type Message, type View } from './history';
import { codeOf, isTaken, leftAt, mayBeDone } from './outcomes';
import { mayBeSuppressed } from './suppression';
import { violation, type Judge, type Violation } from './violation';

/** What only a provider's later report says of a message that it accepted. */
const REPORTED = ['TIMEOUT', 'UNAUTHORIZED', 'RATE_LIMITED', 'PROVIDER_ERROR'];
const CODES = [
  ...['INVALID_RECIPIENT', 'REJECTED', 'HARD_BOUNCE', 'SOFT_BOUNCE', 'SUPPRESSED', 'TEMPLATE_ERROR'],
  ...['NO_PROVIDER', 'EXPIRED', 'OUTCOME_UNKNOWN', ...REPORTED],
];

/** A message is what its status says: accepted if a provider accepted it, failed for the reason that it names. */
export const judgeReasons: Judge = (history) => {
  const found: Violation[] = [];
  for (const notification of history.notifications.values())
    for (const message of notification.messages.values()) {
      // The first response that claims something is the one that must be true already.
      const claims = new Map<string, View>();
      for (const view of message.views) {
        const claim = `${view.status} ${view.error}`;
        if (view.read.at < (claims.get(claim)?.read.at ?? Infinity)) claims.set(claim, view);
      }
      for (const view of claims.values())
        found.push(
          ...(view.status === 'failed' ? failure(history, message, view) : acceptance(message, view)),
        );
    }
  return found;
};

function acceptance({ id, calls, reports }: Message, { status, read }: View): Violation[] {
  if (status === 'queued') return [];
  if (!calls.some((call) => isTaken(call) && call.askedAt < read.at))
    return [
      violation('MESSAGE-1', `message ${id} is ${status}, and no provider accepted it`, read, ...calls),
    ];
  const isConfirmed = reports.some(({ says, askedAt }) => says === 'delivered' && (askedAt ?? 0) < read.at);
  if (status === 'delivered' && !isConfirmed)
    return [violation('RECEIPT-1', `message ${id} is delivered, and no provider confirmed it`, read)];
  return [];
}

function failure(history: History, message: Message, view: View): Violation[] {
  const { id, calls, notification } = message;
  const { read } = view;
  if (!view.error) return [];
  const code = codeOf(view.error);
  const broken = (rule: string, why: string): Violation[] => [
    violation(rule, `message ${id} fails with ${code}, and ${why}`, notification.send, ...calls, read),
  ];
  if (!CODES.includes(code)) return broken('MESSAGE-2', 'the rules know no such code');
  const isReported = message.reports.some(
    ({ says, status }) => (says === 'failed' || says === 'bounced') && mayBeDone(status),
  );
  if (isReported) return [];
  const taken = isReopened(notification) ? undefined : knownTaken(history, message);
  if (taken && taken.at < read.at) {
    const outage = history.disturbances.outage(['database'], leftAt(taken), taken.at);
    return broken(outage ? 'OUTAGE-1' : 'MESSAGE-1', `${taken.provider} accepted it`);
  }
  const isRefused = calls.some(({ did }) => did === 'refused');
  switch (code) {
    case 'HARD_BOUNCE':
    case 'SOFT_BOUNCE':
      return isRefused ? [] : broken('MESSAGE-2', 'no provider reports a bounce');
    case 'REJECTED':
      return isRefused ? [] : broken('MESSAGE-5', 'no provider refuses it');
    case 'SUPPRESSED':
      return isRefused || mayBeSuppressed(history, notification, read.at)
        ? []
        : broken('CHANNEL-6', `no reason suppresses ${notification.address}`);
    case 'EXPIRED':
      return isEarly(history, message, view) ? broken('MESSAGE-3', 'its retry_for is not over') : [];
    case 'OUTCOME_UNKNOWN':
      return unknown(history, message, view, broken);
    default:
      return REPORTED.includes(code) ? broken('MESSAGE-3', 'no provider accepted it') : [];
  }
}

function isEarly(history: History, { notification }: Message, { read }: View): boolean {
  const { send, acceptedAfter, acceptedBefore } = notification;
  if (!send || isReopened(notification)) return false;
  // Steps before a SEND only delay its end, so the earliest end holds for each SEND.
  const due =
    Math.max(acceptedAfter, send.sendAt ?? 0) + (stepsOf(notification) === 1 ? (send.digestWindow ?? 0) : 0);
  const { tolerance } = history.disturbances;
  // The time for retries of what falls due in quiet hours begins with their end.
  const { quiet } = send;
  const isQuiet = quiet && due > quiet.from + tolerance && acceptedBefore < quiet.to - tolerance;
  return read.at < Math.max(due, isQuiet ? quiet.to : 0) + send.expiresAfter - tolerance;
}

/** An outcome is unknown after a lost answer or a death, and ends a message under `at_most_once` alone (MESSAGE-7). */
function unknown(
  history: History,
  { calls, notification }: Message,
  { read }: View,
  broken: (rule: string, why: string) => Violation[],
): Violation[] {
  const { send, acceptedAfter } = notification;
  if (send?.guarantee === 'at_least_once') return broken('MESSAGE-7', 'at_least_once repeats it');
  // The rules are silent about a claim without a call: a death or an outage then leaves the outcome unknown too.
  const isExcused =
    calls.some(({ answered }) => answered === 'lost') || history.disturbances.any(acceptedAfter, read.at);
  return isExcused ? [] : broken('MESSAGE-7', 'nothing makes its outcome unknown');
}
