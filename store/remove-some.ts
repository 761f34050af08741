import type mongoose from 'mongoose';

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
  if (found.length > 0) await model.deleteMany({ ...filter, _id: { $in: found.map(({ _id }) => _id) } });
  return found.length;
}
