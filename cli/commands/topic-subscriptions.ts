import type { Command } from 'commander';
import type { Environment } from '../../core/shared/channels';
import { appContextOf } from '../context';
import { table } from '../output';
import { appOption, environmentOption } from './options';

const SUBSCRIPTIONS = '/admin/v1/applications/{app}/topics/{environment}/{topic}/subscriptions';

/** Adds `subscribe` and `unsubscribe`. */
export function addTopicSubscriptions(topics: Command): void {
  aboutContacts(topics, 'subscribe', 'Add contacts that exist to a topic. A file is imported.').action(
    async (topic: string, contacts: string[], { env: environment }: InEnvironment, command: Command) => {
      const { admin, output, app, path } = await appContextOf(command);
      const answer = await admin.post(
        `add contacts to the topic ${topic} of "${app}" in ${environment}`,
        SUBSCRIPTIONS,
        { ...path, environment, topic, body: { contacts } },
      );
      output.result(answer, () => resultText(contacts, answer.results));
    },
  );
  aboutContacts(topics, 'unsubscribe', 'Remove contacts from a topic.').action(
    async (topic: string, contacts: string[], { env: environment }: InEnvironment, command: Command) => {
      const { admin, output, app, path } = await appContextOf(command);
      const answer = await admin.post(
        `remove contacts from the topic ${topic} of "${app}" in ${environment}`,
        `${SUBSCRIPTIONS}/remove`,
        { ...path, environment, topic, body: { contacts } },
      );
      output.result(answer, () => resultText(contacts, answer.results));
    },
  );
}

interface InEnvironment {
  env: Environment;
}

const aboutContacts = (topics: Command, name: string, description: string): Command =>
  topics
    .command(`${name} <topic> <who...>`)
    .description(description)
    .addOption(environmentOption())
    .addOption(appOption());

const resultText = (
  contacts: readonly string[],
  results: readonly { status: string; error: string | null }[],
): string =>
  table(
    results.map(({ status, error }, index) => ({ contact: contacts[index], status, error })),
    '',
  );
