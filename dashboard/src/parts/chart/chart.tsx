import { Anchor, Box, Group, ScrollArea, Skeleton, Text } from '@mantine/core';
import { lazy, type ReactNode, Suspense, useState } from 'react';
import { DataTable } from '../data-table';
import { type PlotProps, periodText } from './plot-data';

const Plot = lazy(() => import('./plot'));

interface ChartProps extends Omit<PlotProps, 'point'> {
  /** What it shows, in one sentence, for readers who do not see it. */
  summary: string;
  /** Returns the first cell of a period in the table, such as a link to its rows. */
  rowOf?: (index: number, text: string) => ReactNode;
}

/** A chart over time, and the same numbers as a table. */
export function Chart({ summary, rowOf, ...plot }: ChartProps) {
  const { times, by, kind, series, format } = plot;
  const [pointed, point] = useState<number | null>(null);
  const [asTable, setAsTable] = useState(false);
  const valueOf = (value: number | null | undefined): string =>
    value === null || value === undefined ? '–' : format(value);
  const shown = pointed !== null && pointed < times.length ? pointed : null;
  return (
    <figure style={{ margin: 0 }}>
      {asTable ? (
        <ScrollArea.Autosize mah={320} type="auto" tabIndex={0} role="region" aria-label={summary}>
          <DataTable
            stickyHeader
            rows={times.map((at, index) => ({ at, index, text: periodText(at, by) }))}
            keyOf={({ at }) => at}
            columns={[
              {
                head: by === 'hour' ? 'Hour' : 'Day',
                cell: ({ index, text }) => (rowOf ? rowOf(index, text) : text),
              },
              ...series.map(({ label, values }) => ({
                head: label,
                right: true,
                cell: ({ index }: { index: number }) => valueOf(values[index]),
              })),
            ]}
          />
        </ScrollArea.Autosize>
      ) : (
        <div role="img" aria-label={summary}>
          <Suspense fallback={<Skeleton h={220} />}>
            <Plot {...plot} point={point} />
          </Suspense>
        </div>
      )}
      <Group component="figcaption" justify="space-between" gap="xs" mt={6} align="flex-start">
        <Group gap="md" style={{ minHeight: 22, rowGap: 2 }}>
          {series.map(({ label, color, values }) => (
            <Group key={label} gap={6} wrap="nowrap">
              <Box w={10} h={10} bg={`${color}.6`} style={{ borderRadius: 3 }} aria-hidden />
              <Text size="sm" span>
                {label}
                {shown !== null && `: ${valueOf(values[shown])}`}
              </Text>
            </Group>
          ))}
          {shown !== null && (
            <Text size="sm" c="var(--dimmed-text)" span>
              {periodText(times[shown] ?? 0, by)}
            </Text>
          )}
        </Group>
        <Anchor
          component="button"
          type="button"
          size="sm"
          onClick={() => setAsTable(!asTable)}
          style={{ whiteSpace: 'nowrap' }}
        >
          {asTable ? `Show as ${kind}` : 'Show as a table'}
        </Anchor>
      </Group>
    </figure>
  );
}
