import type { Channel } from '../shared/channels';

/** What a limit counts messages by. A prefix is a phone number without its last four digits. */
export const COUNTED_BY = ['contact', 'address', 'prefix'] as const;
export type CountedBy = (typeof COUNTED_BY)[number];

/** The periods of a calendar. Any other period is a duration, which ends now. */
export const CALENDAR_PERIODS = ['hour', 'day', 'week'] as const;
export type CalendarPeriod = (typeof CALENDAR_PERIODS)[number];

/** A message that is over is skipped, or is part of the digest that is sent when the limit has a place again. */
export const OVERS = ['skip', 'digest'] as const;
export type Over = (typeof OVERS)[number];

/** How many messages may be sent over a channel in a period, of an application or an event (CAP-1). */
export interface Limit {
  /** Names it in errors and explanations; absent: its values do. */
  name?: string;
  channel: Channel;
  /** Maximum number of messages. */
  most: number;
  /** A period of the calendar, or a duration such as `10m`. */
  per: string;
  of: CountedBy;
  /** IANA name of the zone whose calendar counts. */
  timezone: string;
  /** What becomes of a message that is over the limit (CAP-10). */
  over: Over;
  /** Only of messages of this category of the application; absent: of all. */
  category?: string;
  /** Only of messages of these events; absent: of all. */
  events?: string[];
  /** Counts and stops messages of required categories too. */
  required?: true;
}

/** Maximum number of limits of an application, and of an event. Each one that applies costs a round trip. */
export const MOST_LIMITS = 20;

/** Maximum of `most`: the counter has the id of each message. */
export const MOST_OF_ONE = 100;
/** The same for a prefix, which many people share. */
export const MOST_OF_PREFIX = 1000;
