import type mongoose from 'mongoose';

/** Makes MongoDB use the index of ids, whatever the filter has. */
export const BY_ID = { hint: { _id: 1 } } as const;

/** Maximum number of concurrent slices of a batch. */
const AT_ONCE = 4;
/** Minimum size of a slice, except the last one. Each slice needs its own round trips. */
const SMALLEST = 500;

interface Some<T> {
  filter: mongoose.QueryFilter<T>;
  limit: number;
  projection: Record<string, number>;
}

/**
 * Does `work` for up to `limit` of the documents that match, in concurrent slices of about the same size. Returns how many it
 * found. `same` finds a slice, without the documents that have changed in the meantime.
 */
export async function forSome<T extends { _id: unknown }>(
  model: mongoose.Model<T>,
  { filter, limit, projection }: Some<T>,
  work: (slice: T[], same: mongoose.QueryFilter<T>) => Promise<unknown>,
): Promise<number> {
  const found = await model.find(filter, projection).limit(limit).lean<T[]>().exec();
  const size = Math.max(SMALLEST, Math.ceil(found.length / AT_ONCE));
  const starts = Array.from({ length: Math.ceil(found.length / size) }, (_, index) => index * size);
  const slices = starts.map((start) => found.slice(start, start + size));
  await Promise.all(
    slices.map((slice) => work(slice, { ...filter, _id: { $in: slice.map(({ _id }) => _id) } })),
  );
  return found.length;
}

/** Removes up to `limit` of the documents that match, and before them what belongs to them. Returns how many it found. */
export const removeSome = <T extends { _id: unknown }>(
  model: mongoose.Model<T>,
  filter: mongoose.QueryFilter<T>,
  limit: number,
  removeTheirs?: (ids: T['_id'][]) => Promise<unknown>,
): Promise<number> =>
  forSome(model, { filter, limit, projection: { _id: 1 } }, async (slice, same) => {
    await removeTheirs?.(slice.map(({ _id }) => _id));
    await model.deleteMany(same, BY_ID);
  });
