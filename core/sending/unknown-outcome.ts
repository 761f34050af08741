import type { MessageStatus } from '../shared/statuses';

interface AttemptSeen {
  outcome: string;
  /** It failed, and may have been sent all the same. */
  mayHaveSent?: boolean;
}

/** Whether a message that is still queued may have gone out all the same. */
export const mayBeOut = ({ status, attempts }: { status: MessageStatus; attempts: AttemptSeen[] }): boolean =>
  status === 'queued' && attempts.some((attempt) => attempt.outcome === 'unknown' || attempt.mayHaveSent);

/**
 * Whether nobody knows what became of a message's last attempt, and no operator has said since that it is sent again:
 * what must not go twice is not sent then.
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
