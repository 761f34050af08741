import { idPageQuery, subscriptionsBody } from '../../core/schemas/topics';
import { MOST_CONTACTS } from '../../core/topics/topic';
import { CONTACT_EXAMPLE, namedContact, ofOneContact, ONE_CONTACT } from '../contacts/named';
import { route } from '../http/route';
import { nextAfter, subscribeAll, subscriptionsPage, unsubscribeAll } from './actions';
import { shownSubscriptions } from './shown-contacts';
import { ofOneTopic, TOPIC, topicNamed } from './topic-in';
import {
  contactTopicsAnswer,
  contactTopicView,
  subscribedAnswer,
  subscriptionsAnswer,
  unsubscribedAnswer,
} from './view';

const SUBSCRIPTIONS = `${TOPIC}/subscriptions` as const;
const AT = '2026-11-21T14:51:52.798Z';
const NOTHING = { error: null, code: null, field: null };
const NOT_FOUND = {
  ...{ status: 'rejected', contact: null, error: 'There is no contact with this identifier.' },
  ...{ code: 'CONTACT_NOT_FOUND', field: null },
};
const BODIES = {
  'Contacts that exist': { contacts: ['ada@example.com', '+12025550123', 'user-42'] },
  'A contact with its fields': { contacts: [{ email: 'ada@example.com', name: 'Ada Lovelace' }] },
};

const ofMany = {
  ...ofOneTopic,
  method: 'post',
  body: subscriptionsBody,
  shown: { body: shownSubscriptions },
  answered: 'The result of each contact.',
  errors: ['TOPIC_NOT_FOUND'],
} as const;

export const subscribeContacts = route({
  ...ofMany,
  id: 'subscribe',
  path: SUBSCRIPTIONS,
  summary: 'Add contacts to a topic',
  description: `At most ${MOST_CONTACTS}. A text names a contact that exists, as a path does. An object is a contact that is created or changed, as in \`to\` of a send. Adding one that is there is fine. Some can be rejected while others are added.`,
  answer: subscribedAnswer,
  examples: {
    body: BODIES,
    answer: {
      'One of two': {
        ...{ success: true, subscribed: 1, already_subscribed: 0, rejected: 1 },
        results: [{ status: 'subscribed', contact: CONTACT_EXAMPLE.uuid, ...NOTHING }, NOT_FOUND],
      },
    },
  },
  handler: async ({ caller, params, body }, { store }) =>
    subscribeAll(store, await topicNamed(store, caller.scope, params.topic), body),
});

export const unsubscribeContacts = route({
  ...ofMany,
  id: 'unsubscribe',
  path: `${SUBSCRIPTIONS}/remove`,
  summary: 'Remove contacts from a topic',
  description: `At most ${MOST_CONTACTS}, each as when it is added. No contact is created or changed. Removing one that is not there is fine.`,
  answer: unsubscribedAnswer,
  examples: {
    body: BODIES,
    answer: {
      'One of two': {
        ...{ success: true, unsubscribed: 1, not_subscribed: 0, rejected: 1 },
        results: [{ status: 'unsubscribed', contact: CONTACT_EXAMPLE.uuid, ...NOTHING }, NOT_FOUND],
      },
    },
  },
  handler: async ({ caller, params, body }, { store }) =>
    unsubscribeAll(store, await topicNamed(store, caller.scope, params.topic), body),
});

export const listSubscriptions = route({
  ...ofOneTopic,
  id: 'listSubscriptions',
  method: 'get',
  path: SUBSCRIPTIONS,
  summary: "List a topic's contacts",
  description:
    'In the order of their ids. Who was in the topic at the first page and stays in it is on exactly one page. A page may have fewer contacts than `limit`, while some are being erased.',
  query: idPageQuery,
  answer: subscriptionsAnswer,
  answered: 'One page of the contacts.',
  errors: ['TOPIC_NOT_FOUND'],
  examples: {
    answer: {
      'One contact': {
        success: true,
        subscriptions: [{ contact: CONTACT_EXAMPLE, subscribed_at: AT }],
        next: null,
      },
    },
  },
  handler: async ({ caller, params, query }, { store }) =>
    subscriptionsPage(store, await topicNamed(store, caller.scope, params.topic), query),
});

export const listContactTopics = route({
  ...ofOneContact,
  id: 'listContactTopics',
  tag: 'Topics',
  method: 'get',
  path: `${ONE_CONTACT}/topics`,
  summary: "List a contact's topics",
  query: idPageQuery,
  answer: contactTopicsAnswer,
  answered: 'One page of the topics.',
  errors: ['CONTACT_NOT_FOUND'],
  examples: {
    answer: {
      'One topic': {
        success: true,
        topics: [{ topic: 'news', name: 'Newsletter', description: null, category: null, subscribed_at: AT }],
        next: null,
      },
    },
  },
  handler: async (call, deps) => {
    const { store } = deps;
    const { after, limit } = call.query;
    const contact = await namedContact(call, deps);
    const page = { limit, ...(after !== undefined && { after }) };
    const found = await store.subscriptions.ofContact(contact._id, page);
    const topics = await store.topics.getMany(found.map(({ topicId }) => topicId));
    const byId = new Map(topics.map((topic) => [topic._id, topic]));
    return {
      topics: found.flatMap((one) => {
        const topic = byId.get(one.topicId);
        return topic && !topic.removedAt ? [contactTopicView(topic, one)] : [];
      }),
      next: nextAfter(found, limit, ({ topicId }) => topicId),
    };
  },
});
