import type { Command } from 'commander';
import { contextOf, type Context } from '../context';
import { CliError } from '../errors';
import { time } from './notification-filters';
import { addEndpoint, endpointOf, type EndpointOptions } from './webhook-endpoint';

interface RedeliverOptions extends EndpointOptions {
  since?: string;
  until?: string;
  after?: string;
}

interface Page {
  redelivered: number;
  next: string | null;
}

export function addWebhookRedeliver(webhooks: Command): void {
  addEndpoint(
    webhooks
      .command('redeliver [id]')
      .description('send again: one event by its id, or all that the endpoint did not take since a time'),
  )
    .option(
      '--since <time>',
      'events that happened then or later: ISO 8601, UTC where no zone is given',
      time,
    )
    .option('--until <time>', 'with --since: events that happened before (default: now)', time)
    .option('--after <place>', 'with --since: go on behind this place, which an earlier call printed')
    .action(async (id: string | undefined, options: RedeliverOptions, command: Command) => {
      const context = contextOf(command);
      const { since, until, after } = options;
      if (id === undefined ? since === undefined : [since, until, after].some((one) => one !== undefined)) {
        throw new CliError('it takes an ID, or --since TIME', {
          next: 'For example: heliograph webhooks redeliver --env production --since 2026-03-01T09:00:00Z',
          usage: true,
        });
      }
      if (id !== undefined) await redeliverOne(context, options, id);
      else if (since !== undefined) await redeliverAll(context, { ...options, since });
    });
}

async function redeliverOne(context: Context, options: EndpointOptions, id: string): Promise<void> {
  const { path, named } = await endpointOf(context, options);
  const answer = await context.admin.request<{ redelivered: boolean }>({
    doing: `redeliver the webhook event ${id} of ${named}`,
    method: 'POST',
    path: [...path, 'events', id, 'redeliver'],
    body: {},
  });
  context.output.result({ id, redelivered: answer.redelivered }, () =>
    answer.redelivered ? `${id} is sent again.` : `${id} is under way already.`,
  );
}

/** All pages, with progress on a terminal; what fails on the way says where to go on. */
async function redeliverAll(
  context: Context,
  { since, until = new Date().toISOString(), ...options }: RedeliverOptions & { since: string },
): Promise<void> {
  const { path, named } = await endpointOf(context, options);
  const { stderr } = context.host;
  let redelivered = 0;
  let { after } = options;
  do {
    const page = await context.admin
      .request<Page>({
        doing: `redeliver the webhook events of ${named}`,
        method: 'POST',
        path: [...path, 'redeliver'],
        body: { since, until, ...(after !== undefined && { after }) },
      })
      .catch((error: unknown) => {
        throw stopped(error, redelivered, after);
      });
    redelivered += page.redelivered;
    after = page.next ?? undefined;
    if (stderr.isTTY) stderr.write(`\rSent again: ${redelivered} `);
  } while (after !== undefined);
  if (stderr.isTTY) stderr.write('\n');
  context.output.result({ redelivered, since, until }, () => `Sent again: ${redelivered}.`);
}

function stopped(error: unknown, redelivered: number, after: string | undefined): unknown {
  if (!(error instanceof CliError)) return error;
  const goOn = after === undefined ? 'Run it again' : `Run it again, or go on with --after ${after}`;
  return new CliError(error.message, {
    code: error.code,
    details: [...error.details, `Sent again before this: ${redelivered}.`],
    next: `${goOn}: what is under way or was taken is passed over.${error.next === undefined ? '' : ` ${error.next}`}`,
    cause: error,
  });
}
