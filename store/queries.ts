import type mongoose from 'mongoose';
import type { Place } from '../core/shared/place';

/** Updates the document that matches. Returns it as it is after that; null if none matches. */
export const findAndUpdate = <T>(
  model: mongoose.Model<T>,
  filter: mongoose.QueryFilter<T>,
  update: mongoose.UpdateQuery<T>,
  options: mongoose.QueryOptions<T> = {},
): Promise<T | null> =>
  model
    .findOneAndUpdate(filter, update, { ...options, returnDocument: 'after' })
    .lean<T>()
    .exec();

/**
 * Does the same without Mongoose, for the operations of every send. It casts nothing, so values have the types of their fields.
 */
export const findAndUpdateDirectly = <T>(
  model: mongoose.Model<T>,
  filter: object,
  update: object,
  options: { arrayFilters?: Record<string, unknown>[] } = {},
): Promise<T | null> =>
  model.collection.findOneAndUpdate(filter, update, {
    returnDocument: 'after',
    ...options,
  }) as Promise<T | null>;

/** Updates one document without Mongoose. Returns whether one has matched. */
export const updateDirectly = async <T>(
  model: mongoose.Model<T>,
  filter: object,
  update: object,
  options: { arrayFilters?: Record<string, unknown>[]; upsert?: boolean } = {},
): Promise<boolean> => (await model.collection.updateOne(filter, update, options)).matchedCount > 0;

/** Returns the filter of what comes after a place in a list, newest first, that is sorted by `time` and then by `id`. */
export const afterPlace = (time: string, { at, id }: Place, idField = '_id') => ({
  $or: [{ [time]: { $lt: at } }, { [time]: at, [idField]: { $lt: id } }],
});

export const idsOf = (documents: readonly { _id: string }[]): string[] => documents.map(({ _id }) => _id);

/** Returns whether a conditional update found its document. */
export const hasMatched = async (update: PromiseLike<mongoose.UpdateWriteOpResult>): Promise<boolean> =>
  (await update).matchedCount > 0;

/** Before any other date: the sweep looks at once. */
export const EVER = new Date(0);

/** Returns the sweep's queries for the documents whose time `field` is over. */
export const pendingBy = <T, Found extends { _id: string }>(
  model: mongoose.Model<T>,
  field: keyof T & keyof Found & string,
  projection: Record<string, number> = {},
) => {
  const setTo = (until: Date) => ({ $set: { [field]: until } }) as mongoose.UpdateQuery<T>;
  return {
    /** Returns those whose time is before `before`, oldest first, with the fields of the projection. */
    due: (before: Date, limit: number): Promise<Found[]> =>
      model
        .find({ [field]: { $lt: before } } as mongoose.QueryFilter<T>, projection)
        .sort({ [field]: 1 })
        .limit(limit)
        .lean<Found[]>()
        .exec(),
    /** Postpones one, unless its time has changed since it was read. */
    postpone: async (found: Pick<Found, '_id'> & Partial<Found>, until: Date) => {
      await model.updateOne({ _id: found._id, [field]: found[field] }, setTo(until));
    },
    /** Postpones many, except those whose time is gone, is not before `before`, or is `EVER`. */
    postponeAll: async (ids: string[], before: Date, until: Date) => {
      await model.updateMany({ _id: { $in: ids }, [field]: { $gt: EVER, $lt: before } }, setTo(until));
    },
  };
};
