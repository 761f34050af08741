import { shownAtRest } from './acceptance';
import { excuseOf } from './excuses';
import { isReopened, type History, type Message } from './history';
import { codeOf, isDone, isTaken, mayBeDone } from './outcomes';
import { violation, type Judge, type Violation } from './violation';

/** Each report that the service took counts as the rules say (RECEIPT-1, RECEIPT-2, RECEIPT-5). */
export const judgeReceipts: Judge = (history) => {
  const found: Violation[] = [];
  for (const notification of history.notifications.values()) {
    const rest = shownAtRest(notification);
    if (!rest || isReopened(notification)) continue;
    for (const message of notification.messages.values()) {
      const shown = rest.body.messages.find(({ id }) => id === message.id);
      if (!shown || message.reports.length === 0) continue;
      // MESSAGE-8 and RECEIPT-1 contradict each other about a cancelled message of unknown outcome: both are allowed.
      const isFree = rest.body.status === 'stopped' && shown.status === 'queued';
      if (!isFree) found.push(...unheard(message, shown.status, rest), ...proved(message, shown.error, rest));
      found.push(...superseded(history, message, shown.status, rest));
    }
  }
  return found;
};

type Rest = { index: number };

function unheard({ id, reports, calls }: Message, status: string, rest: Rest): Violation[] {
  const failed = reports.find(({ says, status: response }) => isFailure(says) && isDone(response));
  // With several attempts, a failure may be that of a superseded one (RECEIPT-5), also if a later one has made no call yet.
  const isOnly = calls.length === 1 && calls[0]!.answered !== 'lost';
  if (failed && isOnly && status !== 'failed')
    return [violation('RECEIPT-1', `message ${id} is ${status}, and its failure is reported`, failed, rest)];
  const confirmed = reports.find(({ says, status: response }) => says === 'delivered' && isDone(response));
  if (!confirmed || (status !== 'queued' && status !== 'sent')) return [];
  return [
    violation('RECEIPT-1', `message ${id} is ${status}, and its delivery is reported`, confirmed, rest),
  ];
}

const isFailure = (says: string): boolean => says === 'failed' || says === 'bounced';

/** A report that came while the message was open proves that it was sent (RECEIPT-2). */
function proved({ id, reports, views }: Message, error: string | null, rest: Rest): Violation[] {
  if (!error || reports.some(({ says }) => isFailure(says))) return [];
  const proof = reports.find(
    (report) =>
      isDone(report.status) &&
      report.says === 'delivered' &&
      views.some(({ status, read }) => read.askedAt > report.at && status !== 'failed'),
  );
  if (!proof) return [];
  const what = `message ${id} fails with ${codeOf(error)} after a report proves that it is sent`;
  return [violation('RECEIPT-2', what, proof, rest)];
}

/** A failure of an attempt changes nothing if another attempt was sent after it (RECEIPT-5). */
function superseded(history: History, message: Message, status: string, rest: Rest): Violation[] {
  if (status !== 'failed') return [];
  const failures = message.reports.filter(
    ({ says, status: response }) => isFailure(says) && mayBeDone(response),
  );
  // The attempt that was delivered decides, also if another one was sent after it.
  const isDelivered = (call: { index: number }): boolean =>
    message.reports.some((one) => one.says === 'delivered' && one.call.index === call.index);
  const isSuperseded = (failure: Message['reports'][number]): boolean =>
    !isDelivered(failure.call) &&
    message.calls.some(
      (later) =>
        isTaken(later) &&
        later.did === 'accepted' &&
        later.askedAt > failure.call.at &&
        later.at < (failure.askedAt ?? -Infinity) &&
        !excuseOf(history, later, failure.askedAt ?? Infinity) &&
        !history.disturbances.outage(['database'], later.askedAt, failure.askedAt ?? Infinity),
    );
  if (failures.length === 0 || !failures.every(isSuperseded)) return [];
  const what = `message ${message.id} fails because of an attempt after which another one was sent`;
  return [violation('RECEIPT-5', what, failures[0]!.call, failures[0], rest)];
}
