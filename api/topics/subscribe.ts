import type { Scope } from '../../core/shared/scope';
import { type EntryResult, readEntry } from '../../core/topics/entry';
import type { Store } from '../../store/store';
import type { Topic } from '../../store/topics/topics';
import { ApiError } from '../http/api-error';
import { contactsOf } from './contacts-of';

/** What became of an entry. `isNew`: it changed something. */
export type Outcome = { contactId: string; isNew: boolean } | { error: ApiError };

type Read = (given: unknown, path: string) => EntryResult;

interface Given {
  /** The entries as they were sent. */
  entries: readonly unknown[];
  pathOf: (index: number) => string;
  /** @default readEntry */
  read?: Read;
}

/** Adds contacts to a topic. Returns what became of each entry. `by` is the page of an import. */
export async function subscribe(store: Store, topic: Topic, given: Given, by?: string): Promise<Outcome[]> {
  const found = await outcomesOf(store, topic, given, true);
  const at = store.now();
  const had = await store.subscriptions.add(topic._id, [...contactIdsIn(found)], {
    at,
    ...(by !== undefined && { by }),
  });
  return firstOnly(found, (contactId) => !had.has(contactId));
}

/** Removes contacts from a topic. Returns what became of each entry. */
export async function unsubscribe(store: Store, topic: Topic, given: Given): Promise<Outcome[]> {
  const found = await outcomesOf(store, topic, given, false);
  const had = await store.subscriptions.remove(topic._id, [...contactIdsIn(found)]);
  return firstOnly(found, (contactId) => had.has(contactId));
}

/** Reads entries, and finds their contacts. */
async function outcomesOf(
  store: Store,
  scope: Scope,
  { entries, pathOf, read = readEntry }: Given,
  writes: boolean,
): Promise<(string | ApiError)[]> {
  const results = entries.map((entry, index) => read(entry, pathOf(index)));
  const valid = results.flatMap((result, index) => (result.ok ? [{ index, entry: result.entry }] : []));
  const contacts = await contactsOf(
    store,
    { applicationId: scope.applicationId, environment: scope.environment },
    valid.map(({ entry }) => entry),
    { writes, pathOf: (at) => pathOf(valid[at]?.index ?? at) },
  );
  const outcomes = new Map(valid.map(({ index }, at) => [index, contacts[at]]));
  return results.map((result, index) => {
    if (result.ok) return outcomes.get(index)!;
    return new ApiError('VALIDATION_ERROR', result.message, { field: result.field });
  });
}

const contactIdsIn = (found: readonly (string | ApiError)[]): Set<string> =>
  new Set(found.filter((one) => typeof one === 'string'));

/** Returns the outcomes. Of several entries with one contact, the first has changed something. */
function firstOnly(found: readonly (string | ApiError)[], isNew: (contactId: string) => boolean): Outcome[] {
  const seen = new Set<string>();
  return found.map((one) => {
    if (typeof one !== 'string') return { error: one };
    const isFirst = !seen.has(one);
    seen.add(one);
    return { contactId: one, isNew: isFirst && isNew(one) };
  });
}
