import type { Command } from 'commander';
import { appContextOf, contextOf } from '../context';
import { CliError } from '../errors';
import { runMany } from './jobs';
import { type FilterOptions, addFilters } from './notification-filters';

interface CancelOptions extends Partial<FilterOptions> {
  dryRun?: boolean;
  yes?: boolean;
}

export function addNotificationCancel(notifications: Command): void {
  const cancel = notifications
    .command('cancel [id]')
    .description('Stop notifications: one by its id, or all open ones that match the filters.');
  addFilters(cancel, { environment: 'optional' })
    .option('--dry-run', 'With filters: show how many would be stopped, and change nothing.')
    .option('--yes', 'With filters: skip the confirmation.')
    .action(async (id: string | undefined, options: CancelOptions, command: Command) => {
      const { env, ...others } = options;
      if (id === undefined ? env === undefined : Object.keys(options).length > 0) {
        throw new CliError('give an ID, or give --env ENVIRONMENT and filters', {
          next: 'For example: heliograph notifications cancel --env production --event newsletter --dry-run',
          usage: true,
        });
      }
      if (id !== undefined) await cancelOne(command, id);
      else if (env !== undefined) await runMany(await appContextOf(command), 'cancel', { ...others, env });
    });
}

async function cancelOne(command: Command, id: string): Promise<void> {
  const { admin, output } = contextOf(command);
  const { cancelled, notification } = await admin.post(
    `cancel the notification ${id}`,
    '/admin/v1/notifications/{id}/cancel',
    { id },
  );
  output.result({ ...notification, cancelled }, () =>
    cancelled
      ? `${notification.id} is stopped.`
      : `${notification.id} was not stopped. Its status is ${notification.status}.`,
  );
}
