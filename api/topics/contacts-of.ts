import type { Scope } from '../../core/shared/scope';
import type { Entry } from '../../core/topics/entry';
import type { Contact } from '../../store/contacts/model';
import type { Store } from '../../store/store';
import { commitContacts } from '../contacts/commit';
import { contactNotFound, identifierKeys } from '../contacts/find';
import {
  addresseeOf,
  type ContactPlan,
  contactsByKey,
  keysOfInput,
  ownersAmong,
  planContact,
} from '../contacts/resolve';
import { ApiError } from '../http/api-error';
import { eachInTurns } from './in-turns';

interface Open {
  index: number;
  entry: Entry;
}

/**
 * Returns the id of the contact of each entry, or why there is none. With `writes`, those that are described are created and
 * changed as a send does it. If a contact has changed since it was read, its entries are read again.
 */
export async function contactsOf(
  store: Store,
  scope: Scope,
  entries: readonly Entry[],
  { writes, pathOf }: { writes: boolean; pathOf: (index: number) => string },
): Promise<(string | ApiError)[]> {
  const results: (string | ApiError)[] = [];
  let open: Open[] = entries.map((entry, index) => ({ index, entry }));
  while (open.length > 0) {
    const keys = new Set(open.flatMap(({ entry }) => keysOf(scope, entry)));
    const known = contactsByKey(keys.size > 0 ? await store.contacts.findByKeys([...keys]) : []);
    const plans = new Map<string, ContactPlan>();
    const found: (Open & { contactId: string })[] = [];
    await eachInTurns(open, (one) => {
      const result = oneOf(scope, one.entry, known, {
        plans: writes ? plans : null,
        path: pathOf(one.index),
        at: store.now(),
      });
      if (typeof result === 'string') found.push({ ...one, contactId: result });
      else results[one.index] = result;
    });
    const changed = await commitContacts(store.contacts, found, plans);
    for (const { index, contactId } of found) results[index] = contactId;
    open = found.filter(({ contactId }) => changed.has(contactId));
  }
  return results;
}

const keysOf = (scope: Scope, entry: Entry): string[] =>
  entry.kind === 'named'
    ? identifierKeys(scope, entry.identifier)
    : keysOfInput(scope, entry.recipient.input, entry.recipient.uuid);

/** Returns the id of an entry's contact. Without `plans`, nothing is created or changed. */
function oneOf(
  scope: Scope,
  entry: Entry,
  known: Map<string, Contact>,
  { plans, path, at }: { plans: Map<string, ContactPlan> | null; path: string; at: Date },
): string | ApiError {
  if (entry.kind === 'named') {
    const keys = identifierKeys(scope, entry.identifier);
    const contact = keys.map((key) => known.get(key)).find((one) => one !== undefined);
    return contact?._id ?? contactNotFound();
  }
  const { input, uuid } = entry.recipient;
  const owners = ownersAmong(known, scope, input, uuid);
  const before = addresseeOf(owners, input);
  if (!plans) return before?._id ?? contactNotFound();
  try {
    const { contact, write } = planContact(scope, owners, before, input, {
      ...{ metaField: `${path}.meta`, reorders: false, registeredAt: at },
    });
    if (write === 'none') return contact._id;
    plans.set(contact._id, { contact, write: plans.get(contact._id)?.write ?? write });
    for (const key of before?.identifiers ?? []) known.delete(key);
    for (const key of contact.identifiers) known.set(key, contact);
    return contact._id;
  } catch (error) {
    if (error instanceof ApiError) return error;
    throw error;
  }
}
