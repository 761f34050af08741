import type { Command } from 'commander';
import type { WebhookEndpoint } from '../../api/admin/answers';
import { contextOf } from '../context';
import { fields } from '../output';
import { addEndpoint, endpointOf, type EndpointOptions } from './webhook-endpoint';
import { addWebhookEvents } from './webhook-events';
import { addWebhookRedeliver } from './webhook-redeliver';
import { addWebhookTest } from './webhook-test';

export function addWebhookCommands(program: Command): void {
  const webhooks = program
    .command('webhooks')
    .description('the webhook endpoint of an application: its state, its events, its secret');

  addEndpoint(webhooks.command('show').description('show the endpoint, and why it is off')).action(
    async (options: EndpointOptions, command: Command) => {
      const context = contextOf(command);
      const { path, named } = await endpointOf(context, options);
      const doing = `show the webhook endpoint of ${named}`;
      const { webhook } = await context.admin.request<{ webhook: WebhookEndpoint }>({ doing, path });
      context.output.result(webhook, () => describe(webhook));
    },
  );

  addEndpoint(
    webhooks.command('enable').description('switch the endpoint on; what failed before is forgotten'),
  ).action(async (options: EndpointOptions, command: Command) => {
    const context = contextOf(command);
    const { path, named } = await endpointOf(context, options);
    const { webhook } = await context.admin.request<{ webhook: WebhookEndpoint }>({
      doing: `switch the webhook endpoint of ${named} on`,
      method: 'PATCH',
      path,
      body: { is_active: true },
    });
    context.output.result(webhook, () => describe(webhook));
  });

  addEndpoint(
    webhooks
      .command('rotate-secret')
      .description(
        'make a new signing secret and print it, this once; the one before signs for 24 hours more',
      ),
  ).action(async (options: EndpointOptions, command: Command) => {
    const context = contextOf(command);
    const { path, named } = await endpointOf(context, options);
    const rotated = await context.admin.request<Rotated>({
      doing: `rotate the signing secret of ${named}`,
      method: 'POST',
      path: [...path, 'rotate-secret'],
      body: {},
    });
    context.output.result(rotated, () => rotatedText(rotated));
  });

  addWebhookEvents(webhooks);
  addWebhookRedeliver(webhooks);
  addWebhookTest(webhooks);
}

interface Rotated {
  signing_secret: string;
  previous_secret_until: string;
  earlier_rotation_cut_short: boolean;
}

function rotatedText(rotated: Rotated): string {
  const lines = [
    rotated.signing_secret,
    '',
    `It is not shown again. Those before it sign beside it, the last one until ${rotated.previous_secret_until}.`,
  ];
  if (rotated.earlier_rotation_cut_short)
    lines.push('Too many rotations within 24 hours: the oldest secret signs nothing any more.');
  return lines.join('\n');
}

const TOLD: Record<string, string> = {
  pending: 'not yet',
  sent: 'by e-mail',
  no_address: 'no: the application has no owner e-mail (heliograph apps set APP --owner-email ADDRESS)',
  no_smtp: 'no: the service has no SMTP_URL',
  refused: 'no: the mail server refused the e-mail',
};

function describe(webhook: WebhookEndpoint): string {
  const { switched_off: off } = webhook;
  const parts = [
    fields({
      endpoint: webhook.uuid,
      environment: webhook.environment,
      url: webhook.url,
      description: webhook.description,
      events: webhook.enabled_events,
      active: webhook.is_active ? 'yes' : 'no',
      'failing since': webhook.failing_since,
      'switched off': off ? `${off.at}, for it had failed since ${off.failing_since}` : undefined,
      'owner told': off ? (TOLD[off.owner_told] ?? off.owner_told) : undefined,
      'owner e-mail': webhook.owner_email,
      'old secret until': webhook.previous_secret_until ?? undefined,
      created: webhook.created_at,
      updated: webhook.updated_at,
    }),
  ];
  if (!webhook.is_active) parts.push(`Switch it on: heliograph webhooks enable --env ${webhook.environment}`);
  return parts.join('\n\n');
}
