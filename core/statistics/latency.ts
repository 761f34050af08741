/** Buckets for each doubling of the latency. A percentile is at most 9 % from the true one. */
const PER_DOUBLING = 8;
/** The last bucket ends after about seven days. */
const LAST = 234;

/** Returns the bucket of a latency in milliseconds. */
export const latencyBucket = (ms: number): number =>
  Math.min(LAST, Math.max(0, Math.ceil(PER_DOUBLING * Math.log2(Math.max(1, ms)))));

/** Returns where a bucket ends, milliseconds. It begins where the one before it ends. */
export const bucketEnd = (bucket: number): number => 2 ** (bucket / PER_DOUBLING);

/** Counts by bucket. */
export type Histogram = ReadonlyMap<number, number>;

/** Returns the share of all that took at most this long, from 0 to 1; null if nothing was measured. */
export function shareWithin(histogram: Histogram, ms: number): number | null {
  let total = 0;
  let within = 0;
  for (const [bucket, count] of histogram) {
    const begin = bucket === 0 ? 0 : bucketEnd(bucket - 1);
    const part = (ms - begin) / (bucketEnd(bucket) - begin);
    total += count;
    within += count * Math.min(1, Math.max(0, part));
  }
  return total === 0 ? null : within / total;
}

/** Returns the latency that this share of all stays below, milliseconds; null if nothing was measured. */
export function percentile(histogram: Histogram, share: number): number | null {
  const buckets = [...histogram].sort(([a], [b]) => a - b);
  const total = buckets.reduce((sum, [, count]) => sum + count, 0);
  let left = share * total;
  for (const [bucket, count] of buckets) {
    if (left <= count) {
      const begin = bucket === 0 ? 0 : bucketEnd(bucket - 1);
      return begin + (bucketEnd(bucket) - begin) * (left / count);
    }
    left -= count;
  }
  return null;
}
