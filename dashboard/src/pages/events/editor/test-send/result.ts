import type { ApiProblem } from '../../../../api/problem';
import type { NotificationDetails } from '../../../../api/types';

export interface Result {
  kind: 'sent' | 'failed' | 'skipped' | 'open';
  why?: string;
  isProviderMissing?: boolean;
}

/** Refusals of a channel that the recipient or the event does not have. */
const SKIPPED = new Set(['IDENTIFIER_MISSING', 'TEMPLATE_MISSING']);

/** Returns what became of a test. It is open until the notification has ended or its message failed. */
export function resultOf(outcome: { notification: NotificationDetails } | { problem: ApiProblem }): Result {
  if ('problem' in outcome) {
    const { code, message } = outcome.problem;
    return { kind: SKIPPED.has(code) ? 'skipped' : 'failed', why: message };
  }
  const { messages, status } = outcome.notification;
  const isSent = messages.some(({ status: one }) => one === 'sent' || one === 'delivered');
  const isQueued = messages.some(({ status: one }) => one === 'queued');
  const why = messages.find((message) => message.status === 'failed')?.error ?? undefined;
  if (why?.startsWith('NO_PROVIDER:') && !isSent) return { kind: 'skipped', why, isProviderMissing: true };
  if (status === 'failed' || (why !== undefined && !isSent && !isQueued)) return { kind: 'failed', why };
  if (status === 'stopped' && !isSent)
    return { kind: 'skipped', why: 'It was stopped before a message was sent.' };
  return { kind: isSent || status === 'completed' ? 'sent' : 'open' };
}
