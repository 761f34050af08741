/** When a report says that it happened, else when it was written, else now; never in the future. */
export function timeOf(field: string | undefined, reportedAt: Date | undefined, now = new Date()): Date {
  // Comments such as `(JST)` or a zone's name are read over by V8.
  const candidates = [field === undefined ? undefined : new Date(field), reportedAt];
  const found = candidates.find((date) => date !== undefined && !Number.isNaN(date.getTime()));
  return found && found <= now ? found : now;
}
