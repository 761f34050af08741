import type { Integration } from '../../../core/sending/integration';
import { type Counts, addCounts } from '../../../core/statistics/counter';
import { periodsBetween } from '../../../core/statistics/period';
import { type Latency, type Numbers, readCounts } from '../../../core/statistics/read';
import type { Range } from './range';

/** Returns statistics as the API shows them. A period in which nothing happened has zeros. */
export function statisticsView(
  sums: ReadonlyMap<number, Counts>,
  { by, from, to }: Range,
  integrations: readonly Integration[],
) {
  const all: Counts = {};
  for (const counts of sums.values()) addCounts(all, counts);
  const numbers = readCounts(all);
  const nameOf = (id: string | null): string | null =>
    integrations.find((integration) => integration.id === id)?.name ?? null;
  return {
    by,
    from: from.toISOString(),
    to: to.toISOString(),
    totals: countsView(numbers),
    providers: numbers.providers.map(({ providerId, ...counts }) => ({
      ...counts,
      provider_id: providerId,
      integration: nameOf(providerId),
    })),
    events: numbers.events,
    failures: numbers.failures.map(({ providerId, ...failure }) => ({
      ...failure,
      provider_id: providerId,
      integration: nameOf(providerId),
    })),
    histogram: numbers.latency.histogram.map(({ upTo, count }) => ({ up_to_ms: ms(upTo), count })),
    series: periodsBetween(by, from, to).map((at) => ({
      at: new Date(at).toISOString(),
      ...countsView(readCounts(sums.get(at) ?? {})),
    })),
  };
}

/** Returns the totals of a range. */
export function totalsView(sums: ReadonlyMap<number, Counts>, { from, to }: Range) {
  const all: Counts = {};
  for (const counts of sums.values()) addCounts(all, counts);
  return { from: from.toISOString(), to: to.toISOString(), totals: countsView(readCounts(all)) };
}

const countsView = ({ accepted, total, channels, latency, webhookAttempts }: Numbers) => ({
  accepted,
  ...total,
  channels,
  latency: latencyView(latency),
  webhook_attempts: webhookAttempts,
});

const latencyView = ({ count, p50, p95, p99, within10s }: Latency) => ({
  count,
  p50_ms: ms(p50),
  p95_ms: ms(p95),
  p99_ms: ms(p99),
  within_10s: within10s === null ? null : Math.round(within10s * 10_000) / 10_000,
});

function ms(value: number): number;
function ms(value: number | null): number | null;
function ms(value: number | null): number | null {
  return value === null ? null : Math.round(value);
}
