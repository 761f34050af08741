const TEXT = new Intl.DateTimeFormat('en-GB', { month: 'long', year: 'numeric', timeZone: 'UTC' });

const beginOf = (month: string): Date => new Date(`${month}-01T00:00:00Z`);

/** Returns the current month in UTC, such as 2026-03. */
export const monthNow = (): string => new Date().toISOString().slice(0, 7);

/** Returns the month that is so many months later. */
export function monthAfter(month: string, by: number): string {
  const at = beginOf(month);
  return new Date(Date.UTC(at.getUTCFullYear(), at.getUTCMonth() + by, 1)).toISOString().slice(0, 7);
}

export const monthText = (month: string): string => TEXT.format(beginOf(month));

/** Returns the begin of a month and of the next one. */
export const spanOf = (month: string): { from: string; to: string } => ({
  from: beginOf(month).toISOString(),
  to: beginOf(monthAfter(month, 1)).toISOString(),
});
