import type { z } from 'zod';
import type { subscriptionsBody, topicBody } from '../../core/schemas/topics';
import type { Category } from '../../core/preferences/category';
import { categoriesIn } from '../../core/preferences/wish';
import { newId } from '../../core/shared/ids';
import { refusal } from '../../core/shared/schemas/check';
import type { Scope } from '../../core/shared/scope';
import { COUNTED_OF_MANY, COUNTED_OF_ONE } from '../../core/topics/size';
import { topicName } from '../../core/topics/topic';
import type { Store } from '../../store/store';
import type { Topic } from '../../store/topics/topics';
import { keepCategories, type Of } from '../admin/categories/write';
import type { ApiDeps } from '../deps';
import { ApiError, parse } from '../http/api-error';
import { entriesAs, subscribe, unsubscribe } from './subscribe';
import { outcomesView, subscriptionView, topicView } from './view';

// What routes of callers and of operators do alike.

interface PageOf {
  after?: string | undefined;
  limit: number;
}

/** Returns `next` of a page. */
export const nextAfter = <T>(page: readonly T[], limit: number, idOf: (item: T) => string): string | null => {
  const last = page.length === limit ? page.at(-1) : undefined;
  return last === undefined ? null : idOf(last);
};

const definedAfter = ({ after, limit }: PageOf) => ({ limit, ...(after !== undefined && { after }) });

export async function topicsPage(store: Store, scope: Scope, page: PageOf) {
  const found = await store.topics.list(scope, definedAfter(page));
  const sizes = await Promise.all(found.map(({ _id }) => store.subscriptions.size(_id, COUNTED_OF_MANY)));
  return {
    topics: found.map((topic, index) => topicView(topic, sizes[index]!)),
    next: nextAfter(found, page.limit, ({ topic }) => topic),
  };
}

export const shownTopic = async (store: Store, topic: Topic) =>
  topicView(topic, await store.subscriptions.size(topic._id, COUNTED_OF_ONE));

/** Creates or replaces a topic. Returns it, and whether it is new. */
export async function putTopicIn(
  deps: Pick<ApiDeps, 'store' | 'cached'>,
  scope: Scope,
  given: string,
  { name, description, category }: z.output<typeof topicBody>,
): Promise<{ topic: Topic; isNew: boolean }> {
  const topic = parse(topicName, given, ['topic']);
  const { store } = deps;
  const found = category === null ? null : await categoryOf(store, scope, category);
  const id = newId();
  const fields = { name: name ?? topic, description, category };
  const stored = await store.topics.put(scope, topic, { id, at: store.now(), ...fields });
  if (found) await keepCategories(deps, found, [found.category]);
  return { topic: stored, isNew: stored._id === id };
}

/** Returns a category of an environment with its application. Throws a 400 if there is none. */
async function categoryOf(
  { applications }: Store,
  { applicationId, environment }: Scope,
  name: string,
): Promise<Of & { category: Category }> {
  const application = await applications.get(applicationId);
  const category = categoriesIn(application, { environment }).find((one) => one.name === name);
  if (application && category) return { application, environment, category };
  const rule = `must be a category of ${environment}. There is no category ${name}`;
  throw new ApiError('VALIDATION_ERROR', refusal('category', rule), { field: 'category' });
}

/** Deletes a topic, and starts the removal of its subscriptions. */
export async function removeTopic({ store, dispatcher }: ApiDeps, topic: Topic): Promise<void> {
  if (!(await store.topics.markRemoved(topic._id, store.now())))
    throw ApiError.of('TOPIC_NOT_FOUND', [topic.topic]);
  await dispatcher.startJob(topic);
}

const pathOf = (index: number): string => `contacts[${index}]`;

export const subscribeAll = async (
  store: Store,
  topic: Topic,
  { contacts: entries }: z.output<typeof subscriptionsBody>,
) => outcomesView('subscribe', await subscribe(store, topic, await entriesAs(entries, pathOf)));

export const unsubscribeAll = async (
  store: Store,
  topic: Topic,
  { contacts: entries }: z.output<typeof subscriptionsBody>,
) => outcomesView('unsubscribe', await unsubscribe(store, topic, await entriesAs(entries, pathOf)));

/** Returns a page of a topic's contacts, without those that are being erased. */
export async function subscriptionsPage(store: Store, topic: Topic, page: PageOf) {
  const found = await store.subscriptions.ofTopic(topic._id, definedAfter(page));
  const contacts = await store.contacts.getMany(found.map(({ contactId }) => contactId));
  const byId = new Map(contacts.map((contact) => [contact._id, contact]));
  return {
    subscriptions: found.flatMap((one) => {
      const contact = byId.get(one.contactId);
      return contact && !contact.erasingSince ? [subscriptionView(contact, one)] : [];
    }),
    next: nextAfter(found, page.limit, ({ contactId }) => contactId),
  };
}
