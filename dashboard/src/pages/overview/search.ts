import { type Range, RANGES, type Span } from '../../api/statistics';

/** What the address says about the page. */
export interface OverviewSearch {
  range?: Range;
  /** A range of the reader's own. It counts if it has a begin and an end. */
  from?: string;
  to?: string;
}

export function readOverviewSearch({ range, from, to }: Record<string, unknown>): OverviewSearch {
  const time = (value: unknown): string | undefined =>
    typeof value === 'string' && !Number.isNaN(Date.parse(value)) ? value : undefined;
  return {
    range: RANGES.find(({ value }) => value === range)?.value,
    from: time(from),
    to: time(to),
  };
}

/** Returns the range that the address asks for. */
export const rangeOf = ({ range = '24h', from, to }: OverviewSearch): Range | Span =>
  from !== undefined && to !== undefined ? { from, to } : range;
