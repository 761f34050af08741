import { useNavigate } from '@tanstack/react-router';
import { useMemo } from 'react';
import type { Statistics } from '../../api/types';
import { usePlace } from '../../layout/place';
import { Chart } from '../../parts/chart/chart';
import { type ChartSeries, PERIOD_MS } from '../../parts/chart/plot-data';
import { AnchorLink } from '../../parts/link';
import { Section } from '../../parts/section';
import type { ActivitySearch } from '../activity/search';
import { countText, durationText, shortCount } from './words';

/** Returns what leads from a period to the notifications that were accepted in it. */
function usePeriods({ series, by }: Statistics) {
  const place = usePlace();
  const navigate = useNavigate();
  const times = useMemo(() => series.map(({ at }) => Date.parse(at)), [series]);
  const linkTo = (index: number) => {
    const at = times[index] ?? 0;
    const search: ActivitySearch = {
      from: new Date(at).toISOString(),
      to: new Date(at + PERIOD_MS[by]).toISOString(),
    };
    return { to: '/$app/$environment/activity', params: place, search } as const;
  };
  return {
    ...{ times, by },
    pick: (index: number) => void navigate(linkTo(index)),
    rowOf: (index: number, text: string) => (
      <AnchorLink {...linkTo(index)} size="sm">
        {text}
      </AnchorLink>
    ),
  };
}

/** Messages over time. A bar leads to the notifications that were accepted in its time. */
export function Deliveries({ statistics }: { statistics: Statistics }) {
  const { series, by, totals } = statistics;
  const periods = usePeriods(statistics);
  const shown = useMemo<ChartSeries[]>(
    () => [
      {
        label: 'Delivered',
        color: 'teal',
        values: series.map(({ sent, delivered }) => Math.min(sent, delivered)),
      },
      {
        label: 'Sent, not confirmed',
        color: 'blue',
        // A receipt may come in a later period than the message was sent in.
        values: series.map(({ sent, delivered }) => Math.max(0, sent - delivered)),
      },
      { label: 'Failed', color: 'red', values: series.map(({ failed }) => failed) },
    ],
    [series],
  );
  return (
    <Section title="Messages over time">
      <Chart
        {...periods}
        kind="bars"
        series={shown}
        format={shortCount}
        summary={`Messages by ${by}: ${countText(totals.sent)} sent, ${countText(totals.delivered)} of them confirmed as delivered, and ${countText(totals.failed)} failed.`}
      />
    </Section>
  );
}

/** A logarithmic scale has no zero. */
const drawn = (ms: number | null): number | null => (ms === null ? null : Math.max(1, ms));

/** How long the service took, over time. */
export function Latencies({ statistics }: { statistics: Statistics }) {
  const { series, totals } = statistics;
  const periods = usePeriods(statistics);
  const shown = useMemo<ChartSeries[]>(
    () => [
      { label: 'p50', color: 'teal', values: series.map(({ latency }) => drawn(latency.p50_ms)) },
      { label: 'p95', color: 'indigo', values: series.map(({ latency }) => drawn(latency.p95_ms)) },
      { label: 'p99', color: 'orange', values: series.map(({ latency }) => drawn(latency.p99_ms)) },
    ],
    [series],
  );
  const { p50_ms: p50, p95_ms: p95, p99_ms: p99 } = totals.latency;
  const summary =
    p50 === null || p95 === null || p99 === null
      ? 'Nothing was measured.'
      : `p50 ${durationText(p50)}, p95 ${durationText(p95)}, p99 ${durationText(p99)}.`;
  return (
    <Section title="From accepted to sent">
      <Chart
        {...periods}
        kind="lines"
        series={shown}
        format={durationText}
        summary={`Time from acceptance until a provider took the message. ${summary}`}
      />
    </Section>
  );
}
