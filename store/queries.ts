import type mongoose from 'mongoose';

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

export const idsOf = (documents: readonly { _id: string }[]): string[] => documents.map(({ _id }) => _id);

/** Returns whether a conditional update found its document. */
export const hasMatched = async (update: PromiseLike<mongoose.UpdateWriteOpResult>): Promise<boolean> =>
  (await update).matchedCount > 0;

/** Returns the documents whose time `field` is before `before`, oldest first, with the fields of `projection`. */
export const overdue = <T, Result>(
  model: mongoose.Model<T>,
  field: keyof T & string,
  { before, limit, projection }: { before: Date; limit: number; projection: Record<string, number> },
): Promise<Result[]> =>
  model
    .find({ [field]: { $lt: before } } as mongoose.QueryFilter<T>, projection)
    .sort({ [field]: 1 })
    .limit(limit)
    .lean<Result[]>()
    .exec();
