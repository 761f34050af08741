import type { Message, Notification } from '../../../store/notifications/model';
import type { Played } from './run-world';
import type { Person } from './traffic';
import type { Fault } from './world';

/** A message may expire for the service's own faults if its time is shorter than this, milliseconds. */
const LONG_RETRIES_MS = 40_000;
const RESTED = /the provider rested since/;

/** A message has failed only if its providers, its recipient or a report give a reason for it. */
export function wrongFailure(
  { providers }: Played,
  { of, event, email }: Person,
  { delivery }: Notification,
  { status, error, id, address }: Message,
): string[] {
  if (status !== 'failed' || !error) return [];
  const planned = (fault: Fault): boolean =>
    Object.values(of.calls).some(({ first, then }) => first.includes(fault) || then === fault);
  const reported = (
    kinds: string[],
    isIt: (one: { messageId: string; address: string }) => boolean,
  ): boolean => providers.reported.some((one) => kinds.includes(one.kind) && isIt(one));
  const isRight = (): boolean => {
    // A receipt has the provider's own code.
    if (reported(['hard', 'soft'], ({ messageId }) => messageId === id)) return true;
    switch (error.code) {
      case 'REJECTED':
      case 'INVALID_RECIPIENT':
        return planned('refuse') || (address === null && of.reach !== 'all');
      case 'EXPIRED':
        // What a provider does to other people rests it for all.
        return (
          planned('down') ||
          planned('hang') ||
          event.retryForMs < LONG_RETRIES_MS ||
          RESTED.test(error.message)
        );
      case 'OUTCOME_UNKNOWN':
        return delivery === 'at_most_once';
      case 'SUPPRESSED':
        return reported(['hard', 'complained'], (one) => one.address === email);
      default:
        return false;
    }
  };
  return isRight() ? [] : [`message ${id} failed with ${error.code} (${error.message}) without a reason`];
}
