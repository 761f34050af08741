import { randomUUID } from 'node:crypto';
import pMap from 'p-map';
import type { Scope } from '../../../core/shared/scope';
import { persistently } from '../../../store/persistently';
import type { Store } from '../../../store/store';
import { contactAt } from '../growth/documents';

const BATCH = 500;
const AT_ONCE = 4;
const PATIENCE_MS = 120_000;

/** A topic, and the addresses of its contacts by their ids. */
export interface Audience {
  topicId: string;
  topic: string;
  contacts: ReadonlyMap<string, string>;
}

/** Stores contacts and puts them all in a new topic. `first` is the number of the first one, which its identifiers have. */
export async function makeAudience(store: Store, scope: Scope, size: number, first = 0): Promise<Audience> {
  const topicId = randomUUID();
  const topic = `bench-${topicId}`;
  const at = new Date();
  const fields = { name: 'Bench', description: null, category: null };
  await store.topics.put(scope, topic, { ...fields, id: topicId, at });
  const contacts = new Map<string, string>();
  const batches = Array.from({ length: Math.ceil(size / BATCH) }, (_, index) => index * BATCH);
  // A busy machine cuts connections.
  const repeated = <T>(work: () => Promise<T>): Promise<T> =>
    persistently({ store }, work, Date.now() + PATIENCE_MS);
  const one = async (from: number): Promise<void> => {
    const made = Array.from({ length: Math.min(BATCH, size - from) }, (_, place) =>
      contactAt(first + from + place, scope),
    );
    const ids = made.map(({ _id }) => _id);
    // A repeat meets those that are stored.
    await repeated(() => store.contacts.insertAll(made));
    const stored = await repeated(() => store.contacts.getMany(ids));
    if (stored.length < made.length) throw new Error(`${made.length - stored.length} contacts were refused`);
    await repeated(() => store.subscriptions.add(topicId, ids, { at }));
    for (const { _id, emails } of made) contacts.set(_id, emails[0] ?? '');
  };
  await pMap(batches, one, { concurrency: AT_ONCE });
  return { topicId, topic, contacts };
}
