import type { SegmentFilter } from '../../core/segments/filter';
import type { Broadcast } from '../../store/broadcasts/broadcasts';
import type { Audience } from '../../store/audience/audience';
import type { Store } from '../../store/store';
import type { ActivityDeps } from '../deps';
import { PAGE_WAITS_MS, type Steps } from './steps';

/** Contacts that are counted together. */
const COUNTED = 1000;
/** How often a count stores how far it is, milliseconds. */
const STORED_MS = 5_000;

/** Returns the audience of a broadcast that has begun, as it was then. A topic that was removed since has nobody. */
export async function audienceOf(
  { store: { audiences, topics } }: ActivityDeps,
  { applicationId, environment, audience, startedAt }: Broadcast,
): Promise<Audience> {
  const scope = { applicationId, environment };
  const at = startedAt ?? new Date(0);
  if ('topicId' in audience) {
    const topic = await topics.withId(audience.topicId);
    return topic && !topic.removedAt ? audiences.ofTopic(topic._id, at) : NOBODY;
  }
  if ('all' in audience) return audiences.all(scope, at);
  return audiences.ofSegment(scope, JSON.parse(audience.filter) as SegmentFilter, at);
}

const NOBODY: Audience = { page: () => Promise.resolve({ contactIds: [], next: null }) };

/**
 * Counts the audience of a broadcast, and stores its size. Returns false if the time `until` has passed, by the monotonic clock, or
 * the process shuts down. The next call then goes on at the same place.
 */
export async function countAudience(
  {
    store: { broadcasts },
    stopping,
    steps,
  }: Pick<ActivityDeps, 'stopping'> & { store: Pick<Store, 'broadcasts'>; steps: Steps },
  { _id, counting }: Pick<Broadcast, '_id' | 'counting'>,
  audience: Audience,
  until: number,
): Promise<boolean> {
  let { after, size }: Required<Broadcast>['counting'] = counting ?? { after: null, size: 0 };
  let storedAt = performance.now();
  for (;;) {
    const { contactIds, next } = await steps({ waitMs: PAGE_WAITS_MS }, () => audience.page(after, COUNTED));
    size += contactIds.length;
    after = next;
    if (after === null) {
      await broadcasts.setTotal(_id, size);
      return true;
    }
    const now = performance.now();
    const isOver = stopping.aborted || now > until;
    if (!isOver && now - storedAt < STORED_MS) continue;
    await broadcasts.setCounting(_id, { after, size });
    storedAt = now;
    if (isOver) return false;
  }
}
