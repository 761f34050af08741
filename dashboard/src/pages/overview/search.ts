import { type Range, RANGES } from '../../api/statistics';

/** What the address says about the page. */
export interface OverviewSearch {
  range?: Range;
}

export const readOverviewSearch = (search: Record<string, unknown>): OverviewSearch => ({
  range: RANGES.find(({ value }) => value === search.range)?.value,
});
