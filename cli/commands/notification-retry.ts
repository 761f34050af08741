import type { Command } from 'commander';
import { appContextOf, contextOf } from '../context';
import { CliError } from '../errors';
import { runMany } from './jobs';
import { type FilterOptions, addFilters } from './notification-filters';

interface RetryOptions extends Partial<FilterOptions> {
  app?: string;
  again?: boolean;
  dryRun?: boolean;
  yes?: boolean;
}

export function addNotificationRetry(notifications: Command): void {
  const retry = notifications
    .command('retry [id]')
    .description('Retry failed notifications: one by its id, or all that match the filters.');
  addFilters(retry, { environment: 'optional' })
    .option('--again', 'With an id: retry even if it was already retried or a message was sent.')
    .option('--dry-run', 'With filters: show how many would be retried, and change nothing.')
    .option('--yes', 'With filters: skip the confirmation.')
    .action(async (id: string | undefined, options: RetryOptions, command: Command) => {
      const { env, again, ...others } = options;
      const isFiltered = env !== undefined || Object.keys(others).length > 0;
      if (id === undefined ? env === undefined || again : isFiltered) {
        throw new CliError('give an ID, optionally with --again, or give --env ENVIRONMENT and filters', {
          next: 'For example: heliograph notifications retry --env production --provider smtp --dry-run',
          usage: true,
        });
      }
      if (id !== undefined) await retryOne(command, id, again === true);
      else if (env !== undefined) await runMany(await appContextOf(command), 'retry', { ...others, env });
    });
}

async function retryOne(command: Command, id: string, again: boolean): Promise<void> {
  const { admin, output } = contextOf(command);
  const { retried, notification } = await admin.post(
    `retry the notification ${id}`,
    '/admin/v1/notifications/{id}/retry',
    { id, body: { again } },
  );
  output.result({ ...notification, retried }, () =>
    retried
      ? `${notification.retry_of} is retried as ${notification.id}.`
      : `${notification.retry_of} was already retried as ${notification.id}, which is ${notification.status}. Nothing was done. Use --again to retry it once more.`,
  );
}
