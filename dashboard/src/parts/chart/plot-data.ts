/** Values over time, of one colour. */
export interface ChartSeries {
  label: string;
  /** Name of a colour of Mantine. */
  color: string;
  /** One for each time. Null: nothing was measured. */
  values: readonly (number | null)[];
}

export interface PlotProps {
  /** Begins of the periods, milliseconds since 1970. */
  times: readonly number[];
  by: 'hour' | 'day';
  /** Bars are stacked, the first one at the bottom. Lines have a logarithmic scale, for values above 0. */
  kind: 'bars' | 'lines';
  series: readonly ChartSeries[];
  format: (value: number) => string;
  /** A line across all periods. Absent: there is none. */
  limit?: number;
  /** Called with the place of the period under the pointer. Null: it is elsewhere. */
  point: (index: number | null) => void;
  /** Called with the place of a period that is chosen. */
  pick?: (index: number) => void;
}

export const PERIOD_MS = { hour: 3_600_000, day: 86_400_000 } as const;

/** Returns the sums of stacked values: of each series and all below it. */
export function stacked(series: readonly ChartSeries[]): number[][] {
  const sums: number[][] = [];
  for (const { values } of series) {
    const below = sums.at(-1);
    sums.push(values.map((value, index) => (value ?? 0) + (below?.[index] ?? 0)));
  }
  return sums;
}

const HOUR = new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit' });
const DATE = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short' });
const UTC_DATE = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', timeZone: 'UTC' });

/** Returns the mark of a time on the axis. Days are in UTC, as the API counts them. */
export function tickText(at: number, by: 'hour' | 'day'): string {
  if (by === 'day') return UTC_DATE.format(at);
  return new Date(at).getHours() === 0 ? DATE.format(at) : HOUR.format(at);
}

/** Returns the words for a period, such as "24 Nov, 14:00 to 15:00". */
export function periodText(at: number, by: 'hour' | 'day'): string {
  if (by === 'day') return `${UTC_DATE.format(at)} (UTC)`;
  return `${DATE.format(at)}, ${HOUR.format(at)} to ${HOUR.format(at + PERIOD_MS.hour)}`;
}
