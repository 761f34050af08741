import { addressOf, readBy } from '../../core/contacts/fields';
import { CONTACT_FIELDS } from '../../core/contacts/rows';
import {
  isMember,
  readsMeta,
  type SegmentFacts,
  type SegmentFilter,
  topicsIn,
} from '../../core/segments/filter';
import type { Scope } from '../../core/shared/scope';
import type { Contact, ContactModel } from '../contacts/model';
import { completed } from '../contacts/reserved-metadata';
import type { SubscriptionStore } from '../topics/subscriptions';
import type { TopicStore } from '../topics/topics';
import type { AudiencePage } from './audience';
import { contactsAfter } from './contacts';

/** Contacts that are read together. */
const BATCH = 500;

/** Fields that a filter may read. Earlier releases stored some only in `meta`. */
const FIELDS = [...CONTACT_FIELDS.map(({ field }) => field), 'meta', 'createdAt'];

export interface MemberStores {
  contacts: ContactModel;
  topics: Pick<TopicStore, 'get'>;
  subscriptions: Pick<SubscriptionStore, 'among'>;
}

export interface MembersQuery {
  scope: Scope;
  filter: SegmentFilter;
  /** Contacts that were created later are left out. */
  at: Date;
  after: string | null;
  /** Maximum number of members. */
  limit: number;
  /** After this time it stops behind a batch, milliseconds. */
  withinMs: number;
}

/**
 * Returns the members of a segment after an id. Metadata is stored as text, so contacts are read in the order of an index,
 * and the filter is applied here.
 */
export async function membersAfter(
  stores: MemberStores,
  { scope, filter, at, after, limit, withinMs }: MembersQuery,
): Promise<AudiencePage> {
  const until = performance.now() + withinMs;
  const withMeta = readsMeta(filter);
  const topicIds = await topicIdsOf(stores, scope, filter);
  const contactIds: string[] = [];
  for (let from = after; ;) {
    const batch = await contactsAfter(stores.contacts, {
      scope,
      at,
      after: from,
      limit: BATCH,
      fields: FIELDS,
    });
    const ids = batch.map(({ _id }) => _id);
    const inTopic = await topicsOf(stores, topicIds, ids);
    for (const contact of batch) {
      if (!isMember(filter, factsOf(completed(contact), withMeta, inTopic))) continue;
      contactIds.push(contact._id);
      if (contactIds.length === limit) return { contactIds, next: contact._id };
    }
    if (batch.length < BATCH) return { contactIds, next: null };
    from = ids.at(-1)!;
    if (performance.now() > until) return { contactIds, next: from };
  }
}

type InTopic = (topic: string, contactId: string) => boolean;

async function topicIdsOf({ topics }: MemberStores, scope: Scope, filter: SegmentFilter) {
  const found = await Promise.all([...topicsIn(filter).keys()].map((name) => topics.get(scope, name)));
  return found.flatMap((topic) => (topic ? [{ name: topic.topic, id: topic._id }] : []));
}

async function topicsOf(
  { subscriptions }: MemberStores,
  topicIds: readonly { name: string; id: string }[],
  contactIds: readonly string[],
): Promise<InTopic> {
  const members = new Map(
    await Promise.all(
      topicIds.map(async ({ name, id }) => [name, await subscriptions.among(id, contactIds)] as const),
    ),
  );
  return (topic, contactId) => members.get(topic)?.has(contactId) ?? false;
}

const factsOf = (contact: Contact, withMeta: boolean, inTopic: InTopic): SegmentFacts => ({
  contact: {
    ...readBy('condition', contact),
    created_at: contact.createdAt.toISOString(),
    ...(withMeta && { meta: JSON.parse(contact.meta) as unknown }),
  },
  hasAddress: (channel) => addressOf(contact, channel) !== null,
  isInTopic: (topic) => inTopic(topic, contact._id),
});
