const DATE = /^\d{4}-\d{2}-\d{2}$/;
const TIME = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?(?:Z|[+-]\d{2}:\d{2})$/;

/** Returns a date, or a time with its zone, as milliseconds since 1970; null for another value. A date is its midnight in UTC. */
export function momentOf(value: unknown): number | null {
  if (typeof value !== 'string' || !(DATE.test(value) || TIME.test(value))) return null;
  const at = Date.parse(value);
  // `2026-02-30` becomes a day of March.
  return Number.isNaN(at) || !isDay(value.slice(0, 10)) ? null : at;
}

const isDay = (date: string): boolean => {
  const at = Date.parse(date);
  return !Number.isNaN(at) && new Date(at).toISOString().startsWith(date);
};

/** Returns whether a value is in the given time. */
export function isAt(value: unknown, { since, before }: { since?: string; before?: string }): boolean {
  if (since === undefined && before === undefined) return true;
  const at = momentOf(value);
  if (at === null) return false;
  const from = since === undefined ? null : momentOf(since);
  const end = before === undefined ? null : momentOf(before);
  return (from === null || at >= from) && (end === null || at < end);
}
