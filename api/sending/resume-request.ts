import { derivedId, MAX_RECIPIENTS } from '../../core/shared/ids';
import type { ApiDeps } from '../deps';
import type { Slot } from './idempotency';

/** Ids of a request's notifications by recipient, also of one whose `to` nobody has validated yet. */
export function idsOf({ seed }: Slot, to: unknown): string[] {
  if (!Array.isArray(to)) return [seed];
  return to.slice(0, MAX_RECIPIENTS).map((_, index) => derivedId(seed, index));
}

/**
 * Those of the ids that an earlier process of the request made before it died. Asked before anything can refuse the
 * request: only once it is known that none exists may a refusal free the key.
 */
export async function resumeRequest({ store }: ApiDeps, slot: Slot, ids: string[]): Promise<Set<string>> {
  if (!slot.takenOver) return new Set();
  const made = await store.notifications.existing(ids);
  slot.committed = made.size > 0;
  return made;
}
