import { derivedId, MAX_RECIPIENTS } from '../../core/shared/ids';
import type { ApiDeps } from '../deps';
import type { Slot } from './idempotency';

/** Returns the ids of a request's notifications by recipient. `to` need not be validated. */
export function idsOf({ seed }: Slot, to: unknown): string[] {
  if (!Array.isArray(to)) return [seed];
  return to.slice(0, MAX_RECIPIENTS).map((_, index) => derivedId(seed, index));
}

/**
 * Returns the ids whose notifications an earlier process of the request created before it died. It runs before anything
 * can refuse the request, because a refusal may free the key only if none exists.
 */
export async function resumeRequest({ store }: ApiDeps, slot: Slot, ids: string[]): Promise<Set<string>> {
  if (!slot.takenOver) return new Set();
  const made = await store.notifications.existing(ids);
  slot.committed = made.size > 0;
  return made;
}
