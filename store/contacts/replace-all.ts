import { refusedPlaces } from '../insert';
import type { Contact, ContactModel } from './model';

/** Returns the update of a contact. It matches if the contact has not changed since it was read. */
const replacementOf = ({ _id, revision, ...fields }: Contact) => ({
  updateOne: { filter: { _id, revision }, update: { $set: { ...fields, revision: revision + 1 } } },
});

/**
 * Replaces contacts in one round trip. Returns the ids of those whose key belongs to another contact. If one has changed since
 * it was read, it returns the ids of all, because the answer does not say which. A new plan changes nothing of the others.
 */
export async function replaceAll(model: ContactModel, contacts: readonly Contact[]): Promise<string[]> {
  if (contacts.length === 0) return [];
  const { matchedCount, refused } = await model
    .bulkWrite(contacts.map(replacementOf) as never, { ordered: false })
    .then(({ matchedCount: matched }) => ({ matchedCount: matched, refused: [] as number[] }))
    .catch((error: unknown) => ({ refused: refusedPlaces(error), matchedCount: matchedBefore(error) }));
  if (matchedCount + refused.length < contacts.length) return contacts.map(({ _id }) => _id);
  return refused.flatMap((index) => contacts[index]?._id ?? []);
}

/** Returns how many updates of a bulk write matched that failed in part. */
const matchedBefore = (error: unknown): number =>
  (error as { result: { matchedCount: number } }).result.matchedCount;
