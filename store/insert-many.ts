import type mongoose from 'mongoose';
import { DUPLICATE_KEY, isDuplicateKey } from './connection';

/** Inserts documents in one round trip; those that a unique index refused come back, the others are stored. */
export async function insertMany<T>(model: mongoose.Model<T>, documents: T[]): Promise<T[]> {
  try {
    await model.insertMany(documents, { lean: true, ordered: false });
    return [];
  } catch (error) {
    if (!isDuplicateKey(error) || !(error instanceof Error && 'writeErrors' in error)) throw error;
    const writeErrors = [error.writeErrors].flat() as { index: number; code?: number }[];
    // What was refused for another reason is not there, and must not pass for it.
    if (!writeErrors.every(({ code }) => code === DUPLICATE_KEY)) throw error;
    return writeErrors.map(({ index }) => documents[index]).filter((document) => document !== undefined);
  }
}
