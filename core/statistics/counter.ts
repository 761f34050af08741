import type { DeliveryErrorCode } from '../sending/delivery-error';
import type { Channel } from '../shared/channels';
import { latencyBucket } from './latency';

/** Who sent, or tried to. Null: no provider was called. */
export interface SentBy {
  channel: Channel;
  provider: string | null;
  /** Of the provider (core/sending/candidates.ts). */
  providerId?: string | null;
}

/** What becomes of a message. `bounced` is also counted as `failed`. */
export type MessageCount = 'sent' | 'delivered' | 'bounced' | 'complained';

/** What is counted by event: its notifications, and what becomes of their messages. */
export const EVENT_COUNTS = ['accepted', 'sent', 'delivered', 'failed'] as const;
export type EventCount = (typeof EVENT_COUNTS)[number];

/** Name of all events above the most that a period counts by name. */
export const OTHER_EVENTS = '';

/** Outcomes of an attempt at a webhook event. After `retry` another attempt follows. */
export const WEBHOOK_OUTCOMES = ['delivered', 'retry', 'failed'] as const;
export type WebhookOutcome = (typeof WEBHOOK_OUTCOMES)[number];

const by = ({ channel, provider, providerId }: SentBy): string =>
  `${channel}|${provider ?? ''}|${providerId ?? ''}`;

/** The names of counters. They are stored, so they stay as they are. None has anything about a person. */
export const counter = {
  /** Notifications. */
  accepted: 'accepted',
  /** What they count toward the quota: copies of e-mails count too. */
  quota: 'quota',
  message: (what: MessageCount, who: SentBy): string => `${what}|${by(who)}`,
  failed: (who: SentBy, code: DeliveryErrorCode): string => `failed|${by(who)}|${code}`,
  attempt: (who: SentBy, outcome: string): string => `attempt|${by(who)}|${outcome}`,
  latency: (channel: Channel, ms: number): string => `latency|${channel}|${latencyBucket(ms)}`,
  webhook: (outcome: WebhookOutcome): string => `webhook|${outcome}`,
  /** Of an event. Names of fields have no dots, and names of events no colons. */
  event: (what: EventCount, name: string): string => `event|${what}|${name.replaceAll('.', ':')}`,
};

/** Counts by the name of their counter. */
export type Counts = Record<string, number>;

/** Adds counts to others. */
export function addCounts(to: Counts, more: Counts): void {
  for (const [name, count] of Object.entries(more)) to[name] = (to[name] ?? 0) + count;
}
