import { createInterface } from 'node:readline/promises';
import type { Command } from 'commander';
import type { RetryPage } from '../../api/admin/answers';
import { contextOf, pickApplication, type Context } from '../context';
import { CliError } from '../errors';
import type { Host } from '../host';
import { table } from '../output';
import { type FilterOptions, addFilters, filtersOf } from './notification-filters';
import { retryAll, type RetriedAll } from './retry-all';

interface RetryOptions extends Omit<FilterOptions, 'env'> {
  env?: FilterOptions['env'];
  again?: boolean;
  dryRun?: boolean;
  yes?: boolean;
}

const FILTERS = ['env', 'app', 'event', 'provider', 'errorCode', 'from', 'to', 'after'] as const;

export function addNotificationRetry(notifications: Command): void {
  const retry = notifications
    .command('retry [id]')
    .description('make failed notifications again: one by its id, or all that the filters find');
  addFilters(retry, { environment: 'optional' })
    .option('--again', 'with an id: also where it was retried already, or sends again what was sent')
    .option('--dry-run', 'with filters: say what would be retried, and do nothing')
    .option('--yes', 'with filters: do not ask')
    .action(async (id: string | undefined, options: RetryOptions, command: Command) => {
      const context = contextOf(command);
      const { env } = options;
      if (id === undefined ? env === undefined || options.again : isFiltered(options)) {
        throw new CliError('it takes an ID and nothing but --again, or --env ENVIRONMENT and filters', {
          next: 'For example: heliograph notifications retry --env production --provider smtp --dry-run',
          usage: true,
        });
      }
      if (id !== undefined) await retryOne(context, id, options.again === true);
      else if (env !== undefined) await retryMany(context, { ...options, env });
    });
}

const isFiltered = (options: RetryOptions): boolean =>
  options.dryRun === true || options.yes === true || FILTERS.some((name) => options[name] !== undefined);

async function retryOne({ admin, output }: Context, id: string, again: boolean): Promise<void> {
  const { retried, notification } = await admin.request<{
    /** False if an earlier retry made it. */
    retried: boolean;
    notification: { id: string; retry_of: string; status: string };
  }>({
    doing: `retry the notification ${id}`,
    method: 'POST',
    path: ['notifications', id, 'retry'],
    body: { again },
  });
  output.result({ ...notification, retried }, () =>
    retried
      ? `${id} is made again as ${notification.id}.`
      : `${id} was made again already, as ${notification.id}, which is ${notification.status}; nothing was done. With --again one more is made.`,
  );
}

async function retryMany(
  { admin, output, host }: Context,
  options: RetryOptions & { env: FilterOptions['env'] },
): Promise<void> {
  const app = await pickApplication(admin, options.app);
  const { dryRun = false, yes = false } = options;
  const page = (isDry: boolean) => (after: string | undefined) =>
    admin.request<RetryPage>({
      doing: `retry the notifications of "${app}" in ${options.env}`,
      method: 'POST',
      path: ['applications', app, 'notifications', 'retry'],
      body: { ...filtersOf(options), after, dry_run: isDry },
    });
  if (dryRun || !yes) {
    const planned = await retryAll(host, 'would be retried', page(true), options.after);
    if (dryRun)
      return output.result({ ...planned, dry_run: true }, () => summary(planned, 'would be retried'));
    if (planned.retried === 0) return output.result(planned, () => summary(planned, 'would be retried'));
    host.stderr.write(`${summary(planned, 'would be retried')}\n`);
    await confirm(host, planned.retried);
  }
  const done = await retryAll(host, 'retried', page(false), options.after);
  output.result(done, () => summary(done, 'retried'));
}

function summary({ retried, refused, skipped, first, refusals }: RetriedAll, word: string): string {
  const parts = [`${retried} ${word}, ${refused} refused, ${skipped} retried earlier.`];
  if (first.length > 0) parts.push(`The newest:\n${table(first.map(row), '')}`);
  if (refusals.length > 0) parts.push(`Refused:\n${table(refusals, '')}`);
  return parts.join('\n\n');
}

/** Where nothing is made yet, the id is that of the failed one. */
const row = ({ id, retry_of, ...line }: RetriedAll['first'][number]) =>
  id === undefined ? { ...line, id: retry_of } : { ...line, retry_of, id };

/** Asks on a terminal; elsewhere it takes `--yes`. */
async function confirm({ stdin, stderr }: Host, count: number): Promise<void> {
  if (!stdin.isTTY) {
    throw new CliError(`${count} notifications would be retried, and there is no terminal to ask on`, {
      next: 'Add --yes to retry them, or --dry-run to see them only.',
      usage: true,
    });
  }
  const terminal = createInterface({ input: stdin, output: stderr });
  const answer = await terminal.question(`Retry ${count} notifications? (yes/no) `);
  terminal.close();
  if (!/^y(es)?$/i.test(answer.trim())) throw new CliError('nothing was retried');
}
