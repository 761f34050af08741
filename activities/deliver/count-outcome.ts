import { lastFailureOf } from '../../core/sending/failure-keys';
import { sendNameOf } from '../../core/sequences/step-key';
import { counter } from '../../core/statistics/counter';
import type { Message, Notification } from '../../store/notifications/model';
import type { Settlement } from '../../store/notifications/outcome-change';
import { isTimed } from '../../store/notifications/timed-notes';
import type { Store } from '../../store/store';
import { countDelivery, observeSent } from '../../telemetry/delivery-metrics';
import type { Sending } from './sending';

/** Returns why a message failed or is retried; empty if there is no reason. */
export const codeOf = (settlement: Settlement): string =>
  'code' in settlement ? (settlement.code ?? '') : '';

/**
 * Counts an attempt, and what became of its message if this attempt `decided` that, in the application's statistics and in the
 * metrics of this process. The counts are in memory: an attempt waits for nothing.
 */
export function countOutcome(
  { deps: { store }, input, notification, message }: Sending,
  settlement: Settlement,
  decided: boolean,
): void {
  const { statistics } = store;
  const { channel } = message;
  const { attempt, kind } = settlement;
  if (attempt) {
    const made = { channel, provider: attempt.provider, providerId: attempt.providerId };
    statistics.count(notification, counter.attempt(made, attempt.outcome));
  }
  if (!decided || (kind !== 'sent' && kind !== 'failed')) return;
  const of = { environment: notification.environment, channel };
  countDelivery(of, { provider: attempt?.provider ?? 'none', outcome: kind, code: codeOf(settlement) });
  if (kind === 'sent') {
    observeSent(of, {
      acceptedAt: notification.startedAt.getTime(),
      dueAt: input.dueAt,
      sentAt: store.now().getTime(),
    });
    return countSent(store, { notification, message, by: attempt ?? message });
  }
  const { provider = null, providerId } = attempt ?? lastFailureOf(message) ?? {};
  statistics.countEvent(notification, 'failed', notification.event);
  statistics.count(notification, counter.failed({ channel, provider, providerId }, settlement.code));
}

interface Sent {
  notification: Notification;
  message: Message;
  by: { provider: string | null; providerId?: string | null };
}

/** Counts a message as sent. */
export function countSent(
  { statistics, now }: Pick<Store, 'statistics' | 'now'>,
  { notification, message, by }: Sent,
): void {
  const { channel } = message;
  const { provider, providerId } = by;
  statistics.countEvent(notification, 'sent', notification.event);
  statistics.count(notification, counter.message('sent', { channel, provider, providerId }));
  const ms = latencyOf(notification, message, now());
  if (ms !== null) statistics.count(notification, counter.latency(channel, ms));
}

/**
 * Returns the time since acceptance, or since `send_at`, milliseconds. Null if the message had to wait for something else: for
 * an earlier step, a digest, the end of quiet hours, or an operator.
 */
function latencyOf(notification: Notification, { step }: Message, now: Date): number | null {
  const { steps, startedAt, sendAt, reopenedAt, digestedInto, notes = [] } = notification;
  const [first] = steps;
  const isFirst = first?.type === 'send' && first.name === sendNameOf(step);
  const hasWaited = reopenedAt ?? digestedInto ?? notes.find(isTimed);
  if (!isFirst || hasWaited !== undefined) return null;
  return Math.max(0, now.getTime() - Math.max(startedAt.getTime(), sendAt?.getTime() ?? 0));
}
