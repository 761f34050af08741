import type { History, Seen } from './history';
import type { QuotaRead, Sent } from '../observation';
import { violation, type Judge, type Violation } from './violation';

const monthOf = (moment: number): string => new Date(moment).toISOString().slice(0, 7);

/** At rest the quota has counted each accepted notification once, and nothing else (LIMIT-3 to LIMIT-6). */
export const judgeQuota: Judge = (history) => {
  const last = history.quotas.filter(({ atRest }) => atRest).at(-1);
  return [...(last ? counted(history, last) : []), ...refusedEarly(history)];
};

const units = ({ copies }: Sent): number => 1 + (copies ?? 0);

/** Returns how many units the month of a read has, at least and at most. */
function used(history: History, month: string): { least: number; most: number } {
  let [least, most] = [0, 0];
  const { tolerance } = history.disturbances;
  const isOneMonth = history.sends.every(
    ({ askedAt }) => monthOf(Math.max(askedAt - tolerance, 0)) === month,
  );
  for (const notification of history.notifications.values()) {
    const { send, messages, acceptedAfter, acceptedBefore } = notification;
    if (notification.retryOf !== undefined) continue;
    const from = send ? acceptedAfter : -Infinity;
    const months = new Set([
      monthOf(Math.max(from - tolerance, 0)),
      monthOf(Math.min(acceptedBefore + tolerance, 8e15)),
    ]);
    const isHere = months.has(month);
    const [call] = [...messages.values()].flatMap(({ calls }) => calls);
    const isRetry = call && history.slotsOf.get(call.address)?.some((slot) => slot.isRetry);
    const isSent = call !== undefined && !isRetry;
    if (send && isHere) most += units(send);
    if (send && isHere && months.size === 1) least += units(send);
    // A notification that no response names is one of the unknown requests below.
    if (!send && isSent && isOneMonth) least += 1;
  }
  for (const { send } of history.slots)
    if (monthOf(Math.max(send.askedAt - tolerance, 0)) <= month) most += units(send);
  return { least, most };
}

function counted(history: History, read: Seen<QuotaRead>): Violation[] {
  const { least, most } = used(history, monthOf(read.at));
  if (read.used < least)
    return [violation('LIMIT-5', `the quota counts ${read.used}, and at least ${least} are accepted`, read)];
  if (read.used > most)
    return [violation('LIMIT-6', `the quota counts ${read.used}, and at most ${most} are accepted`, read)];
  if (read.limit !== null && least > read.limit)
    return [violation('LIMIT-3', `${least} are accepted, and the limit is ${read.limit}`, read)];
  return [];
}

/** A quota that cannot be used up refuses nothing. Requests in progress may hold it, each at most once. */
function refusedEarly(history: History): Violation[] {
  const limits = new Set(history.quotas.map(({ limit }) => limit));
  const [limit] = limits;
  if (limits.size !== 1 || limit === undefined) return [];
  const byRequest = [...history.sends].sort((a, b) => a.askedAt - b.askedAt);
  const byAnswer = [...history.sends].sort((a, b) => a.at - b.at);
  let [asked, next] = [0, 0];
  for (const send of byAnswer) {
    for (; next < byRequest.length && byRequest[next]!.askedAt < send.at; next++)
      asked += byRequest[next]!.to.length * units(byRequest[next]!);
    const isRefused =
      send.code === 'QUOTA_EXCEEDED' || send.to.some(({ refused }) => refused?.code === 'QUOTA_EXCEEDED');
    if (isRefused && (limit === null || asked <= limit))
      return [violation('LIMIT-3', `a send is refused, and at most ${asked} of ${limit} can be used`, send)];
  }
  return [];
}
