import { lastFailureOf } from '../../../core/sending/failure-keys';
import { failureText, type LastFailure } from '../../../core/sending/failure-text';
import type { Application } from '../../../store/accounts/applications';
import type { Message, Notification } from '../../../store/notifications/model';
import { isTimed } from '../../../store/notifications/timed-notes';
import type { PendingActivity } from '../../../temporal/progress';

interface Sources {
  notification: Notification;
  application: Application | null;
  now: Date;
}

/** Returns the message whose send is due. */
export const queuedIn = ({ messages }: Notification): Message | undefined =>
  messages.findLast(({ status }) => status === 'queued');

/**
 * Returns what an activity failed at last: of a send as its message has it, in names and codes. Null if nothing failed.
 */
export function lastFailureIn({ name, failure }: PendingActivity, sources: Sources): string | null {
  if (failure?.timedOut) return 'its worker did not answer in time';
  const known = name === 'deliver' ? messageFailure(sources) : null;
  return known ?? (failure && (failure.message ?? 'an unknown failure'));
}

function messageFailure({ notification, application, now }: Sources): string | null {
  const message = queuedIn(notification);
  const last: LastFailure | undefined = message && lastFailureOf(message);
  if (!message || !last?.code) return null;
  const until = last.since && application?.health?.[last.providerId ?? '']?.restUntil;
  const rests = until && until > now ? { until } : {};
  return failureText(message, last.code, { ...last, ...rests }, application?.integrations ?? []);
}

/**
 * Returns when the retries of the message that is queued end. The document leaves out the time in which it was held. `retry_for`
 * counts again from the end of quiet hours, and from an operator's retry. Null if unknown.
 */
export function retriedUntilIn({ notification }: Pick<Sources, 'notification'>): string | null {
  const { notes = [], retryForMs, reopenedAt } = notification;
  const message = queuedIn(notification);
  if (!message?.retriedUntil) return null;
  const quiet = notes.findLast((note) => isTimed(note) && note.step === message.step);
  const again = [reopenedAt, quiet && new Date(quiet.detail)].map((from) =>
    from ? from.getTime() + retryForMs : 0,
  );
  return new Date(Math.max(message.retriedUntil.getTime(), ...again)).toISOString();
}
