import type { Command } from 'commander';
import { contextOf } from '../context';
import { addNotificationCancel } from './notification-cancel';
import { addNotificationList } from './notification-list';
import { addNotificationRetry } from './notification-retry';
import { addNotificationShow } from './notification-show';
import { addNotificationPausing } from './notification-pausing';
import { jsonArray } from './options';

export function addNotificationCommands(program: Command): void {
  const notifications = program
    .command('notifications')
    .description('Manage notifications and their messages. The first eight characters of an id are enough.');

  addNotificationList(notifications);
  addNotificationCancel(notifications);
  addNotificationRetry(notifications);
  addNotificationShow(notifications);
  addNotificationPausing(notifications);

  notifications
    .command('reopen <id>')
    .description('Resume a notification that failed or was stopped. Sent messages are not sent again.')
    .action(async (id: string, _options: unknown, command: Command) => {
      const { admin, output } = contextOf(command);
      const { notification } = await admin.post(
        `reopen the notification ${id}`,
        '/admin/v1/notifications/{id}/reopen',
        { id },
      );
      output.result(
        notification,
        () => `${notification.id} is open again. Its status is ${notification.status}.`,
      );
    });

  notifications
    .command('signal <id> <name>')
    .description('Send a signal to the sequence in code of a notification.')
    .option('--args <json>', 'Arguments of the handler, a JSON array such as \'["pro", 3]\'.', jsonArray)
    .action(async (id: string, name: string, { args }: { args?: unknown[] }, command: Command) => {
      const { admin, output } = contextOf(command);
      const { checked, notification } = await admin.post(
        `signal the notification ${id}`,
        '/admin/v1/notifications/{id}/signal',
        { id, body: { name, args } },
      );
      output.result({ id: notification.id, name, checked }, () =>
        checked
          ? `The signal ${name} was sent to ${notification.id}.`
          : `The signal ${name} is stored for ${notification.id}. No worker answered, or its sequence has not begun, so it is unknown whether it handles the signal.`,
      );
    });
}
