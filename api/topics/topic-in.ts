import type { Scope } from '../../core/shared/scope';
import { topicName } from '../../core/topics/topic';
import type { Store } from '../../store/store';
import type { Topic } from '../../store/topics/topics';
import { ApiError } from '../http/api-error';

export const TOPICS = '/v1/topics';
export const TOPIC = `${TOPICS}/:topic` as const;

/** `:topic` of a path. */
export const topicParam = {
  topic: topicName.describe('Name of the topic.').meta({ examples: ['news'] }),
};

/** What all routes of topics have. */
export const ofTopics = { tag: 'Topics', scope: 'contacts' } as const;

/** What all routes of one topic have. */
export const ofOneTopic = { ...ofTopics, params: topicParam } as const;

/** Returns a topic by its name. Throws a 404 if there is none. */
export async function topicNamed({ topics }: Store, scope: Scope, name: string): Promise<Topic> {
  const found = await topics.get(scope, name);
  if (found) return found;
  throw ApiError.of('TOPIC_NOT_FOUND', [name]);
}

export const TOPIC_EXAMPLE = {
  ...{ topic: 'news', name: 'Newsletter', description: 'Once a week', category: 'news' },
  ...{ subscribers: 4213, subscribers_exact: true },
  ...{ created_at: '2026-11-21T14:51:52.798Z', updated_at: '2026-11-21T14:51:52.798Z' },
};
