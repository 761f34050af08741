import type mongoose from 'mongoose';
import { DUPLICATE_KEY, isDuplicateKey } from './connection';

/** Returns false if a unique index refuses a write. */
export async function unlessDuplicate(write: PromiseLike<unknown>): Promise<boolean> {
  try {
    await write;
    return true;
  } catch (error) {
    if (isDuplicateKey(error)) return false;
    throw error;
  }
}

/** Inserts a document. Returns false if a unique index refuses it. */
export const insertNew = <T>(model: mongoose.Model<T>, document: T): Promise<boolean> =>
  unlessDuplicate(model.insertMany([document], { lean: true }));

/** Returns the places of the operations of a bulk write that a unique index refused. Throws the error if it has another reason. */
export function refusedPlaces(error: unknown): number[] {
  if (!isDuplicateKey(error) || !(error instanceof Error && 'writeErrors' in error)) throw error;
  const writeErrors = [error.writeErrors].flat() as { index: number; code?: number }[];
  // What was refused for another reason is not stored, so it must not count as a duplicate.
  if (!writeErrors.every(({ code }) => code === DUPLICATE_KEY)) throw error;
  return writeErrors.map(({ index }) => index);
}

/** Inserts documents in one round trip. Returns those that a unique index refused; the others are stored. */
export async function insertMany<T>(model: mongoose.Model<T>, documents: T[]): Promise<T[]> {
  try {
    await model.insertMany(documents, { lean: true, ordered: false });
    return [];
  } catch (error) {
    return refusedPlaces(error)
      .map((index) => documents[index])
      .filter((document) => document !== undefined);
  }
}
