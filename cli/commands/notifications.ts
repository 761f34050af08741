import type { Command } from 'commander';
import { addNotificationChanges } from './notification-changes';
import { addNotificationList } from './notification-list';
import { addNotificationRetry } from './notification-retry';
import { addNotificationShow } from './notification-show';

export function addNotificationCommands(program: Command): void {
  const notifications = program.command('notifications').description('what was sent, and what became of it');

  addNotificationList(notifications);
  addNotificationRetry(notifications);
  addNotificationChanges(notifications);
  addNotificationShow(notifications);
}
