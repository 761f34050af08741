import { ApplicationFailure, patched } from '@temporalio/workflow';
import type { NotificationInput } from '../contract';

export type Progress = ReturnType<typeof createProgress>;

/** The SENDs that a run has begun, beside those of the earlier run that an operator reopened. */
export function createProgress({
  reached = [],
  code,
  skipWaits,
}: Pick<NotificationInput, 'reached' | 'code' | 'skipWaits'>) {
  const begun = new Set<string>();
  const isBehind = (): boolean =>
    reached.some((name) => !begun.has(name)) && [...begun].every((name) => reached.includes(name));
  return {
    /** Whether waits are over at once: all of them, or because this run has not come as far as the earlier one. */
    skipsWaits: (): boolean => skipWaits === true || isBehind(),
    isFirst: (): boolean => begun.size === 0,
    /** Begins a SEND. Throws a failure of the notification if it must not be sent. */
    begin: (name: string): void => {
      if (begun.has(name))
        throw ApplicationFailure.nonRetryable(`SEND name ${name} used twice`, 'SEQUENCE_ERROR');
      // The code knows nothing of the earlier run's signals, and may take another way.
      if (code !== undefined && isBehind() && !reached.includes(name) && patched('reopened-parted')) {
        const missing = reached.filter((one) => !begun.has(one)).join(', ');
        throw ApplicationFailure.nonRetryable(
          `it would send ${name} now where the run before it had come to ${missing}: signals of that run are not known ` +
            'any more. Retry the notification instead, and signal the new one',
          'REOPENED_ELSEWHERE',
        );
      }
      begun.add(name);
    },
  };
}
