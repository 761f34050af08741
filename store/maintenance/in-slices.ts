/** Maximum number of concurrent slices of a batch. */
const AT_ONCE = 4;
/** Minimum size of a slice, except the last one. Each slice needs its own round trips. */
const SMALLEST = 500;

/** Splits a batch into slices of about the same size, and runs `work` on all of them concurrently. */
export async function inSlices<T>(batch: T[], work: (slice: T[]) => Promise<unknown>): Promise<void> {
  const size = Math.max(SMALLEST, Math.ceil(batch.length / AT_ONCE));
  const starts = Array.from({ length: Math.ceil(batch.length / size) }, (_, index) => index * size);
  await Promise.all(starts.map((start) => work(batch.slice(start, start + size))));
}
