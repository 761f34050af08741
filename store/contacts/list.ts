import { listKey, searchRange } from '../../core/contacts/search';
import type { Scope } from '../../core/shared/scope';
import type { Contact, ContactModel } from './model';

export interface ContactQuery {
  scope: Scope;
  /** Beginning of a name, e-mail address, phone number or external id; empty: all contacts. */
  search: string;
  limit: number;
  offset: number;
}

/**
 * Returns one page of a scope's contacts, newest first. A search is a range of keys, so the text never becomes a pattern.
 *
 * Cost: each call counts `total` over the index entries of all contacts of the scope, or of all that match the search.
 * Those of a search are also read and sorted, so a search for one letter costs most. A page without a search reads
 * `offset + limit` index entries.
 */
export async function listContacts(model: ContactModel, query: ContactQuery) {
  const filter = filterOf(query);
  const [contacts, total] = await Promise.all([
    model
      .find(filter)
      .sort({ createdAt: -1, _id: -1 })
      .skip(query.offset)
      .limit(query.limit)
      .lean<Contact[]>()
      .exec(),
    model.countDocuments(filter).exec(),
  ]);
  return { contacts, total };
}

/** Returns some contacts of a scope whose name or an identifier begins with a text, in the order of that text. It reads a range of an index. */
export const contactsBeginningWith = (model: ContactModel, scope: Scope, search: string, limit: number) =>
  model.find(filterOf({ scope, search })).limit(limit).lean<Contact[]>().exec();

function filterOf({ scope, search }: Pick<ContactQuery, 'scope' | 'search'>) {
  if (search === '') return { listKeys: listKey(scope) };
  const { from, before } = searchRange(scope, search);
  // A single key must lie in the range. Without $elemMatch two keys could match one bound each.
  return { listKeys: { $elemMatch: { $gte: from, $lt: before } } };
}
