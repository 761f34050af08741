import type { Command } from 'commander';
import { contextOf } from '../context';

interface Changed {
  notification: { id: string; status: string };
}

/** Commands that change one notification. */
export function addNotificationChanges(notifications: Command): void {
  notifications
    .command('cancel <id>')
    .description('stop a notification; a send that is with its provider is waited for, 10 s at most')
    .action(async (id: string, _options: unknown, command: Command) => {
      const { admin, output } = contextOf(command);
      const answer = await admin.request<Changed & { cancelled: boolean }>({
        doing: `cancel the notification ${id}`,
        method: 'POST',
        path: ['notifications', id, 'cancel'],
      });
      const { cancelled, notification } = answer;
      output.result({ ...notification, cancelled }, () =>
        cancelled ? `${id} is stopped.` : `${id} was not stopped by this: it is ${notification.status}.`,
      );
    });

  notifications
    .command('reopen <id>')
    .description('let a notification that failed or was stopped go on; what was sent is not sent again')
    .action(async (id: string, _options: unknown, command: Command) => {
      const { admin, output } = contextOf(command);
      const { notification } = await admin.request<Changed>({
        doing: `reopen the notification ${id}`,
        method: 'POST',
        path: ['notifications', id, 'reopen'],
      });
      output.result(notification, () => `${id} goes on: it is ${notification.status}.`);
    });

  notifications
    .command('signal <id> <name>')
    .description('signal the sequence in code that a notification runs')
    .action(async (id: string, name: string, _options: unknown, command: Command) => {
      const { admin, output } = contextOf(command);
      const { checked } = await admin.request<{ checked: boolean }>({
        doing: `signal the notification ${id}`,
        method: 'POST',
        path: ['notifications', id, 'signal'],
        body: { name },
      });
      output.result({ id, name, checked }, () =>
        checked
          ? `${id} was signalled: ${name}.`
          : `${name} is kept for ${id} until a worker runs; none answered, so nobody knows whether it has that signal.`,
      );
    });
}
