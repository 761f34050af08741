/** Slices of one batch that are written at once. */
const AT_ONCE = 4;
/** The smallest slice but the last: each costs round trips of its own. */
const SMALLEST = 500;

/** Cuts a batch into slices of about the same size, and works on all of them at once. */
export async function inSlices<T>(batch: T[], work: (slice: T[]) => Promise<unknown>): Promise<void> {
  const size = Math.max(SMALLEST, Math.ceil(batch.length / AT_ONCE));
  const starts = Array.from({ length: Math.ceil(batch.length / size) }, (_, index) => index * size);
  await Promise.all(starts.map((start) => work(batch.slice(start, start + size))));
}
