/**
 * State of a broadcast:
 * - `scheduled`: it waits for its `send_at`.
 * - `running`: it goes through its audience, or recipients whom it has reached still wait.
 * - `paused`: it reaches nobody until it is resumed, and those who wait are held.
 * - `cancelled`: it reaches nobody any more.
 * - `completed`: every recipient has an outcome.
 */
export const BROADCAST_STATES = ['scheduled', 'running', 'paused', 'cancelled', 'completed'] as const;
export type BroadcastState = (typeof BROADCAST_STATES)[number];

/** States in which a broadcast may still send something. */
export const LIVE_STATES = ['scheduled', 'running', 'paused'] as const satisfies BroadcastState[];

export const isLive = (state: BroadcastState): boolean =>
  (LIVE_STATES as readonly BroadcastState[]).includes(state);

/**
 * To whom a broadcast goes: to a topic, by its id with the name that it had then, to a
 * segment, by its name with its filter (JSON text) as it was then, or to all contacts.
 */
export type AudienceOf =
  { topicId: string; topic?: string } | { segment: string; filter: string } | { all: true };

/** What became of the recipients of a broadcast. All but `total`, `accepted` and `delivered` add up to `total`. */
export interface BroadcastCounts {
  /** The audience at the start, as far as it still existed when it was reached. Null: it is not counted yet. */
  total: number | null;
  /** Not reached yet. */
  ahead: number;
  /** Reached: they have a notification. */
  accepted: number;
  /** Reached, without an outcome: with a provider, or waiting for a retry, for quiet hours, for a time or for a step. */
  waiting: number;
  /** Those whose message a provider has accepted. */
  sent: number;
  /** Of `sent`: those that a receipt confirms. */
  delivered: number;
  failed: number;
  /** By code: who wants no such message, cannot get it, or had left the audience (`LEFT`) when their turn came. */
  skipped: Partial<Record<SkipCode, number>>;
  cancelled: number;
}

/**
 * Codes that mean that a recipient was skipped, and nothing went wrong (BROADCAST-5). `UNREACHABLE`: no channel of the event has
 * an address of the contact.
 */
export const SKIP_CODES = [
  'PREFERENCE',
  'SUPPRESSED',
  'CAPPED',
  'UNREACHABLE',
  'COUNTRY_NOT_ALLOWED',
] as const;
export type SkipCode = (typeof SKIP_CODES)[number] | 'LEFT';

/** How soon a running broadcast sees that it was cancelled or paused, milliseconds (BROADCAST-7). */
export const SEEN_WITHIN_MS = 300;

/** Why a broadcast that runs reaches nobody at the moment. */
export interface Blocked {
  code:
    | 'QUOTA_EXCEEDED'
    | 'EVENT_NOT_FOUND'
    | 'SUBSCRIPTION_INACTIVE'
    | 'TENANT_NOT_FOUND'
    | 'EVENT_PAUSED'
    | 'PAUSED'
    | 'TEMPLATE_MISSING'
    | 'SENDER_UNVERIFIED'
    | 'PROVIDER_RESTS'
    /** The warm-up of its integrations allows no more messages today (BROADCAST-13). */
    | 'WARM_UP';
  since: Date;
  /** When it goes on by itself. Null: somebody has to act. */
  until: Date | null;
}
