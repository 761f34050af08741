import { z } from 'zod';
import type { PublicCode } from '../../core/shared/error-codes';
import type { TopicSize } from '../../core/topics/size';
import type { Contact } from '../../store/contacts/model';
import type { Subscription } from '../../store/topics/subscriptions';
import type { Topic } from '../../store/topics/topics';
import { contactSchema, contactView } from '../contacts/view';
import { errorCode } from '../http/error-body';
import { answer, next, timestamp, uuid } from '../http/formats';
import type { Outcome } from './subscribe';

const count = z.int().min(0);

/** What every answer with a topic shows of it. */
const described = {
  topic: z.string().describe('Its name in paths.'),
  name: z.string().describe('For people.'),
  description: z.string().nullable(),
  category: z.string().nullable().describe('Category of preferences that it belongs to.'),
};

export const topicSchema = z
  .object({
    ...described,
    subscribers: count.describe('How many contacts are in it.'),
    subscribers_exact: z
      .boolean()
      .describe('Whether they were counted. False: `subscribers` is an estimate (TOPIC-4).'),
    created_at: timestamp,
    updated_at: timestamp,
  })
  .meta({ id: 'Topic', description: 'A list of contacts, such as a newsletter.' });

export const topicAnswer = answer('TopicAnswer', { topic: topicSchema });
export const topicsAnswer = answer('TopicsAnswer', { topics: z.array(topicSchema), next });
export const topicDeleted = answer('TopicDeleted', { deleted: z.boolean() });

const shown = ({ topic, name, description, category }: Topic) => ({ topic, name, description, category });

export const topicView = (topic: Topic, { count: subscribers, isExact }: TopicSize) => ({
  ...shown(topic),
  ...{ subscribers, subscribers_exact: isExact },
  created_at: topic.createdAt.toISOString(),
  updated_at: topic.updatedAt.toISOString(),
});

const subscriptionSchema = z
  .object({ contact: contactSchema, subscribed_at: timestamp })
  .meta({ id: 'TopicSubscription' });

export const subscriptionsAnswer = answer('TopicSubscriptionsAnswer', {
  subscriptions: z.array(subscriptionSchema),
  next,
});

export const subscriptionView = (contact: Contact, { at }: Subscription) => ({
  contact: contactView(contact),
  subscribed_at: at.toISOString(),
});

const contactTopicSchema = z.object({ ...described, subscribed_at: timestamp }).meta({ id: 'ContactTopic' });

export const contactTopicsAnswer = answer('ContactTopicsAnswer', {
  topics: z.array(contactTopicSchema),
  next,
});

export const contactTopicView = (topic: Topic, { at }: Subscription) => ({
  ...shown(topic),
  subscribed_at: at.toISOString(),
});

/** What became of an entry of a request, by whether it changed something. */
const DONE = {
  subscribe: ['subscribed', 'already_subscribed'],
  unsubscribe: ['unsubscribed', 'not_subscribed'],
} as const;
type Change = keyof typeof DONE;

const resultSchema = (id: string, change: Change) =>
  z
    .object({
      status: z.enum([...DONE[change], 'rejected']),
      contact: uuid.nullable().describe('Id of the contact. Null: rejected.'),
      error: z.string().nullable(),
      code: errorCode.nullable(),
      field: z.string().nullable().describe('Path into the request, for example `contacts[2].email`.'),
    })
    .meta({ id, description: 'The result of one entry of `contacts`.' });

export const subscribedAnswer = answer('SubscribedAnswer', {
  subscribed: count.describe('How many contacts are new in the topic.'),
  already_subscribed: count,
  rejected: count,
  results: z.array(resultSchema('SubscribedResult', 'subscribe')).describe('In the order of `contacts`.'),
});

export const unsubscribedAnswer = answer('UnsubscribedAnswer', {
  unsubscribed: count.describe('How many contacts were in the topic.'),
  not_subscribed: count,
  rejected: count,
  results: z.array(resultSchema('UnsubscribedResult', 'unsubscribe')).describe('In the order of `contacts`.'),
});

/** Returns what became of the entries, with counts. */
export function outcomesView<const C extends Change>(change: C, outcomes: readonly Outcome[]) {
  const [yes, no] = DONE[change];
  const results = outcomes.map((outcome) => {
    if ('error' in outcome) {
      const { message, code, details } = outcome.error;
      const refused = { error: message, code: code as PublicCode, field: details.field ?? null };
      return { status: 'rejected' as const, contact: null, ...refused };
    }
    const status: (typeof DONE)[C][number] = outcome.isNew ? yes : no;
    return { status, contact: outcome.contactId, error: null, code: null, field: null };
  });
  const counted = (status: string): number => results.filter((one) => one.status === status).length;
  const counts = { [yes]: counted(yes), [no]: counted(no) } as Record<(typeof DONE)[C][number], number>;
  return { ...counts, rejected: counted('rejected'), results };
}
