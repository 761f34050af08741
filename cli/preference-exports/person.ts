import type { Channel } from '../../core/shared/channels';

/** Choices by channel. */
export type Over = Partial<Record<Channel, boolean>>;

/** What somebody has chosen for a category, workflow or topic of another service. */
export interface GroupChoice {
  /** For all of it. Absent: nothing. */
  all?: boolean;
  /** For single channels. */
  over: Over;
}

/** Returns the choice of two groups that are one here: both must be on. */
export function bothOn(one: GroupChoice | undefined, other: GroupChoice): GroupChoice {
  if (one === undefined) return other;
  const all = [one.all, other.all].filter((on) => on !== undefined);
  const over: Over = { ...one.over };
  for (const [channel, on] of Object.entries(other.over) as [Channel, boolean][])
    over[channel] = on && over[channel] !== false;
  return { ...(all.length > 0 && { all: all.every(Boolean) }), over };
}

/**
 * What an export says of a person. Each service sends only if everything that it says is on: for the channel, for the group, and
 * for the group over the channel (cli/preference-exports/entry.ts carries that into our order).
 */
export interface Person {
  /** As the admin API takes a contact: an identifier of one that exists, or fields. */
  contact: string | Record<string, string>;
  channels: Over;
  /** By the name that the service has for a group. */
  groups: Map<string, GroupChoice>;
  /** They have unsubscribed from everything. */
  unsubscribed: boolean;
  /** What has no counterpart here, in words. */
  left: string[];
}

/** A service whose exports are read. */
export interface Service {
  /** Its name for people, which the history has. */
  title: string;
  /** Its export says what counts, also if nobody has chosen it. So an `on` that is the default is no choice. */
  listsDefaults?: true;
  /** Its export may be CSV. */
  hasCsv?: true;
  /** Returns the people of a record. Throws an UnreadableRecord. */
  peopleIn: (record: Readonly<Record<string, unknown>>) => Person[];
}

/** Thrown for a record that is not what the service exports. The message completes "the record …". */
export class UnreadableRecord extends Error {}
