import type { z } from 'zod';
import { segmentName, type segmentBody } from '../../core/schemas/segments';
import { type SegmentFilter, topicsIn } from '../../core/segments/filter';
import type { Scope } from '../../core/shared/scope';
import { refusal } from '../../core/shared/schemas/check';
import { COUNTED_OF_ONE } from '../../core/topics/size';
import type { Segment } from '../../store/segments/segments';
import type { Store } from '../../store/store';
import { contactView } from '../contacts/view';
import { ApiError, parse } from '../http/api-error';
import { nextAfter } from '../topics/actions';
import { segmentView, sizeView } from './view';

// What routes of callers and of operators do alike.

/** How long the members of a segment are counted before the count becomes an estimate, milliseconds. */
const COUNTING_MS = 1000;

interface PageOf {
  after?: string | undefined;
  limit: number;
}

export const filterIn = ({ filter }: Segment): SegmentFilter => JSON.parse(filter) as SegmentFilter;

/** Counts the contacts of a filter. */
export async function counted(store: Store, scope: Scope, filter: SegmentFilter) {
  const bounds = { at: store.now(), most: COUNTED_OF_ONE, withinMs: COUNTING_MS };
  return sizeView(await store.audiences.sizeOf(scope, filter, bounds));
}

/** The same, of a filter that nobody has checked yet. */
export async function countedOf(store: Store, scope: Scope, filter: SegmentFilter) {
  await checkTopics(store, scope, filter);
  return counted(store, scope, filter);
}

export const shownSegment = async (store: Store, segment: Segment) => ({
  segment: segmentView(segment),
  ...(await counted(store, segment, filterIn(segment))),
});

export async function segmentsPage({ segments }: Store, scope: Scope, { after, limit }: PageOf) {
  const found = await segments.list(scope, { limit, ...(after !== undefined && { after }) });
  return { segments: found.map(segmentView), next: nextAfter(found, limit, ({ segment }) => segment) };
}

/** Returns a page of the contacts of a segment, in the order of their ids. */
export async function membersPage(store: Store, segment: Segment, { after, limit }: PageOf) {
  const audience = store.audiences.ofSegment(segment, filterIn(segment), store.now());
  const { contactIds, next } = await audience.page(after ?? null, limit);
  const contacts = await store.contacts.getMany(contactIds);
  const byId = new Map(contacts.map((contact) => [contact._id, contact]));
  return {
    contacts: contactIds.flatMap((id) => {
      const contact = byId.get(id);
      return contact && !contact.erasingSince ? [contactView(contact)] : [];
    }),
    next,
  };
}

/** Creates or replaces a segment. Returns it, and whether it is new. */
export async function putSegmentIn(
  store: Store,
  scope: Scope,
  given: string,
  { name, description, filter }: z.output<typeof segmentBody>,
): Promise<{ segment: Segment; isNew: boolean }> {
  const segment = parse(segmentName, given, ['segment']);
  await checkTopics(store, scope, filter);
  const fields = { name: name ?? segment, description, filter: JSON.stringify(filter), at: store.now() };
  for (;;) {
    const replaced = await store.segments.replace(scope, segment, fields);
    if (replaced) return { segment: replaced, isNew: false };
    const made = await store.segments.insert(scope, segment, fields);
    if (made) return { segment: made, isNew: true };
  }
}

/** Throws a 400 that names the first topic that does not exist. */
async function checkTopics({ topics }: Store, scope: Scope, filter: SegmentFilter): Promise<void> {
  for (const [topic, path] of topicsIn(filter)) {
    if (await topics.get(scope, topic)) continue;
    throw new ApiError('VALIDATION_ERROR', refusal(path, `must be a topic. There is no topic ${topic}`), {
      field: path,
    });
  }
}

/** Deletes a segment. Throws a 404 if there is none. */
export async function removeSegment({ segments }: Store, scope: Scope, name: string): Promise<void> {
  if (!(await segments.remove(scope, name))) throw ApiError.of('SEGMENT_NOT_FOUND', [name]);
}
