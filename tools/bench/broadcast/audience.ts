import { randomUUID } from 'node:crypto';
import pMap from 'p-map';
import type { Scope } from '../../../core/shared/scope';
import type { Store } from '../../../store/store';
import { contactAt } from '../growth/documents';

const BATCH = 500;
const AT_ONCE = 4;

/** A topic, and the addresses of its contacts by their ids. */
export interface Audience {
  topicId: string;
  contacts: ReadonlyMap<string, string>;
}

/** Stores contacts and puts them all in a new topic. `first` is the number of the first one, which its identifiers have. */
export async function makeAudience(store: Store, scope: Scope, size: number, first = 0): Promise<Audience> {
  const topicId = randomUUID();
  const at = new Date();
  const fields = { name: 'Bench', description: null, category: null };
  await store.topics.put(scope, `bench-${topicId}`, { ...fields, id: topicId, at });
  const contacts = new Map<string, string>();
  const batches = Array.from({ length: Math.ceil(size / BATCH) }, (_, index) => index * BATCH);
  const one = async (from: number): Promise<void> => {
    const made = Array.from({ length: Math.min(BATCH, size - from) }, (_, place) =>
      contactAt(first + from + place, scope),
    );
    const refused = await store.contacts.insertAll(made);
    if (refused.length > 0) throw new Error(`${refused.length} contacts were refused`);
    const ids = made.map(({ _id }) => _id);
    await store.subscriptions.add(topicId, ids, { at });
    for (const { _id, emails } of made) contacts.set(_id, emails[0] ?? '');
  };
  await pMap(batches, one, { concurrency: AT_ONCE });
  return { topicId, contacts };
}
