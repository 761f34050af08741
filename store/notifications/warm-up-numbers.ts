import { ofWarmUpDay } from '../../core/sending/warm-up';
import { isStandIn } from './interrupted';
import type { Attempt, Message } from './model';

/** Returns the days of warm-ups in which a message is counted. */
export const numbersOf = ({ warmUp }: Pick<Message, 'warmUp'>): string[] => [
  ...(warmUp?.others ?? []),
  ...(warmUp?.has ? [warmUp.has] : []),
];

/**
 * Whether one of the attempts has called the integration of a day on that day. An attempt whose worker has died may have. One over
 * midnight counts for the day of its end: its day is taken after its claim.
 */
export function hasUsed(attempts: readonly Attempt[], dayId: string): boolean {
  const { integration, from } = ofWarmUpDay(dayId);
  return attempts.some((one) => endOf(one) >= from && (one.providerId === integration || isStandIn(one)));
}

const endOf = ({ at, durationMs }: Attempt): Date => new Date(at.getTime() + durationMs);
