import type { SegmentFilter } from '../../core/segments/filter';
import type { Broadcast } from '../../store/broadcasts/broadcasts';
import type { Audience } from '../../store/audience/audience';
import type { ActivityDeps } from '../deps';

/** Contacts that are counted together. */
const COUNTED = 5000;

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

/** Counts an audience: one read for some thousand contacts. */
export async function sizeOf(audience: Audience): Promise<number> {
  let size = 0;
  for (let after: string | null = null; ;) {
    const { contactIds, next } = await audience.page(after, COUNTED);
    size += contactIds.length;
    if (next === null) return size;
    after = next;
  }
}
