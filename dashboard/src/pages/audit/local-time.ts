/** Returns a time as a field of the type datetime-local has it, in the reader's time zone. */
export function localOf(at: string | undefined): string {
  if (at === undefined) return '';
  const time = new Date(at);
  return new Date(time.getTime() - time.getTimezoneOffset() * 60_000).toISOString().slice(0, 16);
}

/** Returns the time of such a field as the API takes it. */
export const timeOf = (local: string): string | undefined =>
  local === '' ? undefined : new Date(local).toISOString();
