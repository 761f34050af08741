/** What the address says about the page. */
export interface UsageSearch {
  /** Such as 2026-03. Absent: the current one. */
  month?: string;
}

export const readUsageSearch = ({ month }: Record<string, unknown>): UsageSearch => ({
  month: typeof month === 'string' && /^\d{4}-\d\d$/.test(month) ? month : undefined,
});
