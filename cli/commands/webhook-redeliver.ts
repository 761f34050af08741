import type { Command } from 'commander';
import { CliError } from '../errors';
import { pastTime } from './options';
import { allPages } from './pages';
import { addEndpoint, endpointContextOf } from './webhook-endpoint';

interface RedeliverOptions {
  since?: string;
  until?: string;
  after?: string;
}

interface Page {
  redelivered: number;
  next: string | null;
}

export function addWebhookRedeliver(webhooks: Command): void {
  const redeliver = webhooks
    .command('redeliver [id]')
    .description(
      'Redeliver one event by its id, or all events since a time that the endpoint did not accept.',
    );
  addEndpoint(redeliver)
    .option(
      '--since <time>',
      'Start of the range: 30m, 1h or 7d ago, or a time, in UTC if it has no zone.',
      pastTime,
    )
    .option('--until <time>', 'With --since: end of the range (default: now).', pastTime)
    .option('--after <cursor>', 'With --since: cursor that an earlier call printed, to continue after it.')
    .action(async (id: string | undefined, { since, until, after }: RedeliverOptions, command: Command) => {
      if (id !== undefined && (since ?? until ?? after) === undefined) await redeliverOne(command, id);
      else if (id === undefined && since !== undefined) await redeliverAll(command, since, until, after);
      else
        throw new CliError('give an ID, or --since TIME', {
          next: 'For example: heliograph webhooks redeliver --env production --since 2026-03-01T09:00:00Z',
          usage: true,
        });
    });
}

async function redeliverOne(command: Command, id: string): Promise<void> {
  const { admin, output, path, named } = await endpointContextOf(command);
  const { redelivered } = await admin.post(
    `redeliver the webhook event ${id} of ${named}`,
    '/admin/v1/applications/{app}/webhooks/{environment}/events/{id}/redeliver',
    { ...path, id },
  );
  output.result({ id, redelivered }, () =>
    redelivered ? `${id} is being redelivered.` : `${id} is already being delivered.`,
  );
}

async function redeliverAll(
  command: Command,
  since: string,
  until = new Date().toISOString(),
  from?: string,
): Promise<void> {
  const { admin, output, host, path, named } = await endpointContextOf(command);
  let redelivered = 0;
  await allPages<Page>(host, {
    after: from,
    request: (after) =>
      admin.post(
        `redeliver the webhook events of ${named}`,
        '/admin/v1/applications/{app}/webhooks/{environment}/redeliver',
        { ...path, body: { since, until, after } },
      ),
    add: (page) => (redelivered += page.redelivered),
    progress: () => `Redelivered: ${redelivered}`,
    repeatable: 'it skips events that are being delivered or were delivered',
  });
  output.result({ redelivered, since, until }, () => `Sent again: ${redelivered}.`);
}
