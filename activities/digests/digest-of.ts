import { digestKeyOf } from '../../core/sequences/digest-key';
import type { MessageJob } from '../../core/events/templates/render-message';
import { contentOf, type OpenNotification } from '../../store/notifications/content';
import type { ActivityDeps } from '../deps';

/** Maximum number of items that a message lists; `digest.count` is the number of all. */
const MOST_ITEMS = 100;
/** Maximum size of the payloads of a message, in characters of JSON. */
const MOST_BYTES = 2_000_000;

/** Returns what a notification carries since its digest step, its own payload first; undefined if it had no such step. */
export async function digestOf(
  { store, vault }: ActivityDeps,
  { digest, payload, _id }: OpenNotification,
): Promise<MessageJob['digest']> {
  if (!digest) return undefined;
  const limits = { parts: MOST_ITEMS - 1, bytes: MOST_BYTES };
  const { parts, count } = await store.digestMembers.partsOf(digest.of, limits);
  const payloads = await Promise.all(
    parts.map(async (part) => {
      const batch = part.batchId === null ? null : await store.batches.get(part.batchId);
      if (part.batchId !== null && !batch) return null;
      return contentOf(vault, { ...part, overrides: null }, batch && { ...batch, overrides: null }).payload;
    }),
  );
  const own = { id: _id, payload: payload ?? '{}' };
  const items = [own, ...parts.map((part, index) => ({ id: part._id, payload: payloads[index] ?? '{}' }))];
  const key = digest.key === undefined ? {} : { key: digestKeyOf(digest.key, own.payload) };
  return { count: count + 1, ...key, items };
}
