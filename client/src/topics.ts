import { createImports } from './imports';
import { type PageOptions, pages, queryOf } from './pages';
import { type Call, segment } from './request';
import type {
  ContactEntry,
  ContactTopicPage,
  Subscribed,
  Topic,
  TopicPage,
  TopicRequest,
  TopicSubscription,
  TopicSubscriptionPage,
  Unsubscribed,
} from './types';

/** Lists of contacts. A topic is named by its id. */
export function createTopics(call: <T>(one: Call) => Promise<T>) {
  const path = (topic: string): string => `/v1/topics/${segment('topic', topic)}`;
  const list = async (options: PageOptions = {}): Promise<TopicPage> =>
    call({ method: 'GET', path: `/v1/topics${queryOf(options)}` });
  const subscribers = async (topic: string, options: PageOptions = {}): Promise<TopicSubscriptionPage> =>
    call({ method: 'GET', path: `${path(topic)}/subscriptions${queryOf(options)}` });
  return {
    get: async (topic: string): Promise<Topic> =>
      (await call<{ topic: Topic }>({ method: 'GET', path: path(topic) })).topic,

    /** Creates a topic, or replaces what is said about it. Its contacts stay. */
    put: async (topic: string, body: TopicRequest = {}): Promise<Topic> =>
      (await call<{ topic: Topic }>({ method: 'PUT', path: path(topic), body })).topic,

    /** Deletes a topic. Its contacts stay. */
    delete: async (topic: string): Promise<void> => {
      await call({ method: 'DELETE', path: path(topic) });
    },

    list,

    /** Yields every topic, in the order of their ids, page after page. */
    async *all(): AsyncGenerator<Topic, void, undefined> {
      for await (const { topics } of pages((after) => list({ limit: 100, after }))) yield* topics;
    },

    /**
     * Adds up to 1,000 contacts to a topic. A text names a contact that exists, and an object creates or changes one. Returns a
     * result for each: some can be rejected while others are added.
     */
    subscribe: async (topic: string, contacts: readonly ContactEntry[]): Promise<Subscribed> =>
      call({ method: 'POST', path: `${path(topic)}/subscriptions`, body: { contacts } }),

    /** Removes up to 1,000 contacts from a topic. Returns a result for each. */
    unsubscribe: async (topic: string, contacts: readonly ContactEntry[]): Promise<Unsubscribed> =>
      call({ method: 'POST', path: `${path(topic)}/subscriptions/remove`, body: { contacts } }),

    /** The contacts of a topic, in the order of their ids. */
    subscriptions: {
      list: subscribers,

      /** Yields every contact of a topic, page after page. */
      async *all(topic: string): AsyncGenerator<TopicSubscription, void, undefined> {
        const read = (after: string | undefined) => subscribers(topic, { limit: 100, after });
        for await (const { subscriptions } of pages(read)) yield* subscriptions;
      },
    },

    /** Files of contacts that are added to a topic. */
    imports: createImports(call),

    /** Returns a page of the topics of a contact. */
    ofContact: async (identifier: string, options: PageOptions = {}): Promise<ContactTopicPage> =>
      call({
        method: 'GET',
        path: `/v1/contacts/${segment('identifier', identifier)}/topics${queryOf(options)}`,
      }),
  };
}
