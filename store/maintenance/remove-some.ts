import type mongoose from 'mongoose';
import { inSlices } from './in-slices';

/** Lets MongoDB look for ids by their index, whatever else is asked. */
export const BY_ID = { hint: { _id: 1 } } as const;

/**
 * Removes up to `limit` of the documents that match, and gives how many it found. The removal asks for the filter
 * again, so that what has changed since it was found stays.
 */
export async function removeSome<T>(
  model: mongoose.Model<T>,
  filter: mongoose.QueryFilter<T>,
  limit: number,
): Promise<number> {
  const found = await model.find(filter, { _id: 1 }).limit(limit).lean<{ _id: unknown }[]>().exec();
  await inSlices(found, (slice) =>
    model.deleteMany({ ...filter, _id: { $in: slice.map(({ _id }) => _id) } }, BY_ID),
  );
  return found.length;
}
