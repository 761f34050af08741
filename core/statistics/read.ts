import type { Channel } from '../shared/channels';
import { type Counts, type EventCount, type WebhookOutcome, EVENT_COUNTS, WEBHOOK_OUTCOMES } from './counter';
import { type Histogram, bucketEnd, percentile, shareWithin } from './latency';

const MESSAGE_COUNTS = ['sent', 'delivered', 'failed', 'bounced', 'complained'] as const;

/** How many messages became what. */
export type MessageCounts = Record<(typeof MESSAGE_COUNTS)[number], number>;

export interface ProviderCounts extends MessageCounts {
  channel: Channel;
  /** Null: no provider was called. */
  provider: string | null;
  providerId: string | null;
  /** Attempts by their outcome. */
  attempts: Record<string, number>;
}

export interface FailureCount {
  code: string;
  channel: Channel;
  provider: string | null;
  providerId: string | null;
  count: number;
}

/** The time from acceptance until a provider had the message, milliseconds. */
export interface Latency {
  count: number;
  p50: number | null;
  p95: number | null;
  p99: number | null;
  /** Share that took at most ten seconds. */
  within10s: number | null;
  histogram: { upTo: number; count: number }[];
}

/** What became of an event. */
export type EventNumbers = Record<EventCount, number> & { event: string };

/** Time in which an operator expects a message to be with its provider, milliseconds. */
const QUICK_MS = 10_000;

/** Counts in the form that readers need. */
export interface Numbers {
  accepted: number;
  quota: number;
  total: MessageCounts;
  channels: (MessageCounts & { channel: Channel })[];
  providers: ProviderCounts[];
  /** The busiest first. */
  events: EventNumbers[];
  failures: FailureCount[];
  latency: Latency;
  webhookAttempts: Record<WebhookOutcome, number>;
}

const none = (): MessageCounts => ({ sent: 0, delivered: 0, failed: 0, bounced: 0, complained: 0 });
const orNull = (text: string | undefined): string | null => text || null;

/** Reads counts by their names (core/statistics/counter.ts). A name that is unknown is left out. */
export function readCounts(counts: Counts): Numbers {
  const total = none();
  const channels = new Map<string, MessageCounts & { channel: Channel }>();
  const providers = new Map<string, ProviderCounts>();
  const events = new Map<string, EventNumbers>();
  const failures: FailureCount[] = [];
  const buckets = new Map<number, number>();
  for (const [name, count] of Object.entries(counts)) {
    const [what = '', written = '', second, third, last = ''] = name.split('|');
    // Only `counter` writes these names.
    const channel = written as Channel;
    if (what === 'latency') {
      buckets.set(Number(second), (buckets.get(Number(second)) ?? 0) + count);
      continue;
    }
    if (what === 'event') {
      const counted = EVENT_COUNTS.find((one) => one === written);
      if (!counted) continue;
      const event = (second ?? '').replaceAll(':', '.');
      const row = events.get(event) ?? { event, accepted: 0, sent: 0, delivered: 0, failed: 0 };
      events.set(event, row);
      row[counted] += count;
      continue;
    }
    const field = MESSAGE_COUNTS.find((one) => one === what);
    if (!field && what !== 'attempt') continue;
    const [provider, providerId] = [orNull(second), orNull(third)];
    const key = `${channel}|${provider}|${providerId}`;
    const row = providers.get(key) ?? { channel, provider, providerId, ...none(), attempts: {} };
    providers.set(key, row);
    if (!field) {
      row.attempts[last] = (row.attempts[last] ?? 0) + count;
      continue;
    }
    const ofChannel = channels.get(channel) ?? { channel, ...none() };
    channels.set(channel, ofChannel);
    for (const one of [total, row, ofChannel]) one[field] += count;
    if (what === 'failed') failures.push({ code: last, channel, provider, providerId, count });
  }
  const webhooks = WEBHOOK_OUTCOMES.map((one) => [one, counts[`webhook|${one}`] ?? 0]);
  return {
    accepted: counts.accepted ?? 0,
    quota: counts.quota ?? 0,
    total,
    channels: [...channels.values()].sort((a, b) => b.sent - a.sent),
    providers: [...providers.values()].sort((a, b) => b.sent - a.sent),
    events: [...events.values()].sort((a, b) => b.accepted - a.accepted || b.sent - a.sent),
    failures: failures.sort((a, b) => b.count - a.count),
    latency: latencyOf(buckets),
    webhookAttempts: Object.fromEntries(webhooks) as Numbers['webhookAttempts'],
  };
}

function latencyOf(buckets: Histogram): Latency {
  const sorted = [...buckets].sort(([a], [b]) => a - b);
  return {
    count: sorted.reduce((sum, [, count]) => sum + count, 0),
    p50: percentile(buckets, 0.5),
    p95: percentile(buckets, 0.95),
    p99: percentile(buckets, 0.99),
    within10s: shareWithin(buckets, QUICK_MS),
    histogram: sorted.map(([bucket, count]) => ({ upTo: bucketEnd(bucket), count })),
  };
}
