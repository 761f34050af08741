import type { Command } from 'commander';
import type { Environment } from '../../core/shared/channels';
import type { Topic } from '../answers';
import { appContextOf } from '../context';
import { afterOption, fields, pageText } from '../output';
import { addAfter, addLimit, appOption, environmentOption } from './options';
import { addTopicImport } from './topic-import';
import { addTopicSubscriptions } from './topic-subscriptions';

const TOPICS = '/admin/v1/applications/{app}/topics/{environment}';
const TOPIC = `${TOPICS}/{topic}` as const;

interface InEnvironment {
  env: Environment;
}

export function addTopicCommands(program: Command): void {
  const topics = program.command('topics').description('Manage topics, which are lists of contacts.');

  addLimit(addAfter(topics.command('list').description('List the topics, in the order of their names.')))
    .addOption(environmentOption())
    .addOption(appOption())
    .action(async (options: InEnvironment & { after?: string; limit?: number }, command: Command) => {
      const { admin, output, app, path } = await appContextOf(command);
      const { env: environment, after, limit } = options;
      const page = await admin.get(`list the topics of "${app}" in ${environment}`, TOPICS, {
        ...{ ...path, environment, after, limit },
      });
      const empty = 'No topic yet: heliograph topics create NAME';
      output.result(page, () => pageText(page.topics.map(row), empty, afterOption(page.next)));
    });

  topics
    .command('show <topic>')
    .description('Show a topic.')
    .addOption(environmentOption())
    .addOption(appOption())
    .action(async (topic: string, { env: environment }: InEnvironment, command: Command) => {
      const { admin, output, app, path } = await appContextOf(command);
      const found = await admin.get(`show the topic ${topic} of "${app}" in ${environment}`, TOPIC, {
        ...{ ...path, environment, topic },
      });
      output.result(found.topic, () => describe(found.topic));
    });

  topics
    .command('create <topic>')
    .description('Create a topic, or change it. Its subscribers stay.')
    .addOption(environmentOption())
    .addOption(appOption())
    .option('--name <name>', 'Name for people (default: the name of the topic).')
    .option('--description <text>', 'What it is about.')
    .option('--category <category>', 'Category of preferences that it belongs to.')
    .action(
      async (
        topic: string,
        { env: environment, name, description, category }: CreateOptions,
        command: Command,
      ) => {
        const { admin, output, app, path } = await appContextOf(command);
        const made = await admin.put(`create the topic ${topic} of "${app}" in ${environment}`, TOPIC, {
          ...{ ...path, environment, topic, body: { name, description, category } },
        });
        output.result(made.topic, () => describe(made.topic));
      },
    );

  topics
    .command('delete <topic>')
    .description('Delete a topic. Its contacts stay.')
    .addOption(environmentOption())
    .addOption(appOption())
    .action(async (topic: string, { env: environment }: InEnvironment, command: Command) => {
      const { admin, output, app, path } = await appContextOf(command);
      await admin.delete(`delete the topic ${topic} of "${app}" in ${environment}`, TOPIC, {
        ...{ ...path, environment, topic },
      });
      output.result({ deleted: topic }, () => `The topic ${topic} is deleted from ${environment}.`);
    });

  addTopicSubscriptions(topics);
  addTopicImport(topics);
}

interface CreateOptions extends InEnvironment {
  name?: string;
  description?: string;
  category?: string;
}

const subscribersText = ({ subscribers, subscribers_exact: isExact }: Topic): string =>
  isExact ? String(subscribers) : `about ${subscribers}`;

const row = (topic: Topic) => ({
  ...{ topic: topic.topic, name: topic.name, subscribers: subscribersText(topic) },
  ...{ category: topic.category, changed: topic.updated_at },
});

const describe = (topic: Topic): string =>
  fields({
    ...{ topic: topic.topic, name: topic.name, description: topic.description, category: topic.category },
    ...{ subscribers: subscribersText(topic), created: topic.created_at, changed: topic.updated_at },
  });
