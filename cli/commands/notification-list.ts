import { Option, type Command } from 'commander';
import { CLOSED_STATUSES, OPEN_STATUSES } from '../../core/shared/statuses';
import type { NotificationLine } from '../answers';
import { appContextOf } from '../context';
import { afterOption, pageText } from '../output';
import { type FilterOptions, addFilters, filtersOf } from './notification-filters';
import { madeByText } from './made-by-text';
import { addLimit } from './options';

interface ListOptions extends FilterOptions {
  status?: NotificationLine['status'];
  failingAt?: string;
  limit?: number;
}

export function addNotificationList(notifications: Command): void {
  const list = notifications.command('list').description('List notifications, newest first.');
  addLimit(addFilters(list, { environment: 'required' }))
    .addOption(
      new Option('--status <status>', 'Status of the notifications.').choices([
        ...OPEN_STATUSES,
        ...CLOSED_STATUSES,
      ]),
    )
    .option(
      '--failing-at <integration>',
      'Integration that open notifications wait for, because their last attempt failed or it cools down.',
    )
    .action(async (options: ListOptions, command: Command) => {
      const { admin, output, app, path } = await appContextOf(command);
      const { status, failingAt, limit } = options;
      const answer = await admin.get(
        `list the notifications of "${app}" in ${options.env}`,
        '/admin/v1/applications/{app}/notifications',
        { ...path, ...filtersOf(options), status, failing_at: failingAt, limit },
      );
      const { notifications: found, next } = answer;
      output.result({ notifications: found, next }, () =>
        pageText(found.map(row), 'There are no notifications.', afterOption(next)),
      );
    });
}

const row = ({
  id,
  event,
  status,
  started_at,
  contact,
  contact_id,
  messages,
  retried_as,
}: NotificationLine) => {
  const addresses = [...new Set(messages.flatMap(({ address }) => address ?? []))];
  return {
    started: started_at,
    event,
    recipient: addresses.length > 0 ? addresses : (contact.email ?? contact.name ?? contact_id),
    status: retried_as === null ? status : `${status}, retried`,
    channel: messages.map(({ channel }) => channel),
    provider: messages.map(madeByText),
    error: messages.flatMap(({ error_code: code, cause_code: cause }) =>
      cause === null ? (code ?? []) : `${code} (${cause})`,
    ),
    id,
  };
};
