import type { Command } from 'commander';
import type { RetryPage } from '../answers';
import { confirm } from '../confirm';
import { appContextOf, contextOf, type AppContext } from '../context';
import { CliError } from '../errors';
import { table } from '../output';
import { type FilterOptions, addFilters, filtersOf } from './notification-filters';
import { allPages } from './pages';

interface RetryOptions extends Partial<FilterOptions> {
  app?: string;
  again?: boolean;
  dryRun?: boolean;
  yes?: boolean;
}

/** Result of a retry of many notifications. */
interface Totals {
  retried: number;
  refused: number;
  skipped: number;
  /** The first `SHOWN` of each. */
  first: { started: string; event: string; retry_of: string; id?: string }[];
  refusals: RetryPage['refused'];
}

const SHOWN = 5;

export function addNotificationRetry(notifications: Command): void {
  const retry = notifications
    .command('retry [id]')
    .description('Retry failed notifications: one by its id, or all that match the filters.');
  addFilters(retry, { environment: 'optional' })
    .option('--again', 'With an id: retry even if it was already retried or a message was sent.')
    .option('--dry-run', 'With filters: show what would be retried and change nothing.')
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
      else if (env !== undefined) await retryMany(await appContextOf(command), { ...others, env });
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

async function retryMany(
  { admin, output, host, app, path }: AppContext,
  { dryRun, yes, ...options }: RetryOptions & FilterOptions,
): Promise<void> {
  const retryAll = async (dry: boolean): Promise<Totals> => {
    const totals: Totals = { retried: 0, refused: 0, skipped: 0, first: [], refusals: [] };
    await allPages<RetryPage>(host, {
      after: options.after,
      request: (after) =>
        admin.post(
          `retry the notifications of "${app}" in ${options.env}`,
          '/admin/v1/applications/{app}/notifications/retry',
          { ...path, body: { ...filtersOf(options), after, dry_run: dry } },
        ),
      add: ({ retried, refused, skipped }) => {
        totals.retried += retried.length;
        totals.refused += refused.length;
        totals.skipped += skipped;
        for (const { id, retry_of, event, started_at } of retried.slice(0, SHOWN - totals.first.length))
          totals.first.push({ started: started_at, event, retry_of, id });
        totals.refusals.push(...refused.slice(0, SHOWN - totals.refusals.length));
      },
      progress: () => countsOf(totals, dry),
      repeatable: 'it does not retry a notification twice',
    });
    return totals;
  };
  if (dryRun || !yes) {
    const planned = await retryAll(true);
    const text = summary(planned, true);
    if (dryRun) return output.result({ ...planned, dry_run: true }, () => text);
    if (planned.retried === 0) return output.result(planned, () => text);
    host.stderr.write(`${text}\n`);
    await confirm(host, {
      question: `Retry ${planned.retried} notifications?`,
      would: `${planned.retried} notifications would be retried`,
      next: 'Add --yes to retry them, or --dry-run only to see them.',
      refused: 'nothing was retried',
    });
  }
  const done = await retryAll(false);
  output.result(done, () => summary(done, false));
}

const countsOf = ({ retried, refused, skipped }: Totals, dry: boolean): string =>
  `${retried} ${dry ? 'would be retried' : 'retried'}, ${refused} refused, ${skipped} retried earlier`;

function summary(totals: Totals, dry: boolean): string {
  const { first, refusals } = totals;
  const parts = [`${countsOf(totals, dry)}.`];
  if (first.length > 0) parts.push(`The newest:\n${table(first.map(row), '')}`);
  if (refusals.length > 0) parts.push(`Refused:\n${table(refusals, '')}`);
  return parts.join('\n\n');
}

/** A dry run has no new notification: the id is that of the failed one. */
const row = ({ id, retry_of, ...line }: Totals['first'][number]) =>
  id === undefined ? { ...line, id: retry_of } : { ...line, 'retry of': retry_of, id };
