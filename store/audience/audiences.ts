import type { SegmentFilter } from '../../core/segments/filter';
import type { Scope } from '../../core/shared/scope';
import { estimatedSize, type TopicSize } from '../../core/topics/size';
import type { Subscription, SubscriptionStore } from '../topics/subscriptions';
import type { Audience } from './audience';
import { contactsAfter } from './contacts';
import { membersAfter, type MemberStores } from './members';

/** Time after which a page of a segment ends although it is not full, milliseconds. */
const PAGE_MS = 2000;

interface AudienceStores extends MemberStores {
  subscriptions: Pick<SubscriptionStore, 'among' | 'ofTopic'>;
}

/**
 * The audiences that something can be sent to. Each is of the contacts that were there, or were subscribed, at a time. Who is
 * in a segment is decided when its page is read.
 */
export function createAudienceStore(stores: AudienceStores) {
  const { contacts, subscriptions } = stores;
  return {
    /** All contacts of a scope. */
    all: (scope: Scope, at: Date): Audience => ({
      page: async (after, limit) => {
        const found = await contactsAfter(contacts, { scope, at, after, limit, fields: [] });
        return pageOf(
          found.map(({ _id }) => _id),
          limit,
        );
      },
    }),
    /** The contacts of a topic. Some may be gone, or are being erased. */
    ofTopic: (topicId: string, at: Date): Audience => ({
      page: async (after, limit) => {
        const found = await subscriptions.ofTopic(topicId, { limit, ...(after !== null && { after }) });
        const { next } = pageOf(
          found.map(({ contactId }) => contactId),
          limit,
        );
        const wasIn = (one: Subscription): boolean => one.at <= at;
        return { contactIds: found.filter(wasIn).map(({ contactId }) => contactId), next };
      },
    }),
    /** The members of a segment. */
    ofSegment: (scope: Scope, filter: SegmentFilter, at: Date): Audience => ({
      page: (after, limit) => membersAfter(stores, { scope, filter, at, after, limit, withinMs: PAGE_MS }),
    }),
    /** Counts the members of a segment up to `most`, and for a time. If there may be more, it is an estimate. */
    sizeOf: async (
      scope: Scope,
      filter: SegmentFilter,
      { at, ...bounds }: { at: Date; most: number; withinMs: number },
    ): Promise<TopicSize> => {
      const query = { scope, filter, at, after: null, limit: bounds.most, withinMs: bounds.withinMs };
      const { contactIds, next } = await membersAfter(stores, query);
      if (next === null) return { count: contactIds.length, isExact: true };
      return estimatedSize(contactIds.length, next);
    },
  };
}

const pageOf = (ids: string[], limit: number) => ({
  contactIds: ids,
  next: ids.length === limit ? (ids.at(-1) ?? null) : null,
});
