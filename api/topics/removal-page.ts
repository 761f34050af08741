import type { Store } from '../../store/store';

/** Subscriptions that are removed together. */
const BATCH = 5000;
/** How long a request that had found the topic may still add contacts, milliseconds. */
const SETTLED_AFTER_MS = 60_000;

/**
 * Returns what removes some of what a deleted topic has left. It returns whether there may be more, and null if no topic with
 * this id is deleted. The topic's document goes last, a minute after the deletion: until then, the sweep looks for more.
 */
export const createRemovalPage =
  ({ store }: { store: Store }) =>
  async (topicId: string): Promise<{ more: boolean } | null> => {
    const topic = await store.topics.withId(topicId);
    if (!topic?.removedAt) return null;
    if ((await store.subscriptions.removeSome(topicId, BATCH)) > 0) return { more: true };
    const imports = await store.topicImports.list(topicId, { limit: 10 });
    for (const { _id } of imports) {
      await store.importRows.removeOf(_id);
      await store.topicImports.remove(_id);
    }
    if (imports.length > 0) return { more: true };
    if (store.now().getTime() - topic.removedAt.getTime() >= SETTLED_AFTER_MS)
      await store.topics.remove(topicId);
    return { more: false };
  };
