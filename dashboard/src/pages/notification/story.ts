import type { NotificationDetails } from '../../api/types';

/** A moment in the story of a notification. */
export interface Moment {
  key: string;
  at: string | null;
  /** How it went, which the colour and the icon repeat. */
  kind: 'done' | 'failed' | 'waiting' | 'note';
  title: string;
  text?: string | null;
  /** What was answered, word for word. */
  raw?: string | null;
}

/** Returns what happened to a notification, the oldest first, and last what it waits for. */
export function storyOf(notification: NotificationDetails): Moment[] {
  const { started_at: startedAt, completed_at: completedAt, messages, webhooks, next } = notification;
  const moments: Moment[] = [
    { key: 'accepted', at: startedAt, kind: 'done', title: 'Accepted' },
    ...messages.flatMap((message) => messageMoments(message, completedAt)),
    ...webhooks.flatMap(webhookMoments),
  ];
  if (notification.reopened_at !== null)
    moments.push({
      key: 'reopened',
      at: notification.reopened_at,
      kind: 'note',
      title: 'Reopened by an operator',
    });
  if (completedAt !== null)
    moments.push({
      key: 'ended',
      at: completedAt,
      kind: notification.status === 'failed' ? 'failed' : 'done',
      title: `Ended: ${notification.status}`,
      text: notification.failure,
    });
  moments.sort((a, b) => (a.at ?? '9').localeCompare(b.at ?? '9'));
  if (next !== null)
    moments.push({ key: 'next', at: next.at, kind: 'waiting', title: TITLES[next.state], text: next.text });
  return moments;
}

const TITLES: Record<NonNullable<NotificationDetails['next']>['state'], string> = {
  sending: 'Sending now',
  retrying: 'Waits for its next attempt',
  queued: 'Waits in a queue',
  resting: 'Waits for its provider',
  paused: 'Paused in Temporal',
  waiting: 'Waits',
  blocked: 'Blocked',
};

function messageMoments(
  message: NotificationDetails['messages'][number],
  completedAt: string | null,
): Moment[] {
  const name = `${message.step}, ${message.channel}`;
  const attempts = message.attempts.map((attempt, index): Moment => {
    const by = attempt.integration ?? attempt.provider ?? 'nobody';
    const isSent = attempt.outcome === 'sent';
    return {
      key: attempt.id,
      at: attempt.at,
      kind: isSent ? 'done' : 'failed',
      title: `${name}: attempt ${index + 1} by ${by}, ${isSent ? 'sent' : (attempt.code ?? attempt.outcome)}`,
      text: `${attempt.duration_ms} ms${attempt.moves_on ? '; the next provider takes over' : ''}`,
      raw: attempt.response,
    };
  });
  const rest: Moment[] =
    message.rest === null
      ? []
      : [
          {
            key: `${message.id}-rest`,
            at: message.rest.since,
            kind: 'waiting',
            title: `${message.rest.integration ?? message.rest.provider} rests after ${message.rest.code}`,
          },
        ];
  const receipts = message.receipts.map((receipt, index): Moment => ({
    key: `${message.id}-receipt-${index}`,
    at: receipt.at,
    kind: /bounce|fail|complain|undeliver/i.test(receipt.kind) ? 'failed' : 'done',
    title: `Receipt: ${receipt.kind}`,
    raw: receipt.detail,
  }));
  const failure: Moment[] =
    message.status === 'failed' && attempts.length === 0
      ? [
          {
            key: `${message.id}-failed`,
            // A message that nobody tried to send has no time of its own.
            at: completedAt,
            kind: 'failed',
            title: `${name}: failed`,
            text: message.error,
          },
        ]
      : [];
  return [...attempts, ...rest, ...receipts, ...failure];
}

function webhookMoments(webhook: NotificationDetails['webhooks'][number]): Moment[] {
  return webhook.attempts.map((attempt, index) => {
    const isLast = index === webhook.attempts.length - 1;
    const isDelivered = attempt.error === null;
    return {
      key: attempt.id + String(index),
      at: attempt.at,
      kind: isDelivered ? 'done' : 'failed',
      title: `Webhook ${webhook.type}: attempt ${index + 1}, ${attempt.status ?? 'no answer'}`,
      text: isLast && webhook.status === 'failed' ? 'It was the last attempt.' : null,
      raw: attempt.error,
    };
  });
}
