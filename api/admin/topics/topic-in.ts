import type { Application } from '../../../store/accounts/applications';
import type { Topic } from '../../../store/topics/topics';
import type { ApiDeps } from '../../deps';
import { topicNamed, topicParam } from '../../topics/topic-in';
import { scopeIn } from '../events/event-in';

export const TOPICS = '/admin/v1/applications/:app/topics/:environment';
export const TOPIC = `${TOPICS}/:topic` as const;

/** What all admin routes of one topic have. */
export const ofOneTopic = {
  tag: 'Topics',
  params: topicParam,
  errors: ['APPLICATION_NOT_FOUND', 'TOPIC_NOT_FOUND'],
} as const;

/** Returns the topic that a path names, with its application. */
export async function topicIn(
  { store }: ApiDeps,
  call: { params: { app: string; environment: string; topic: string } },
): Promise<{ application: Application; topic: Topic }> {
  const { application, scope } = await scopeIn(store, call);
  return { application, topic: await topicNamed(store, scope, call.params.topic) };
}

/** What the audit log has of a topic. */
export const topicAudit = ({ environment, name, description, category }: Topic) => ({
  ...{ environment, name, description, category },
});
