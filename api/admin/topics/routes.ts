import { topicBody, topicsQuery } from '../../../core/schemas/topics';
import { route } from '../../http/route';
import { putTopicIn, removeTopic, shownTopic, topicsPage } from '../../topics/actions';
import { topicAnswer, topicDeleted, topicsAnswer } from '../../topics/view';
import { scopeIn } from '../events/event-in';
import { ofOneTopic, TOPIC, topicAudit, topicIn, TOPICS } from './topic-in';

export const listTopics = route({
  id: 'listTopics',
  tag: 'Topics',
  method: 'get',
  path: TOPICS,
  role: 'viewer',
  summary: 'List the topics of an environment',
  description: 'In the order of their names.',
  query: topicsQuery,
  answer: topicsAnswer,
  errors: ['APPLICATION_NOT_FOUND'],
  handler: async (call, { store }) => topicsPage(store, (await scopeIn(store, call)).scope, call.query),
});

export const getTopic = route({
  ...ofOneTopic,
  id: 'getTopic',
  method: 'get',
  path: TOPIC,
  role: 'viewer',
  summary: 'View a topic',
  answer: topicAnswer,
  handler: async (call, deps) => ({
    topic: await shownTopic(deps.store, (await topicIn(deps, call)).topic),
  }),
});

export const putTopic = route({
  ...ofOneTopic,
  id: 'putTopic',
  method: 'put',
  path: TOPIC,
  role: 'editor',
  audit: 'topic.put',
  summary: 'Create or change a topic',
  description: '201: it is new. Its subscribers stay.',
  body: topicBody.meta({ id: 'TopicRequest' }),
  answer: topicAnswer,
  status: [200, 201],
  errors: ['APPLICATION_NOT_FOUND'],
  handler: async (call, deps) => {
    const { store } = deps;
    const { application, scope } = await scopeIn(store, call);
    const before = await store.topics.get(scope, call.params.topic);
    const { topic, isNew } = await putTopicIn(deps, scope, call.params.topic, call.body);
    await call.record({
      about: [application._id, topic.topic],
      ...(before && !isNew && { before: topicAudit(before) }),
      after: topicAudit(topic),
    });
    if (isNew) call.response.status(201);
    return { topic: await shownTopic(store, topic) };
  },
});

export const deleteTopic = route({
  ...ofOneTopic,
  id: 'deleteTopic',
  method: 'delete',
  path: TOPIC,
  role: 'owner',
  audit: 'topic.delete',
  summary: 'Delete a topic',
  description: 'A workflow removes its subscriptions and imports. Its contacts stay.',
  answer: topicDeleted,
  handler: async (call, deps) => {
    const { application, topic } = await topicIn(deps, call);
    await removeTopic(deps, topic);
    await call.record({ about: [application._id, topic.topic], before: topicAudit(topic) });
    return { deleted: true };
  },
});
