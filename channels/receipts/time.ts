/** Returns when an event happened: the first time that can be read, now if there is none or it is in the future. */
export function receiptTime(...given: (string | number | Date | undefined)[]): Date {
  const now = new Date();
  const at = given.map((time) => new Date(time ?? NaN)).find((time) => !Number.isNaN(time.getTime()));
  return at && at <= now ? at : now;
}
