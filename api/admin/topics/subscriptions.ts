import { idPageQuery, subscriptionsBody } from '../../../core/schemas/topics';
import { route } from '../../http/route';
import { subscribeAll, subscriptionsPage, unsubscribeAll } from '../../topics/actions';
import { shownSubscriptions } from '../../topics/shown-contacts';
import { subscribedAnswer, subscriptionsAnswer, unsubscribedAnswer } from '../../topics/view';
import { ofOneTopic, TOPIC, topicIn } from './topic-in';

const SUBSCRIPTIONS = `${TOPIC}/subscriptions` as const;

export const listSubscriptions = route({
  ...ofOneTopic,
  id: 'listSubscriptions',
  method: 'get',
  path: SUBSCRIPTIONS,
  role: 'viewer',
  summary: "List a topic's contacts",
  description: 'In the order of their ids.',
  query: idPageQuery,
  answer: subscriptionsAnswer,
  handler: async (call, deps) => subscriptionsPage(deps.store, (await topicIn(deps, call)).topic, call.query),
});

export const subscribeContacts = route({
  ...ofOneTopic,
  id: 'subscribe',
  method: 'post',
  path: SUBSCRIPTIONS,
  role: 'editor',
  audit: 'topic.subscribe',
  summary: 'Add contacts to a topic',
  body: subscriptionsBody,
  shown: { body: shownSubscriptions },
  answer: subscribedAnswer,
  handler: async (call, deps) => {
    const { application, topic } = await topicIn(deps, call);
    const answer = await subscribeAll(deps.store, topic, call.body);
    const { results: _, ...counts } = answer;
    await call.record({ about: [application._id, topic.topic], after: counts });
    return answer;
  },
});

export const unsubscribeContacts = route({
  ...ofOneTopic,
  id: 'unsubscribe',
  method: 'post',
  path: `${SUBSCRIPTIONS}/remove`,
  role: 'editor',
  audit: 'topic.unsubscribe',
  summary: 'Remove contacts from a topic',
  body: subscriptionsBody,
  shown: { body: shownSubscriptions },
  answer: unsubscribedAnswer,
  handler: async (call, deps) => {
    const { application, topic } = await topicIn(deps, call);
    const answer = await unsubscribeAll(deps.store, topic, call.body);
    const { results: _, ...counts } = answer;
    await call.record({ about: [application._id, topic.topic], after: counts });
    return answer;
  },
});
