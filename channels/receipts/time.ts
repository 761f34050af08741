/** When an event happened; now where the provider's time cannot be read or lies ahead. `given` as `Date` takes it. */
export function receiptTime(given: string | number | undefined, now = new Date()): Date {
  const at = new Date(given ?? NaN);
  return at.getTime() <= now.getTime() ? at : now;
}
