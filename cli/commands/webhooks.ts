import type { Command } from 'commander';
import type { WebhookEndpoint } from '../answers';
import { fields } from '../output';
import { addWebhookChanges } from './webhook-change';
import { addEndpoint, endpointContextOf } from './webhook-endpoint';
import { addWebhookEvents } from './webhook-events';
import { addWebhookRedeliver } from './webhook-redeliver';

interface Rotated {
  signing_secret: string;
  previous_secret_until: string;
  earlier_rotation_cut_short: boolean;
}

export function addWebhookCommands(program: Command): void {
  const webhooks = program
    .command('webhooks')
    .description('Manage the webhook endpoint of an application: its state, events and secret.');

  const show = webhooks.command('show').description('Show the endpoint, and why it was disabled.');
  addEndpoint(show).action(async (_options: unknown, command: Command) => {
    const { admin, output, path, named } = await endpointContextOf(command);
    const doing = `show the webhook endpoint of ${named}`;
    const { webhook } = await admin.get(doing, '/admin/v1/applications/{app}/webhooks/{environment}', path);
    output.result(webhook, () => describe(webhook));
  });

  addWebhookChanges(webhooks, describe);

  const enable = webhooks.command('enable').description('Enable the endpoint and reset its failures.');
  addEndpoint(enable).action(async (_options: unknown, command: Command) => {
    const { admin, output, path, named } = await endpointContextOf(command);
    const { webhook } = await admin.patch(
      `enable the webhook endpoint of ${named}`,
      '/admin/v1/applications/{app}/webhooks/{environment}',
      { ...path, body: { is_active: true } },
    );
    output.result(webhook, () => describe(webhook));
  });

  const rotate = webhooks
    .command('rotate-secret')
    .description('Create a signing secret and print it once. The previous secret also signs for 24 hours.');
  addEndpoint(rotate).action(async (_options: unknown, command: Command) => {
    const { admin, output, path, named } = await endpointContextOf(command);
    const rotated = await admin.post(
      `rotate the signing secret of ${named}`,
      '/admin/v1/applications/{app}/webhooks/{environment}/rotate-secret',
      path,
    );
    output.result(rotated, () => rotatedText(rotated));
  });

  addWebhookEvents(webhooks);
  addWebhookRedeliver(webhooks);
}

function rotatedText({ signing_secret, previous_secret_until: until, ...rotated }: Rotated): string {
  const text = `${signing_secret}\n\nIt is shown only once. Store it now. Older secrets also sign, the last one until ${until}.`;
  return rotated.earlier_rotation_cut_short
    ? `${text}\nThere were too many rotations within 24 hours, so the oldest secret no longer signs.`
    : text;
}

/** Whether the owner of the application was notified that the endpoint is off. */
const NOTIFIED: Record<string, string> = {
  pending: 'not yet',
  sent: 'by e-mail',
  no_address: 'no: the application has no owner e-mail (heliograph apps set APP --owner-email ADDRESS)',
  no_smtp: 'no: the service has no SMTP_URL',
  refused: 'no: the mail server refused the e-mail',
};

function describe(webhook: WebhookEndpoint): string {
  const { switched_off: off } = webhook;
  const text = fields({
    endpoint: webhook.uuid,
    environment: webhook.environment,
    url: webhook.url,
    description: webhook.description,
    events: webhook.enabled_events,
    active: webhook.is_active ? 'yes' : 'no',
    'failing since': webhook.failing_since,
    disabled: off
      ? `${off.at}, because it ${off.reason === 'gone' ? 'answered 410' : `failed since ${off.failing_since}`}`
      : undefined,
    'owner notified': off ? (NOTIFIED[off.owner_told] ?? off.owner_told) : undefined,
    'owner e-mail': webhook.owner_email,
    'old secret until': webhook.previous_secret_until ?? undefined,
    created: webhook.created_at,
    updated: webhook.updated_at,
  });
  if (webhook.is_active) return text;
  return `${text}\n\nEnable it: heliograph webhooks enable --env ${webhook.environment}`;
}
