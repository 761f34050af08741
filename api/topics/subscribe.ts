import type { Scope } from '../../core/shared/scope';
import { type EntryResult, readEntry } from '../../core/topics/entry';
import type { Store } from '../../store/store';
import type { Topic } from '../../store/topics/topics';
import { ApiError } from '../http/api-error';
import { contactsOf } from './contacts-of';
import { eachInTurns } from './in-turns';

/** What became of an entry. `isNew`: it changed something. */
export type Outcome = { contactId: string; isNew: boolean } | { error: ApiError };

type Read = (given: unknown, path: string) => EntryResult;

/** Entries of a list of contacts, and what errors call each. */
export interface Given {
  read: readonly EntryResult[];
  pathOf: (index: number) => string;
}

/** Reads entries as they were sent. */
export async function entriesAs(
  entries: readonly unknown[],
  pathOf: Given['pathOf'],
  read: Read = readEntry,
): Promise<Given> {
  const results: EntryResult[] = [];
  await eachInTurns(entries, (entry, index) => results.push(read(entry, pathOf(index))));
  return { read: results, pathOf };
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

/** Finds the contacts of entries. */
async function outcomesOf(
  store: Store,
  scope: Scope,
  { read, pathOf }: Given,
  writes: boolean,
): Promise<(string | ApiError)[]> {
  const valid = read.flatMap((result, index) => (result.ok ? [{ index, entry: result.entry }] : []));
  const contacts = await contactsOf(
    store,
    { applicationId: scope.applicationId, environment: scope.environment },
    valid.map(({ entry }) => entry),
    { writes, pathOf: (at) => pathOf(valid[at]?.index ?? at) },
  );
  const outcomes = new Map(valid.map(({ index }, at) => [index, contacts[at]]));
  return read.map((result, index) => {
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
