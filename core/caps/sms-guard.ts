import { dialPrefixOf } from '../contacts/phone';
import type { Channel } from '../shared/channels';

/** What holds the SMS of some events to a prefix if too few of its recipients use their codes; `sms_guard` of an application. */
export interface SmsGuard {
  /** Names of the events that it watches. */
  events: string[];
  /** It holds a prefix if more than this share of its SMS has no follow-up. */
  share: number;
  /** It holds none with fewer SMS. */
  atLeast: number;
  holdMinutes: number;
}

/** How many SMS were sent in a minute, and for how many of them there was a follow-up. */
export type MinuteCounts = Record<number, { sent?: number; followed?: number }>;

/** The SMS that count at a moment. */
export interface GuardCounts {
  sent: number;
  followed: number;
}

const MINUTE_MS = 60_000;
/** An SMS counts from two minutes after it was sent, because a recipient needs time. It counts until ten minutes after. */
const [COUNTS_AFTER, COUNTS_UNTIL] = [2, 10];

/** More than a counter is kept after its last SMS, minutes: an hour, and the delay of the database that removes it. */
const KEPT_MINUTES = 75;

/** Returns the minute of a time: minutes since 1970. */
export const minuteOf = (at: Date): number => Math.floor(at.getTime() / MINUTE_MS);

/** Returns whether what was sent at a time does not count any more. */
export const isPast = (at: Date, now: Date): boolean => minuteOf(now) - minuteOf(at) > COUNTS_UNTIL;

/** Returns the minutes that do not count any more at a time, as far back as counters are kept. */
export const pastMinutes = (now: Date): number[] =>
  Array.from({ length: KEPT_MINUTES }, (_, one) => minuteOf(now) - COUNTS_UNTIL - 1 - one);

/** Returns the SMS that count now. A follow-up counts for a minute only if an SMS was counted there. */
export function guardCounts(minutes: MinuteCounts, now: Date): GuardCounts {
  const at = minuteOf(now);
  const counts = { sent: 0, followed: 0 };
  for (const [key, { sent = 0, followed = 0 }] of Object.entries(minutes)) {
    const age = at - Number(key);
    // The minute itself has to be over for two minutes.
    if (age <= COUNTS_AFTER || age > COUNTS_UNTIL) continue;
    counts.sent += sent;
    counts.followed += Math.min(sent, followed);
  }
  return counts;
}

/** Returns whether a prefix with these counts is held (CAP-12). */
export const isPumped = (
  { share, atLeast }: Pick<SmsGuard, 'share' | 'atLeast'>,
  { sent, followed }: GuardCounts,
): boolean => sent > 0 && sent >= atLeast && sent - followed > share * sent;

/** Returns the prefix under which the guard counts a message; null if it does not watch it. */
export function guardedPrefix(
  guard: SmsGuard | null | undefined,
  event: string,
  { channel, address }: { channel: Channel; address: string | null },
): string | null {
  if (!guard || channel !== 'sms' || address === null || !guard.events.includes(event)) return null;
  return dialPrefixOf(address);
}

/** Returns the numbers of a hold in words. */
export const guardText = ({ sent, followed }: GuardCounts): string =>
  `${sent - followed} of ${sent} SMS had no follow-up`;
