import { listKey, searchRange } from '../../core/contacts/search';
import type { Scope } from '../../core/shared/scope';
import type { Contact, ContactModel } from './model';

export interface ContactQuery {
  scope: Scope;
  /** What a name, e-mail address, phone number or external id begins with; empty for all. */
  search: string;
  limit: number;
  offset: number;
}

export interface ContactPage {
  contacts: Contact[];
  total: number;
}

/**
 * One page of a scope's contacts, newest first. A search is a range of keys, so no pattern is ever made of what was
 * typed.
 *
 * What it costs: `total` is counted anew each time, over the index entries of all contacts of the scope, or of all
 * that match a search; those of a search are also read and sorted, which is why a search for one letter is the
 * dearest. A page without a search reads `offset + limit` index entries.
 */
export async function listContacts(model: ContactModel, query: ContactQuery): Promise<ContactPage> {
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

function filterOf({ scope, search }: ContactQuery) {
  if (search === '') return { listKeys: listKey(scope) };
  const { from, before } = searchRange(scope, search);
  // One and the same key must lie in the range: without $elemMatch two different ones could.
  return { listKeys: { $elemMatch: { $gte: from, $lt: before } } };
}
