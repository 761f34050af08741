import { Option, type Command } from 'commander';
import { WEBHOOK_EVENT_TYPES, type WebhookEventType } from '../../core/webhooks/event';
import type { WebhookEndpoint } from '../answers';
import { addEndpoint, endpointContextOf } from './webhook-endpoint';

interface Given {
  event?: WebhookEventType[];
  description?: string;
}

const ENDPOINT = '/admin/v1/applications/{app}/webhooks/{environment}';

/** Adds the commands that create, change and delete an endpoint. */
export function addWebhookChanges(webhooks: Command, describe: (webhook: WebhookEndpoint) => string): void {
  const create = webhooks
    .command('create <url>')
    .description('Create the endpoint, and print its signing secret once.');
  given(create).action(async (url: string, options: Given, command: Command) => {
    const { admin, output, path, named } = await endpointContextOf(command);
    const body = { url, ...bodyOf(options) };
    const made = await admin.post(`create the webhook endpoint of ${named}`, ENDPOINT, { ...path, body });
    output.result(
      made,
      () => `${made.signing_secret}\n\nIt is shown only once. Store it now.\n\n${describe(made.webhook)}`,
    );
  });

  const set = webhooks.command('set').description('Change the address, the event types or the description.');
  given(set)
    .option('--url <url>', 'Address of the endpoint.')
    .action(async ({ url, ...options }: Given & { url?: string }, command: Command) => {
      const { admin, output, path, named } = await endpointContextOf(command);
      const body = { ...(url !== undefined && { url }), ...bodyOf(options) };
      const doing = `change the webhook endpoint of ${named}`;
      const { webhook } = await admin.patch(doing, ENDPOINT, { ...path, body });
      output.result(webhook, () => describe(webhook));
    });

  const remove = webhooks
    .command('delete')
    .description('Delete the endpoint. Its earlier events cannot be redelivered.');
  addEndpoint(remove).action(async (_options: unknown, command: Command) => {
    const { admin, output, path, named } = await endpointContextOf(command);
    await admin.delete(`delete the webhook endpoint of ${named}`, ENDPOINT, path);
    output.result({ deleted: true }, () => `The webhook endpoint of ${named} is deleted.`);
  });
}

const given = (command: Command): Command =>
  addEndpoint(command)
    .addOption(
      new Option('--event <type...>', 'Event types to receive. Without it, all at creation.').choices(
        WEBHOOK_EVENT_TYPES,
      ),
    )
    .option('--description <text>', 'A label for people.');

const bodyOf = ({ event, description }: Given) => ({
  ...(event && { enabled_events: event }),
  ...(description !== undefined && { description }),
});
