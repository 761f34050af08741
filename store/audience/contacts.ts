import type { Scope } from '../../core/shared/scope';
import type { Contact, ContactModel } from '../contacts/model';

/** Maximum time of a query, milliseconds. */
const QUERY_MS = 10_000;

interface Walk {
  scope: Scope;
  /** Contacts that were created later are left out. */
  at: Date;
  after: string | null;
  limit: number;
  /** Names of the fields to read, besides the id. */
  fields: readonly string[];
}

/**
 * Returns contacts of a scope after an id, in the order of their ids, without those that are being erased. It reads a range
 * of an index.
 */
export const contactsAfter = (
  model: ContactModel,
  { scope: { applicationId, environment }, at, after, limit, fields }: Walk,
): Promise<Contact[]> =>
  model
    .find({
      applicationId,
      environment,
      _id: { $gt: after ?? '' },
      createdAt: { $lte: at },
      erasingSince: { $exists: false },
    })
    .select(Object.fromEntries(['_id', ...fields].map((field) => [field, 1])))
    .sort({ _id: 1 })
    .limit(limit)
    .batchSize(limit + 1)
    .maxTimeMS(QUERY_MS)
    .lean<Contact[]>()
    .exec();
