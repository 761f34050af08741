import type { SuppressionChanged } from '../observation';
import { erasureOf, listOf, type History, type Message, type Notification, type Seen } from './history';
import { begunAfter, isDone, mayBeDone } from './outcomes';
import { violation, type Judge } from './violation';

type Reason = SuppressionChanged['reason'];

/** A change of one reason of an address, with the bounds of the time that counts for its order. */
interface Change {
  index: number;
  askedAt: number;
  at: number;
  isCertain: boolean;
  earliest: number;
  latest: number;
}

interface Changes {
  adds: Change[];
  lifts: Change[];
}

/** The reasons of each suppressed address. A history computes them once. */
const known = new WeakMap<History, Map<string, Map<Reason, Changes>>>();

/** Nothing is sent to an address while any of its reasons remains (CHANNEL-6, RECEIPT-4). */
export const judgeSuppression: Judge = (history) => {
  const calls = new Map<string, Seen<Message['calls'][number]>[]>();
  for (const { messages } of history.notifications.values())
    for (const message of messages.values())
      for (const call of message.calls)
        if (reasonsOf(history).has(call.address)) listOf(calls, call.address).push(call);
  return [...calls].flatMap(([address, list]) =>
    list.flatMap((call) => {
      if (call.answered === 'unreachable') return [];
      for (const [reason, changes] of reasonsOf(history).get(address)!) {
        // An attempt checks the suppression when it begins. The rules do not say how long before its request that is.
        const add = changes.adds.find(
          (candidate) =>
            candidate.isCertain &&
            begunAfter(call, candidate.at) &&
            !changes.lifts.some((lift) => lift.askedAt < call.askedAt && lift.latest >= candidate.earliest),
        );
        const rule = reason === 'manual' ? 'CHANNEL-6' : 'RECEIPT-4';
        if (add)
          return [
            violation(rule, `${address} is suppressed (${reason}) and ${call.message} is sent`, add, call),
          ];
      }
      return [];
    }),
  );
};

/** Returns whether an address may have a reason between the acceptance of a notification and a moment. */
export function mayBeSuppressed(history: History, notification: Notification, until: number): boolean {
  const { address, acceptedAfter } = notification;
  if (address === undefined) return true;
  return [...(reasonsOf(history).get(address)?.values() ?? [])].some(({ adds, lifts }) =>
    adds.some(
      (add) =>
        add.askedAt < until &&
        !lifts.some(
          (lift) =>
            lift.isCertain && lift.askedAt > add.at && lift.earliest > add.latest && lift.at < acceptedAfter,
        ),
    ),
  );
}

function reasonsOf(history: History): Map<string, Map<Reason, Changes>> {
  const computed = known.get(history);
  if (computed) return computed;
  const reasons = new Map<string, Map<Reason, Changes>>();
  const add = (
    change: { address: string; index: number; at: number; status: number; occurredAt?: number },
    askedAt: number,
    kind: 'adds' | 'lifts',
    reason: Reason,
  ): void => {
    if (!mayBeDone(change.status)) return;
    const ofAddress = reasons.get(change.address) ?? new Map<Reason, Changes>();
    reasons.set(change.address, ofAddress);
    const changes = ofAddress.get(reason) ?? { adds: [], lifts: [] };
    ofAddress.set(reason, changes);
    const isCertain = isDone(change.status);
    const { tolerance } = history.disturbances;
    changes[kind].push({
      index: change.index,
      askedAt,
      at: change.at,
      isCertain,
      earliest: (change.occurredAt ?? askedAt) - tolerance,
      // Without a response, the request may be carried out at any later time.
      latest: isCertain ? (change.occurredAt ?? change.at) + tolerance : Infinity,
    });
  };
  const isErased = ({ address, at }: { address: string; at: number }): boolean =>
    erasureOf(history, address, -Infinity, at) !== undefined;
  for (const list of history.suppressions.values())
    for (const change of list)
      add(change, change.askedAt, change.change === 'add' ? 'adds' : 'lifts', change.reason);
  for (const receipt of history.receipts)
    if (receipt.says === 'bounced' || receipt.says === 'complained')
      add(
        // The service may not know any more whom it is about (RECEIPT-5).
        { ...receipt, ...(isErased(receipt) && { status: 0 }) },
        receipt.askedAt ?? -Infinity,
        'adds',
        receipt.says,
      );
  known.set(history, reasons);
  return reasons;
}
