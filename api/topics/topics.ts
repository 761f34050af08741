import { topicBody, topicsQuery } from '../../core/schemas/topics';
import { route } from '../http/route';
import { putTopicIn, removeTopic, shownTopic, topicsPage } from './actions';
import { ofOneTopic, ofTopics, TOPIC, TOPIC_EXAMPLE, topicNamed, TOPICS } from './topic-in';
import { topicAnswer, topicDeleted, topicsAnswer } from './view';

const A_TOPIC = { 'A topic': { success: true, topic: TOPIC_EXAMPLE } };

export const listTopics = route({
  ...ofTopics,
  id: 'listTopics',
  method: 'get',
  path: TOPICS,
  summary: 'List topics',
  description: 'In the order of their names.',
  query: topicsQuery,
  answer: topicsAnswer,
  answered: 'One page of the topics.',
  examples: { answer: { 'One topic': { success: true, topics: [TOPIC_EXAMPLE], next: null } } },
  handler: ({ caller, query }, { store }) => topicsPage(store, caller.scope, query),
});

export const getTopic = route({
  ...ofOneTopic,
  id: 'getTopic',
  method: 'get',
  path: TOPIC,
  summary: 'Read a topic',
  answer: topicAnswer,
  answered: 'The topic.',
  errors: ['TOPIC_NOT_FOUND'],
  examples: { answer: A_TOPIC },
  handler: async ({ caller, params }, { store }) => ({
    topic: await shownTopic(store, await topicNamed(store, caller.scope, params.topic)),
  }),
});

export const putTopic = route({
  ...ofOneTopic,
  id: 'putTopic',
  method: 'put',
  path: TOPIC,
  summary: 'Create or change a topic',
  description: 'Its subscribers stay. What the body leaves out is as for a new topic.',
  body: topicBody.meta({ id: 'TopicRequest' }),
  bodyIsOptional: true,
  answer: topicAnswer,
  status: [200, 201],
  answered: '201: the topic is new. 200: it was there.',
  examples: {
    body: {
      'A newsletter': { name: 'Newsletter', description: 'Once a week', category: 'news' },
      'Only a name in paths': {},
    },
    answer: A_TOPIC,
  },
  handler: async ({ caller, params, body, response }, deps) => {
    const { topic, isNew } = await putTopicIn(deps, caller.scope, params.topic, body);
    if (isNew) response.status(201);
    return { topic: await shownTopic(deps.store, topic) };
  },
});

export const deleteTopic = route({
  ...ofOneTopic,
  id: 'deleteTopic',
  method: 'delete',
  path: TOPIC,
  summary: 'Delete a topic',
  description:
    'Nothing finds it after the answer. A workflow removes its subscriptions and imports. Its contacts stay.',
  answer: topicDeleted,
  answered: 'The topic is gone.',
  errors: ['TOPIC_NOT_FOUND'],
  examples: { answer: { Deleted: { success: true, deleted: true } } },
  handler: async ({ caller, params }, deps) => {
    await removeTopic(deps, await topicNamed(deps.store, caller.scope, params.topic));
    return { deleted: true };
  },
});
