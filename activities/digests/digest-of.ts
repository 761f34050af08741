import type { MessageJob } from '../../core/events/templates/render-message';
import { type OpenNotification, openContent } from '../../store/notifications/content';
import type { ActivityDeps } from '../deps';

/** A message lists no more than this; `digest.count` says how many there were. */
const MOST_ITEMS = 100;
/** The payloads that a message is made of, in characters of JSON. */
const MOST_BYTES = 2_000_000;

/** What a notification carries since its digest step, its own payload first; undefined where it had none. */
export async function digestOf(
  { store, vault }: ActivityDeps,
  { digest, payload, _id }: OpenNotification,
): Promise<MessageJob['digest']> {
  if (!digest) return undefined;
  const limits = { parts: MOST_ITEMS - 1, bytes: MOST_BYTES };
  const { parts, count } = await store.digestMembers.partsOf(digest.of, limits);
  const payloads = await Promise.all(
    parts.map(async (part) => {
      const from =
        part.batchId === null ? { ...part, overrides: null } : await store.batches.get(part.batchId);
      return from && openContent(vault, { ...from, overrides: null }).payload;
    }),
  );
  const own = { id: _id, payload: payload ?? '{}' };
  const items = [own, ...parts.map((part, index) => ({ id: part._id, payload: payloads[index] ?? '{}' }))];
  return { count: count + 1, items };
}
