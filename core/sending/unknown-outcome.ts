import type { MessageStatus } from '../shared/statuses';

interface AttemptSeen {
  outcome: string;
  /** It failed, but may have been sent. */
  mayHaveSent?: boolean;
}

/** Returns whether a queued message may have been sent. */
export const mayBeOut = ({ status, attempts }: { status: MessageStatus; attempts: AttemptSeen[] }): boolean =>
  status === 'queued' && attempts.some((attempt) => attempt.outcome === 'unknown' || attempt.mayHaveSent);

/**
 * Returns whether the outcome of a message's last attempt is unknown, and no operator has requested a repeat since. A
 * message that must not be sent twice is not sent then.
 */
export function isUnsettled({
  attempts,
  repeatOf,
}: {
  attempts: (AttemptSeen & { id: string })[];
  repeatOf?: string | null;
}): boolean {
  const last = attempts.at(-1);
  return last?.outcome === 'unknown' && last.id !== repeatOf;
}
