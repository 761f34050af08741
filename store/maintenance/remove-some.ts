import type mongoose from 'mongoose';
import { inSlices } from './in-slices';

/** Makes MongoDB use the index of ids, whatever the filter has. */
export const BY_ID = { hint: { _id: 1 } } as const;

/**
 * Removes up to `limit` of the documents that match. Returns how many it found. The removal has the filter too, so that
 * documents that have changed in the meantime stay.
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
